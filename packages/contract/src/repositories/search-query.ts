/** Kinds of values that filters have; the query text writes each in its own way. */
type FilterKind = 'text' | 'list' | 'date' | 'flag' | 'pairs';

interface FilterField<Kind extends FilterKind> {
  /** Word before the colon in the query text. */
  readonly key: string;
  readonly kind: Kind;
}

const as = <Kind extends FilterKind>(key: string, kind: Kind): FilterField<Kind> => ({ key, kind });

/** Every filter of a search, by field. Only two are written with another word than their own name. */
export const filterFields = {
  packageTypes: as('pkg', 'list'),
  repositories: as('repo', 'list'),
  description: as('description', 'text'),
  checksum: as('checksum', 'text'),
  cve: as('cve', 'text'),
  licenses: as('licenses', 'list'),
  severities: as('severities', 'list'),
  properties: as('properties', 'pairs'),
  before: as('before', 'date'),
  after: as('after', 'date'),
  propertySets: as('propertySets', 'list'),
  searchType: as('searchType', 'text'),
  isChecksum: as('isChecksum', 'flag'),
  path: as('path', 'text'),
  excludeInnerClasses: as('excludeInnerClasses', 'flag'),
  searchClassOnly: as('searchClassOnly', 'flag'),
  pkgType: as('pkgType', 'text'),
  packageQuery: as('packageQuery', 'text'),
  version: as('version', 'text'),
  tags: as('tags', 'list'),
  scope: as('scope', 'text'),
  branch: as('branch', 'text'),
} as const;

type Fields = typeof filterFields;
export type FilterName = keyof Fields;
interface ValueOf {
  text: string;
  list: string[];
  /** `yyyy-mm-dd` */
  date: string;
  flag: boolean;
  /** Values by key; a key without values is one that must be there. */
  pairs: Record<string, string[]>;
}
export type SearchFilters = { [Name in FilterName]?: ValueOf[Fields[Name]['kind']] | undefined };

/** Somebody searches for this: a name, and what narrows it. */
export interface SearchModel {
  name: string;
  filters: SearchFilters;
}

export const emptySearch: SearchModel = { name: '', filters: {} };

export const filterNames = Object.keys(filterFields) as [FilterName, ...FilterName[]];
const fieldOfKey = new Map<string, FilterName>(filterNames.map((name) => [filterFields[name].key, name]));

/** A day as the query text and the model write it. */
function isSearchDate(text: string): boolean {
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(`${text}T00:00:00Z`)) && new Date(`${text}T00:00:00Z`).toISOString().startsWith(text);
}

