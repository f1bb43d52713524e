import { AppError } from '@packhouse/contract/errors.ts';
import { findFormatId } from '@packhouse/contract/repositories/format-ids.ts';
import { queryWords } from '@packhouse/contract/repositories/query-words.ts';
import type { ArtifactSearchType } from '@packhouse/contract/repositories/search-query.ts';
import type { SearchModelInput } from '@packhouse/contract/repositories/search-routes.ts';
import { always, type Condition, every, never, some } from '@packhouse/kernel/database/conditions.ts';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { hasWildcard, makeLike } from '../directory/glob.ts';
import { fewLetters, typedPattern } from './typed-pattern.ts';
import { versionCondition } from './version-condition-queries.ts';

/** Build tools keep the branch that an artifact was built from in this property. */
const branchProperty = 'vcs.branch';
const digestLengths: Readonly<Record<number, 'md5' | 'sha1' | 'sha256'>> = { 32: 'md5', 40: 'sha1', 64: 'sha256' };

/** The digest that a text is, `sha256:` before it or not. */
function computeDigest(text: string): { column: 'md5' | 'sha1' | 'sha256'; value: string } | undefined {
  const value = text
    .trim()
    .toLowerCase()
    .replace(/^(sha256|sha1|md5):/, '');
  const column = digestLengths[value.length];
  return column && /^[0-9a-f]+$/.test(value) ? { column, value } : undefined;
}

function contentIs(text: string): Condition {
  const digest = computeDigest(text);
  return digest ? sql<SqlBool>`a.sha256 in (select blob.sha256 from blob where ${sql.ref(`blob.${digest.column}`)} = ${digest.value})` : never;
}

/** The letters that names begin with, when there are enough of them for these to be few among all. */
function findStretch(name: string): string | undefined {
  const [beginning = ''] = name.trim().toLowerCase().split(/[*?]/);
  return hasWildcard(name) && !name.includes('/') && beginning.length >= fewLetters ? beginning : undefined;
}

/** A name; with slashes the end of a folder before it. */
function nameIs(text: string): Condition {
  const stretch = findStretch(text);
  // Nothing is appended so that the index over letters cannot be asked instead: it tells of thousands that fit only where they are, and each has to be fetched.
  if (stretch !== undefined) return sql<SqlBool>`(lower(a.name) ^@ ${stretch} and lower(a.name) || '' like ${typedPattern(text)})`;
  const slash = text.lastIndexOf('/');
  if (slash < 0) return sql<SqlBool>`lower(a.name) like ${typedPattern(text)}`;
  const [folder, name] = [text.slice(0, slash).replace(/^\/+/, ''), text.slice(slash + 1)];
  const above =
    folder === '' ? always : sql<SqlBool>`lower(a.folder) like ${hasWildcard(folder) ? makeLike(folder.toLowerCase()) : `%${makeLike(folder.toLowerCase())}`}`;
  return every([
    above,
    name === '' ? always : sql<SqlBool>`lower(a.name) like ${hasWildcard(name) ? makeLike(name.toLowerCase()) : `${makeLike(name.toLowerCase())}%`}`,
  ]);
}

/** Gives the ids of the artifacts that have a property. */
function selectHolders(key: string, values: readonly string[]): RawBuilder<unknown> {
  const keyed = hasWildcard(key) ? sql<SqlBool>`p.key like ${makeLike(key)}` : sql<SqlBool>`p.key = ${key}`;
  const valued = some(values.map((value) => (hasWildcard(value) ? sql<SqlBool>`p.value like ${makeLike(value)}` : sql<SqlBool>`p.value = ${value}`)));
  return sql`select p.artifact_id from property p where ${every([keyed, values.length === 0 ? always : valued])}`;
}

/** `key`, `key=value` or `key=one;two`; undefined for what is no property. */
function typedProperty(text: string): RawBuilder<unknown> | undefined {
  const [, key = '', values = ''] = /^([^=]+)(?:=(.*))?$/s.exec(text.trim()) ?? [];
  return key === '' ? undefined : selectHolders(key, values === '' ? [] : values.split(';'));
}

/** There are too many entries to look at each: the index over their letters has to find them. */
function requireLetters(text: string): void {
  if (text.split(/[*?]/).some((part) => part.length >= fewLetters)) return;
  throw new AppError(queryWords.archive_pattern_too_short, { count: fewLetters });
}

/** `org.acme.Tool`, `Tool.class`, `Tool`: the path of a class inside an archive. */
function classPattern(text: string): string {
  const plain = text
    .trim()
    .replace(/\.class$/i, '')
    .replaceAll('.', '/')
    .toLowerCase();
  requireLetters(plain);
  if (hasWildcard(plain)) return `${makeLike(plain)}${plain.endsWith('*') ? '' : '.class'}`;
  return plain.includes('/') ? `%${makeLike(plain)}%.class` : `%${makeLike(plain)}%`;
}

