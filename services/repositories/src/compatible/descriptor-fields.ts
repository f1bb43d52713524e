import { AppError } from '@packhouse/contract/errors.ts';
import { descriptorWords } from '@packhouse/contract/repositories/descriptor-words.ts';
import { findRecord } from '@packhouse/formats/text/plain-json.ts';

export function refuse(field: string): never {
  throw new AppError(descriptorWords.descriptor_lacks_field, { field });
}

/** @throws AppError `bad_request` for what is no map */
export function needRecord(value: unknown, field: string): Record<string, unknown> {
  return findRecord(value) ?? refuse(field);
}

/** @throws AppError `bad_request`, naming the first field that is not obeyed */
export function requireKnown(record: Record<string, unknown>, known: readonly string[], place: string): void {
  const other = Object.keys(record).find((name) => !known.includes(name));
  if (other !== undefined) refuse(place === '' ? other : `${place}.${other}`);
}

/** A client takes a setting away with a tilde, as YAML or as a text. */
export const isRemoval = (value: unknown) => value === null || value === '~';

/** @throws AppError `bad_request` for what is neither true nor false */
export function findBoolean(record: Record<string, unknown>, name: string, place: string): boolean | undefined {
  const given = record[name];
  return given === undefined || typeof given === 'boolean' ? given : refuse(`${place}.${name}`);
}