const escapeText = (text: string) => text.replace(/[\\"]/g, '\\$&');
const escapePart = (text: string) => text.replace(/[\\",;=]/g, '\\$&');
const unescaped = (text: string) => text.replace(/\\(.)/gs, '$1');

/** Splits at a separator that no backslash stands before. */
function split(text: string, separator: string): string[] {
  const parts = [''];
  for (let at = 0; at < text.length; at++) {
    const letter = text[at]!;
    if (letter === '\\') parts[parts.length - 1] += letter + (text[++at] ?? '');
    else if (letter === separator) parts.push('');
    else parts[parts.length - 1] += letter;
  }
  return parts;
}

type AnyValue = ValueOf[FilterKind];

function writeValue(value: AnyValue): string | undefined {
  if (typeof value === 'boolean') return String(value);
  if (typeof value === 'string') return value === '' ? undefined : escapeText(value);
  if (Array.isArray(value)) return value.length === 0 ? undefined : value.map(escapePart).join(',');
  const pairs = Object.entries(value).map(([key, values]) => `${escapePart(key)}=${values.map(escapePart).join(';')}`);
  return pairs.length === 0 ? undefined : pairs.join(',');
}

function readPairs(text: string): Record<string, string[]> {
  const pairs = split(text, ',').map((pair): [string, string[]] => {
    const [key = '', ...rest] = split(pair, '=');
    const values = rest.join('=');
    return [unescaped(key), values === '' ? [] : split(values, ';').map(unescaped)];
  });
  return Object.fromEntries(pairs.filter(([key]) => key !== ''));
}

/** Undefined where the text is no value of this kind. */
function readValue(kind: FilterKind, text: string): AnyValue | undefined {
  if (text === '') return undefined;
  if (kind === 'text') return unescaped(text);
  if (kind === 'list') return split(text, ',').map(unescaped).filter(Boolean);
  if (kind === 'date') return isSearchDate(text) ? text : undefined;
  if (kind === 'pairs') return readPairs(text);
  return text === 'true' ? true : text === 'false' ? false : undefined;
}

const quoted = (text: string) => (/\s/.test(text) || text === '' ? `"${text}"` : text);

/** Says a search in one line: `left-pad repo:npm-local,npm-cache after:2026-01-31`. */
export function writeSearch({ name, filters }: SearchModel): string {
  const words = filterNames.flatMap((field) => {
    const value = filters[field];
    const text = value === undefined ? undefined : writeValue(value);
    return text === undefined ? [] : [`${filterFields[field].key}:${quoted(text)}`];
  });
  // A plain word stays plain; whatever could be read as something else says that it is the name.
  // So do words that only look like filters, so that whoever reads them again can still tell of them.
  const staysPlain = /^[^\s:"\\]+$/.test(name) || (findLooseWords(name).length > 0 && readSearch(name).name === name);
  if (name !== '') words.unshift(staysPlain ? name : `name:${quoted(escapeText(name))}`);
  return words.join(' ');
}

interface Word {
  /** As typed. */
  raw: string;
  /** Without the quotes; escapes are still there. */
  text: string;
}

function readWords(line: string): Word[] {
  const words: Word[] = [];
  let word: Word | undefined;
  let inQuotes = false;
  for (let at = 0; at < line.length; at++) {
    const letter = line[at]!;
    if (!inQuotes && /\s/.test(letter)) {
      if (word) words.push(word);
      word = undefined;
      continue;
    }
    word ??= { raw: '', text: '' };
    word.raw += letter;
    if (letter === '\\' && at + 1 < line.length) {
      word.raw += line[at + 1];
      word.text += letter + line[++at];
    } else if (letter === '"') inQuotes = !inQuotes;
    else word.text += letter;
  }
  if (word) words.push(word);
  return words;
}

/** Understands one line; `key:value` only where the key is known and the value fits it, all else is the name. */
export function readSearch(line: string): SearchModel {
  const filters: Record<string, AnyValue> = {};
  const name: string[] = [];
  for (const { raw, text } of readWords(line)) {
    const [, key = '', value = ''] = /^(\w+):(.*)$/s.exec(text) ?? [];
    const field = fieldOfKey.get(key);
    const read = field && readValue(filterFields[field].kind, value);
    if (key === 'name' && value !== '') name.push(unescaped(value));
    else if (field && read !== undefined) filters[field] = read;
    else name.push(/^".*"$/s.test(raw) ? unescaped(text) : raw);
  }
  return { name: name.join(' '), filters: filters as SearchFilters };
}

/** Words that look like filters and are a part of the name: their key is none, or their value does not fit it. Coordinates and digests have colons, too. */
export function findLooseWords(line: string): string[] {
  return readWords(line).flatMap(({ raw, text }) => {
    const [, key = '', value = ''] = /^([A-Za-z]+):(.*)$/s.exec(text) ?? [];
    const field = fieldOfKey.get(key);
    const isFilter = field !== undefined && readValue(filterFields[field].kind, value) !== undefined;
    const isPlain = key === '' || raw.startsWith('"') || value.startsWith('//') || /^(?:name|md5|sha1|sha256)$/.test(key);
    return isFilter || isPlain ? [] : [raw];
  });
}

/** The same search without some of its filters. */
export function dropFilters({ name, filters }: SearchModel, names: readonly FilterName[]): SearchModel {
  const left = Object.entries(filters).filter(([key]) => !names.some((dropped) => dropped === key));
  return { name, filters: Object.fromEntries(left) as SearchFilters };
}

/** Nothing is searched for. */
export function isBlank(model: SearchModel): boolean {
  return model.name.trim() === '' && writeSearch({ name: '', filters: model.filters }) === '';
}

/** The artifact search looks at one of these; `entry` and `class` look into archives. */
export const artifactSearchTypes = ['quick', 'property', 'checksum', 'class', 'entry'] as const;
export type ArtifactSearchType = (typeof artifactSearchTypes)[number];

export function artifactSearchType(text: string | undefined): ArtifactSearchType {
  return artifactSearchTypes.find((type) => type === text) ?? 'quick';
}
