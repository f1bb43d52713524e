import { AppError } from '@packhouse/contract/errors.ts';
import type { Problem } from '@packhouse/contract/problem-words.ts';
import { descriptorWords } from '@packhouse/contract/repositories/descriptor-words.ts';
import { reasonedSaid } from '@packhouse/contract/rule-words.ts';
import { sharedWords } from '@packhouse/contract/shared-words.ts';
import { findRecord } from '@packhouse/formats/text/plain-json.ts';
import type { z } from 'zod';

/** Settings of a kind by their names; nothing for one that goes. */
export type GivenEntries = ReadonlyMap<string, Record<string, unknown> | undefined>;

/** Sections that are kept elsewhere, or not at all, and what to do instead. */
const elsewhere = {
  backups: descriptorWords.descriptor_keeps_no_backups,
  propertySets: descriptorWords.descriptor_keeps_no_property_sets,
  repoLayouts: descriptorWords.descriptor_keeps_no_layouts,
  localRepositories: descriptorWords.descriptor_keeps_no_repositories,
  remoteRepositories: descriptorWords.descriptor_keeps_no_repositories,
  virtualRepositories: descriptorWords.descriptor_keeps_no_repositories,
  federatedRepositories: descriptorWords.descriptor_keeps_no_repositories,
  gcConfig: descriptorWords.descriptor_keeps_no_clean_up,
  cleanupConfig: descriptorWords.descriptor_keeps_no_clean_up,
  virtualCacheCleanupConfig: descriptorWords.descriptor_keeps_no_clean_up,
  retentionSettings: descriptorWords.descriptor_keeps_no_clean_up,
  quotaConfig: descriptorWords.descriptor_keeps_no_quota,
} as const;
/** Sections that a call of existing clients sets. */
const calls = {
  'security.crowdSettings': 'PUT /access/api/v1/crowd',
  'security.httpSsoSettings': 'PUT /access/api/v1/httpsso',
  'security.sslCertificates': 'POST /artifactory/api/system/security/certificates/<alias>',
  'security.signingKeysSettings': 'POST /artifactory/api/security/keypair',
} as const;

/** @throws AppError `bad_request`, naming the field and, where there is something, what to do instead */
export function refuse(field: string): never {
  const [section = '', part = ''] = field.split('.');
  const call = Object.entries(calls).find(([place]) => place === `${section}.${part}`)?.[1];
  if (call) throw new AppError(descriptorWords.descriptor_has_other_call, { field, call });
  const instead = Object.entries(elsewhere).find(([place]) => place === section)?.[1];
  throw new AppError(instead ?? descriptorWords.descriptor_lacks_field, { field });
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

/** @throws AppError `bad_request` for what is no text; clients write an empty one as nothing at all */
export function findText(record: Record<string, unknown>, name: string, place: string): string | undefined {
  const given = record[name];
  if (given === undefined) return undefined;
  if (given === null) return '';
  return typeof given === 'string' || typeof given === 'number' ? String(given) : refuse(`${place}.${name}`);
}

/** Ours by theirs, and what each is read as. */
export type FieldNames = Readonly<Record<string, { ours: string; isSwitch?: boolean }>>;

/** What is said of the fields, under our names. @throws AppError `bad_request` for what is of another kind */
export function readFields(record: Record<string, unknown>, names: FieldNames, place: string): Record<string, unknown> {
  const read = Object.entries(names).map(([theirs, { ours, isSwitch }]) => [ours, (isSwitch ? findBoolean : findText)(record, theirs, place)] as const);
  return Object.fromEntries(read.filter(([, said]) => said !== undefined));
}

/** A switch that stands where it stands. @throws AppError `bad_request` where it is to stand elsewhere */
export function requireSwitch(record: Record<string, unknown>, name: string, place: string, stands: boolean): void {
  if ((findBoolean(record, name, place) ?? stands) !== stands) refuse(`${place}.${name}`);
}

/** What a schema makes of settings. @throws AppError `bad_request` that names the field as the client does */
export function fitting<Output>(schema: z.ZodType<Output>, settings: unknown, names: FieldNames, place: string): Output {
  const parsed = schema.safeParse(settings);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const path = issue?.path.join('.') ?? '';
  const theirs = Object.entries(names).find(([, { ours }]) => ours === path)?.[0] ?? path;
  throw new AppError(sharedWords.named, { name: `${place}.${theirs}`, why: reasonedSaid(issue as Problem) }, { code: 'bad_request' });
}

/** Reads settings of a kind, each with its own name or without it. @throws AppError `bad_request` */
export function readEntries(given: unknown, place: string, nameField: string, known: readonly string[]): GivenEntries | 'none' {
  if (isRemoval(given)) return 'none';
  const read = Object.entries(needRecord(given, place)).map(([key, one]) => {
    if (isRemoval(one)) return [key, undefined] as const;
    const record = needRecord(one, `${place}.${key}`);
    requireKnown(record, [nameField, ...known], `${place}.${key}`);
    if (record[nameField] !== undefined && record[nameField] !== key) refuse(`${place}.${key}.${nameField}`);
    return [key, record] as const;
  });
  return new Map(read);
}
