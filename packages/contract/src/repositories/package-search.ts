import { constants } from '../constants.ts';
import { type FormatId, findFormatId, getCard, getQueryName } from './format-ids.ts';
import type { SearchFilters } from './search-query.ts';

/** How many are fetched at a time on each level, unless the caller says otherwise: packages of a list, versions of a package, files of a version. */
export const { packageFetchLimits } = constants;

/** So many days back the screens show downloads. */
export const downloadDays = 30;

/** Package types of the search toolbar's filter; the packages screen takes every format. */
export const { packageSearchTypes } = constants;

/** Fewer letters than this are searched for only inside a chosen repository, package or project. */
export const { packageSearchMinimum } = constants;

/** Formats whose version is a folder of several files, one of which stands for it. */
const folderFormats: readonly string[] = constants.folderFormats;

/** Fields that package lists can be ordered by. */
export const packageOrders = ['name', 'created', 'modified', 'downloads'] as const;
export type PackageOrder = (typeof packageOrders)[number];

/** Fields that version lists can be ordered by; `name` follows the rules of the format. */
export const versionOrders = ['name', 'created', 'modified', 'downloads'] as const;
export type VersionOrder = (typeof versionOrders)[number];

/** This narrows a package query; every part that is present must fit. */
export interface PackageFilter {
  packageType?: readonly string[] | undefined;
  /** Whole name; `*` and `?` stand for any text and any letter. */
  name?: string | undefined;
  description?: string | undefined;
  tags?: readonly string[] | undefined;
  /** npm scope, Maven group or image namespace. */
  scope?: string | undefined;
  createdFrom?: string | undefined;
  createdTo?: string | undefined;
  /** Its last change is of then or later. */
  modifiedFrom?: string | undefined;
  /** Its last change is of before then. */
  modifiedBefore?: string | undefined;
  repos?: readonly string[] | undefined;
  /** Only what repositories of this project hold. */
  projectKey?: string | undefined;
  licenses?: readonly string[] | undefined;
  severities?: readonly string[] | undefined;
  /** Number of a CVE, or another name of an advisory. */
  cve?: string | undefined;
  version?: string | undefined;
  /** SHA-256, SHA-1 or MD5 of one of its files. */
  checksum?: string | undefined;
  ignorePreRelease?: boolean | undefined;
}

/** The text without the letters that stand for others. */
export function stripWildcards(text: string): string {
  return text.replace(/[*?]/g, '');
}

/** May this text be searched for? `context`: the search runs inside a chosen repository, package or project. */
function isSearchable(text: string, context: boolean): boolean {
  return context || stripWildcards(text.trim()).length >= packageSearchMinimum;
}

/** A typed name as the query wants it: lower case, open at its end. */
export function nameFilter(text: string): string {
  const lower = text.trim().toLowerCase();
  return lower.endsWith('*') ? lower : `${lower}*`;
}

/** A typed description as the query wants it: open on both sides. */
export function descriptionFilter(text: string): string {
  return `*${text.trim().replace(/^\*+|\*+$/g, '')}*`;
}

/** A chosen package type as the query wants it; 'All' stands for every type. */
export function packageTypeFilter(type: string): string {
  if (type.toLowerCase() === 'all') return '*';
  const id = findFormatId(type);
  return id ? getQueryName(id) : type.toLowerCase();
}

/** Sort directions come in several spellings; what is none of them means ascending. */
export function sortDirection(value: string | undefined): 'asc' | 'desc' {
  return value !== undefined && ['desc', 'descend', '$desc'].includes(value) ? 'desc' : 'asc';
}

/** Somebody searches packages for this. */
export interface PackageSearch {
  text: string;
  by?: 'name' | 'description';
  /** Package types in any spelling; none, or 'All' among them: every type. */
  types?: readonly string[];
  /** Chosen repositories; choosing one sets a context. */
  repos?: readonly string[];
  /** A package or project is chosen. */
  context?: boolean;
  /** What else narrows the search. */
  filters?: SearchFilters;
}

/** The packages query says these filters in its own words. */
function narrowingFilters({ description, tags, licenses, severities, checksum, cve, version, scope, before, after }: SearchFilters): PackageFilter {
  return {
    ...(description && { description: descriptionFilter(description) }),
    ...(tags?.length && { tags }),
    ...(licenses?.length && { licenses }),
    ...(severities?.length && { severities }),
    ...(checksum && { checksum: checksum.trim() }),
    ...(cve && { cve }),
    ...(version && { version }),
    ...(scope && { scope }),
    ...(after && { modifiedFrom: `${after}T00:00:00Z` }),
    ...(before && { modifiedBefore: `${before}T00:00:00Z` }),
  };
}

/** The filter for a search, or undefined when the text is too short to ask the server. */
export function packageFilter(search: PackageSearch): PackageFilter | undefined {
  const repos = search.repos ?? [];
  if (!isSearchable(search.text, search.context === true || repos.length > 0)) return undefined;
  const types = (search.types ?? []).map(packageTypeFilter);
  const typed = search.text.trim() !== '';
  return {
    packageType: types.length === 0 || types.includes('*') ? ['*'] : types,
    ...narrowingFilters(search.filters ?? {}),
    ...(typed && (search.by === 'description' ? { description: descriptionFilter(search.text) } : { name: nameFilter(search.text) })),
    ...(repos.length > 0 && { repos }),
  };
}

/** A released semantic version: three numbers and no pre-release part. */
export function isReleaseVersion(version: string): boolean {
  return /^v?\d+\.\d+\.\d+(?:\+[\w.-]+)?$/.test(version);
}

/** The file that stands for a version: its lead, a container's manifest, else (one file a version) the first. */
export function representativeFile<File extends { name: string; lead: boolean }>(format: string, files: readonly File[]): File | undefined {
  const lead = files.find((file) => file.lead);
  if (lead) return lead;
  const manifest = files.find((file) => file.name === 'list.manifest.json') ?? files.find((file) => file.name === 'manifest.json');
  return manifest ?? (folderFormats.includes(format) ? undefined : files[0]);
}

/** Name of a package across repositories: `npm://left-pad`. */
export function getPackageId(format: string, name: string): string {
  return `${format}://${name}`;
}

/** Reads what a package id names, its type in any spelling; undefined when it is none. */
export function parsePackageId(id: string): { format: FormatId; name: string } | undefined {
  const match = /^([a-z0-9-]+):\/\/(.+)$/is.exec(id);
  const format = match?.[1] && findFormatId(match[1]);
  return format && match[2] ? { format, name: match[2] } : undefined;
}

/** The tab a version opens on. */
export function defaultVersionTab(format: string): 'readme' | 'properties' {
  const id = findFormatId(format);
  return id && getCard(id).tabs?.includes('readme') ? 'readme' : 'properties';
}
