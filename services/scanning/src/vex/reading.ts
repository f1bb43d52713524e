import { namedFieldRefusal } from '@packhouse/contract/errors.ts';
import { vexWords } from '@packhouse/contract/scanning/vex-words.ts';
import { type Said, say } from '@packhouse/contract/sentences.ts';
import { findRecord, ownValue, plainText } from '@packhouse/formats/text/plain-json.ts';

// How documents of strangers are read: whatever is refused is named by its place.

/** Names of documents, issuers, vulnerabilities and products. */
const longestName = 1000;
/** What is told to people is cut there. */
const longestText = 4000;
const deepest = 60;

/** @throws AppError `invalid_input` that names the place */
export function refuse(place: string, said: Said): never {
  throw namedFieldRefusal(place, said);
}

type Parent = Record<string, unknown>;

const under = (place: string, key: string) => (place === '' ? key : `${place}.${key}`);

function checkText(value: unknown, place: string): string {
  if (typeof value !== 'string' || value.trim() === '') return refuse(place, say(vexWords.vex_text_missing));
  if (value.length > longestName) return refuse(place, say(vexWords.vex_text_too_long, { count: longestName }));
  return plainText(value.trim());
}

/** A name; there has to be one. */
export const needText = (parent: Parent, key: string, place: string): string => checkText(ownValue(parent, key), under(place, key));

/** A name, or nothing. */
export function findText(parent: Parent, key: string, place: string): string | undefined {
  const value = ownValue(parent, key);
  return value === undefined || value === null || value === '' ? undefined : checkText(value, under(place, key));
}

/** What somebody wrote for people; empty where they wrote nothing. */
export function readProse(parent: Parent, key: string): string {
  const value = ownValue(parent, key);
  return typeof value === 'string' ? plainText(value.trim(), longestText) : '';
}

export function needRecord(value: unknown, place: string): Parent {
  return findRecord(value) ?? refuse(place, say(vexWords.vex_object_expected));
}

/** Entries of a list with the place of each; none where there is no list. */
export function readList(parent: Parent, key: string, place: string): { value: unknown; place: string }[] {
  const value = ownValue(parent, key);
  const here = under(place, key);
  if (value === undefined || value === null) return [];
  if (!Array.isArray(value)) return refuse(here, say(vexWords.vex_list_expected));
  return value.map((one, index) => ({ value: one, place: `${here}[${index}]` }));
}

export const readRecords = (parent: Parent, key: string, place: string): { record: Parent; place: string }[] =>
  readList(parent, key, place).map((one) => ({ record: needRecord(one.value, one.place), place: one.place }));

export const readTexts = (parent: Parent, key: string, place: string): string[] => readList(parent, key, place).map((one) => checkText(one.value, one.place));

/** A part of a document; an empty one where it is absent. */
export function readPart(parent: Parent, key: string, place: string): { record: Parent; place: string } {
  const value = ownValue(parent, key);
  return { record: value === undefined || value === null ? {} : needRecord(value, under(place, key)), place: under(place, key) };
}

/** One of some values. */
export function needOneOf<Value extends string>(parent: Parent, key: string, place: string, values: readonly Value[]): Value {
  const text = needText(parent, key, place);
  return values.find((value) => value === text) ?? refuse(under(place, key), say(vexWords.vex_value_unknown, { value: text.slice(0, 100) }));
}

const moment = /^\d{4}-\d{2}-\d{2}[Tt ]\d{2}:\d{2}/;

export function findDate(parent: Parent, key: string, place: string): Date | undefined {
  const text = findText(parent, key, place);
  if (text === undefined) return undefined;
  const date = new Date(text);
  const isMoment = moment.test(text) && !Number.isNaN(date.getTime()) && date.getUTCFullYear() > 1970 && date.getUTCFullYear() < 10_000;
  return isMoment ? date : refuse(under(place, key), say(vexWords.vex_no_date));
}

export const needDate = (parent: Parent, key: string, place: string): Date =>
  findDate(parent, key, place) ?? refuse(under(place, key), say(vexWords.vex_no_date));

/** A whole number, or a version of numbers with dots, as a text. */
export function needVersion(parent: Parent, key: string, place: string): string {
  const value = ownValue(parent, key);
  const text = typeof value === 'number' && Number.isSafeInteger(value) ? String(value) : value;
  return typeof text === 'string' && /^\d{1,9}(?:\.\d{1,9}){0,3}(?:[-+][\w.+-]{1,100})?$/.test(text)
    ? text
    : refuse(under(place, key), say(vexWords.vex_no_version));
}

/** Refuses what is nested too deeply for anybody to mean it, and members that reach for prototypes. */
export function requirePlain(value: unknown, place = '', depth = 0): void {
  if (typeof value !== 'object' || value === null) return;
  if (depth > deepest) refuse(place, say(vexWords.vex_too_deep));
  if (Array.isArray(value)) {
    for (const [index, one] of value.entries()) if (typeof one === 'object') requirePlain(one, `${place}[${index}]`, depth + 1);
    return;
  }
  for (const [key, one] of Object.entries(value)) {
    if (key === '__proto__') refuse(under(place, key), say(vexWords.vex_key_refused));
    if (typeof one === 'object') requirePlain(one, under(place, key.slice(0, 100)), depth + 1);
  }
}

/** A document says so much at most. */
const mostStatements = 5000;
const mostProducts = 20_000;

/** Counts what a document says. */
export class Tally {
  #statements = 0;
  #products = 0;
  addStatement(place: string): void {
    this.#statements += 1;
    if (this.#statements > mostStatements) refuse(place, say(vexWords.vex_too_many_statements, { count: mostStatements }));
  }
  addProduct(place: string): void {
    this.#products += 1;
    if (this.#products > mostProducts) refuse(place, say(vexWords.vex_too_many_products, { count: mostProducts }));
  }
}
