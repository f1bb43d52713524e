import { type FormatId, formatIds } from '@packhouse/contract/repositories/format-ids.ts';
import type { Format } from './format.ts';
import { loadFormat } from './load-format.ts';

/** Every format that has a card, in the order in which the console offers them. */
export const formats: readonly Format[] = await Promise.all(formatIds.map(loadFormat));

const byId = new Map<string, Format>(formats.map((format) => [format.id, format]));

export function getFormat(id: FormatId): Format {
  const format = byId.get(id);
  if (!format) throw new Error(`No format ${id}`);
  return format;
}