function entryPattern(text: string): string {
  requireLetters(text.trim());
  return typedPattern(text);
}

/**
 * Gives what is looked for inside archives, over rows of `archive_entry` as `e`; undefined where archives are not looked into.
 * @throws AppError `bad_request` for fewer than three characters in a row
 */
export function entryCondition(type: ArtifactSearchType, { name, filters }: SearchModelInput): Condition | undefined {
  if (type !== 'class' && type !== 'entry') return undefined;
  if (name.trim() === '') return never;
  const onlyClasses = type === 'class' || filters.searchClassOnly === true;
  const pattern = onlyClasses ? classPattern(name) : entryPattern(name);
  const inPath = sql<SqlBool>`lower(e.path) like ${pattern.startsWith('%') ? pattern : `%${pattern}`}`;
  // Without a slash the name is meant, not a folder that happens to have it; the path's index finds both.
  const inName = pattern.includes('/') ? always : sql<SqlBool>`lower(e.name) like ${pattern}`;
  return every([
    inPath,
    inName,
    onlyClasses ? sql<SqlBool>`lower(e.name) like '%.class'` : always,
    filters.excludeInnerClasses ? sql<SqlBool>`e.name not like '%$%'` : always,
  ]);
}

function typeIs(types: readonly string[]): Condition {
  if (types.some((type) => type === '*' || type.toLowerCase() === 'all')) return always;
  return sql<SqlBool>`r.format = any(${types.map((type) => findFormatId(type)).filter((id) => id !== undefined)}::text[])`;
}

function folderIs(path: string): Condition {
  const lower = path
    .trim()
    .replace(/^\/+|\/+$/g, '')
    .toLowerCase();
  if (hasWildcard(lower)) return sql<SqlBool>`lower(a.folder) like ${makeLike(lower)}`;
  if (lower === '') return always;
  // As a range rather than a pattern: the letters of 'org' and 'com' are in every folder, so that the index over letters would read all of it. '0' comes after '/'.
  return sql<SqlBool>`(lower(a.folder) = ${lower} or (lower(a.folder) ~>=~ ${`${lower}/`} and lower(a.folder) ~<~ ${`${lower}0`}))`;
}

function named(type: ArtifactSearchType, name: string, isChecksum: boolean): Condition {
  if (name.trim() === '' || type === 'class' || type === 'entry') return always;
  if (type === 'checksum' || isChecksum) return contentIs(name);
  // Its ids are looked up below.
  if (type === 'property') return typedProperty(name) ? always : never;
  return computeDigest(name) ? some([contentIs(name), nameIs(name)]) : nameIs(name);
}

/** Whether the name decides, and by how it begins. */
function isStretch(type: ArtifactSearchType, { name, filters }: SearchModelInput): boolean {
  return !['class', 'entry', 'checksum', 'property'].includes(type) && filters.isChecksum !== true && findStretch(name) !== undefined;
}

/**
 * Says what an artifact must be, over rows of `artifact` as `a`, in two halves: what the letters and the lookups find, and what only narrows that; and how it is found: by ids of which it
 * is one, or as a stretch of the names in their order.
 */
export function artifactCondition(
  type: ArtifactSearchType,
  model: SearchModelInput,
): { found: Condition; narrowed: Condition; ids: readonly RawBuilder<unknown>[]; isStretch: boolean } {
  const { name, filters } = model;
  const types = [...(filters.packageTypes ?? []), ...(filters.pkgType ? [filters.pkgType] : [])];
  const ids = [
    type === 'property' ? typedProperty(name) : undefined,
    ...Object.entries(filters.properties ?? {}).map(([key, values]) => selectHolders(key, values)),
    filters.branch ? selectHolders(branchProperty, [filters.branch]) : undefined,
  ].filter((one) => one !== undefined);
  const found = [
    named(type, name, filters.isChecksum === true),
    filters.checksum === undefined ? always : contentIs(filters.checksum),
    ...ids.map((one) => sql<SqlBool>`a.id in (${one})`),
    filters.path ? folderIs(filters.path) : always,
    versionCondition(filters),
  ];
  const narrowed = [
    types.length > 0 ? typeIs(types) : always,
    filters.before === undefined ? always : sql<SqlBool>`a.modified_at < ${`${filters.before}T00:00:00Z`}::timestamptz`,
    filters.after === undefined ? always : sql<SqlBool>`a.modified_at >= ${`${filters.after}T00:00:00Z`}::timestamptz`,
  ];
  return { found: every(found), narrowed: every(narrowed), ids, isStretch: isStretch(type, model) };
}
