import { isDeepStrictEqual } from 'node:util';
import { AppError } from '@packhouse/contract/errors.ts';
import { type FormatId, formatIds, getCard, type RepositoryClass } from '@packhouse/contract/repositories/format-ids.ts';
import { LocalSettings, RemoteSettings, VirtualSettings } from '@packhouse/contract/repositories/repository-settings.ts';
import { repositoryWords } from '@packhouse/contract/repositories/repository-words.ts';
import { z } from 'zod';
import { type FixedField, fieldsFor, type KeptField, listingAddresses, type RestField, restFields } from './repository-rest-fields.ts';

type Values = Record<string, unknown>;

/** Written fields as our settings, and what is only given back. */
export interface WrittenFields {
  settings: Values;
  clientValues: Values;
}

/** These are the repository's own: they are read elsewhere. */
const ownFields = new Set([
  'key',
  'rclass',
  'packageType',
  'description',
  'projectKey',
  'environments',
  'url',
  'password',
  'repositories',
  'repoLayoutRef',
  'remoteRepoLayoutRef',
  ...listingAddresses,
]);

const usualSettings: Record<RepositoryClass, Values> = {
  local: LocalSettings.parse({}),
  remote: RemoteSettings.parse({ url: 'https://localhost' }),
  virtual: VirtualSettings.parse({}),
};

function isEmpty(value: unknown): boolean {
  if (value === null || value === undefined || value === false || value === '' || value === 0) return true;
  return typeof value === 'object' && Object.values(value).every(isEmpty);
}

/** Whether a value says nothing that is not so without it. */
function isHarmless(field: RestField, value: unknown): boolean {
  if (field.kind === 'fixed') return field.values.some((one) => isDeepStrictEqual(one, value));
  if (field.kind === 'kept') return isDeepStrictEqual(field.usual, value);
  return field.classes.some((one) => isDeepStrictEqual(field.toField(usualSettings[one][field.setting]), value));
}

const show = (value: unknown) => (typeof value === 'string' && value !== '' ? value : JSON.stringify(value));

/** @throws AppError `bad_request` naming the field */
function check(field: RestField, value: unknown): unknown {
  const { name, schema } = field;
  if (field.kind === 'fixed') {
    if (isHarmless(field, value)) return value;
    throw new AppError(repositoryWords.field_value_not_served, { field: name, value: show(value), usual: show(field.usual) });
  }
  const parsed = schema.safeParse(value);
  if (!parsed.success) throw new AppError('bad_request', { said: { message: `${name}: ${z.prettifyError(parsed.error)}` } });
  return parsed.data;
}

/**
 * Takes a configuration apart. A field that means nothing to such a repository is left out where it says nothing, else refused.
 * @throws AppError `bad_request` naming the field
 */
export function readFields(config: Values, repositoryClass: RepositoryClass, format: FormatId): WrittenFields {
  const fields = new Map(fieldsFor(repositoryClass, format).map((field) => [field.name, field]));
  const written: WrittenFields = { settings: {}, clientValues: {} };
  for (const [name, given] of Object.entries(config)) {
    if (ownFields.has(name) || given === null || given === undefined) continue;
    const field = fields.get(name);
    if (!field) {
      if (isEmpty(given) || restFields.some((one) => one.name === name && isHarmless(one, given))) continue;
      throw new AppError(repositoryWords.field_unknown, { field: name, class: repositoryClass });
    }
    const value = check(field, given);
    if (field.kind !== 'obeyed') {
      written.clientValues[name] = value;
      continue;
    }
    const setting = field.toSetting(value);
    written.settings[field.setting] = setting;
    // What reads back in other words than it was written in is given back as it was written.
    if (field.isToldWhenGiven || (name !== 'customHttpHeaders' && !isDeepStrictEqual(field.toField(setting), value))) written.clientValues[name] = value;
  }
  return written;
}

/** An earlier release may have taken a value that is refused now; it had no effect then either. */
const isStillTaken = (field: KeptField | FixedField, given: unknown) => field.kind === 'kept' || field.values.some((one) => isDeepStrictEqual(one, given));

/** The fields of a repository as they were written, where that still fits what it does. */
export function tellFields(repositoryClass: RepositoryClass, format: FormatId, settings: Values & { clientValues: Values }): Values {
  const { clientValues } = settings;
  const told: Values = {};
  for (const field of fieldsFor(repositoryClass, format)) {
    const given = clientValues[field.name];
    if (given === undefined && field.isToldWhenGiven) continue;
    if (field.kind === 'obeyed') {
      const setting = settings[field.setting];
      told[field.name] = given !== undefined && isDeepStrictEqual(field.toSetting(given), setting) ? given : field.toField(setting);
    } else told[field.name] = given !== undefined && isStillTaken(field, given) ? given : field.usual;
  }
  return told;
}

const nameLayout = (format: FormatId) => getCard(format).layout ?? 'simple-default';

/** Layouts of the formats are fixed; clients write the name of one that says so. */
const knownLayouts = new Set([
  'simple-default',
  ...formatIds.flatMap((id) => [nameLayout(id), getCard(id).quickStart?.layout, ...[id, ...(getCard(id).aliases ?? [])].map((name) => `${name}-default`)]),
]);

/** @throws AppError `bad_request` for a layout of somebody's own */
export function readLayouts(config: Values, format: FormatId): Values {
  const layouts: Values = {};
  for (const name of ['repoLayoutRef', 'remoteRepoLayoutRef']) {
    const value = config[name];
    if (value === undefined || value === null) continue;
    const isKnown = knownLayouts.has(value as string) || (value === '' && name !== 'repoLayoutRef');
    if (!isKnown) throw new AppError(repositoryWords.field_value_not_served, { field: name, value: show(value), usual: nameLayout(format) });
    if (value !== '') layouts[name] = value;
  }
  return layouts;
}

export function tellLayouts(format: FormatId, clientValues: Values): Values {
  const { repoLayoutRef = nameLayout(format), remoteRepoLayoutRef } = clientValues;
  return { repoLayoutRef, ...(remoteRepoLayoutRef === undefined ? {} : { remoteRepoLayoutRef }) };
}
