import { LineCounter, parseDocument } from 'yaml';
import { findPlace, type Place } from './places.ts';

/** Where each of so many steps stands in a document that was read before. */
export function placeSteps(text: string, count: number): Place[] {
  const lines = new LineCounter();
  const yaml = parseDocument(text, { lineCounter: lines, prettyErrors: false });
  return Array.from({ length: count }, (_, at) => findPlace(yaml, lines, ['steps', at]));
}
