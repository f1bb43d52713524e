import { type ArtifactSearchType, type FilterName, filterNames, type SearchFilters } from './search-query.ts';

/** Scopes that take filters at all; builds are found by their names alone, so that all that is typed is their name. */
export type FilteredScope = 'packages' | 'artifacts' | 'security' | 'releaseBundles';

const ofVersions = ['packageTypes', 'pkgType', 'repositories', 'scope', 'version', 'licenses', 'checksum', 'cve', 'severities', 'before', 'after'] as const;

/** This narrows each scope; the servers judge by it, and the screens tell of the rest. */
const narrowing: Record<FilteredScope, ReadonlySet<FilterName>> = {
  packages: new Set<FilterName>([...ofVersions, 'description', 'tags']),
  artifacts: new Set<FilterName>([...ofVersions, 'description', 'tags', 'properties', 'path', 'packageQuery', 'branch']),
  security: new Set<FilterName>([...ofVersions, 'path']),
  releaseBundles: new Set(),
};

/** Only scans know these. */
const knownToScans: ReadonlySet<FilterName> = new Set<FilterName>(['cve', 'severities']);

interface Circumstances {
  /** Something scans what is stored. */
  scans: boolean;
  /** Kind of an artifact search. */
  type?: ArtifactSearchType;
}

function isSet(value: SearchFilters[FilterName]): boolean {
  if (typeof value === 'object') return Object.keys(value).length > 0;
  return value !== undefined && value !== '' && value !== false;
}

/** Some filters belong to one kind of artifact search. */
function fitsType(name: FilterName, filters: SearchFilters, type: ArtifactSearchType): boolean {
  const isInside = type === 'class' || type === 'entry';
  if (name === 'searchType') return filters.searchType === type;
  if (name === 'isChecksum') return !isInside;
  return (name === 'excludeInnerClasses' || name === 'searchClassOnly') && isInside;
}

function isUsed(scope: FilteredScope, name: FilterName, filters: SearchFilters, { scans, type = 'quick' }: Circumstances): boolean {
  if (knownToScans.has(name) && !scans) return false;
  // The content that is scanned is known by one digest.
  if (scope === 'security' && name === 'checksum') return /^(?:sha256:)?[0-9a-f]{64}$/i.test(filters.checksum?.trim() ?? '');
  return narrowing[scope].has(name) || (scope === 'artifacts' && fitsType(name, filters, type));
}

/** The filters that a scope cannot use: whoever answers a search names them, so that no answer is wider than somebody thinks. */
export function findUnusedFilters(scope: FilteredScope, filters: SearchFilters, circumstances: Circumstances): FilterName[] {
  return filterNames.filter((name) => isSet(filters[name]) && !isUsed(scope, name, filters, circumstances));
}
