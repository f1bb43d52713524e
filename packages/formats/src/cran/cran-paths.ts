import type { Location, ProtocolRequest, Want } from '../format.ts';
import { isCranVersion } from './cran-version-order.ts';

// https://cran.r-project.org/doc/manuals/R-admin.html#Setting-up-a-package-repository

/** Sources stand here, whatever machine they are for. */
export const sources = 'src/contrib';

const binaryFolder = /^bin\/[a-z][a-z0-9._-]{0,60}(?:\/[a-z][a-z0-9._-]{0,60})?\/contrib\/\d{1,3}\.\d{1,3}$/;
const packageName = /^[A-Za-z][A-Za-z0-9.]{0,199}$/;
const packageFile = /^(?<name>[^_]{1,200})_(?<version>[0-9.-]{1,200})(?<ending>\.tar\.gz|\.tgz|\.zip)$/;

/** Letters, digits and points, of which the last is none. */
export const isPackageName = (name: string): boolean => packageName.test(name) && !name.endsWith('.') && name.length > 1;

/** A folder with a listing of its own: that of the sources, or of what was built for one system and one line of R. */
const isFolder = (folder: string): boolean => folder === sources || binaryFolder.test(folder);

/** Where what was built is kept; undefined when there can be no such folder. */
function findBinaryFolder(distribution: string | null, rVersion: string | null): string | undefined {
  const folder = `bin/${distribution ?? ''}/contrib/${rVersion ?? ''}`;
  return isFolder(folder) ? folder : undefined;
}

export interface PackagePlace extends Location {
  folder: string;
  ending: string;
}

const split = (path: string): [folder: string, file: string] => {
  const at = path.lastIndexOf('/');
  return [path.slice(0, Math.max(0, at)), path.slice(at + 1)];
};

/** What stands at a storage path. */
export function findPlace(path: string): PackagePlace | undefined {
  const [folder, file] = split(path);
  const { name = '', version = '', ending = '' } = packageFile.exec(file)?.groups ?? {};
  if (!isFolder(folder) || !isPackageName(name) || !isCranVersion(version)) return undefined;
  if (folder === sources && ending !== '.tar.gz') return undefined;
  return { package: name, version, lead: true, folder, ending };
}

export function locate(path: string): Location | undefined {
  const place = findPlace(path);
  return place && { package: place.package, version: place.version, lead: true };
}

/** Listings are cached under the name that all upstreams have them by. */
export const listingWant = (folder: string, variant = 'gz'): Want => ({ kind: 'index', path: `${folder}/PACKAGES.gz`, variant, freshness: 'metadata' });

/** Which folder's packages a listing tells of. */
export const getFolder = (want: Want): string => split(want.path)[0];

const spellings: Readonly<Record<string, string>> = { PACKAGES: 'text', 'PACKAGES.gz': 'gz', 'PACKAGES.rds': 'rds' };

/** Sources stay where they came, so a version that has been followed by others is at both of its addresses. */
const withoutArchive = (path: string) => path.replace(/^src\/contrib\/Archive\/[^/]+\/(?=[^/]+$)/, `${sources}/`);

function classifyRead(path: string): Want | undefined {
  const [folder, file] = split(path);
  const spelling = Object.hasOwn(spellings, file) ? spellings[file] : undefined;
  if (spelling !== undefined) return isFolder(folder) ? listingWant(folder, spelling) : undefined;
  const stored = withoutArchive(path);
  const place = findPlace(stored);
  return place && { kind: 'file', path: stored, package: place.package, version: place.version, listing: listingWant(place.folder) };
}

function classifyPublish(path: string, query: URLSearchParams): Want | undefined {
  if (path === 'sources') return { kind: 'publish', path, variant: sources };
  if (path === 'binaries') return { kind: 'publish', path, variant: findBinaryFolder(query.get('distribution'), query.get('rVersion')) ?? '' };
  const stored = withoutArchive(path);
  const place = locate(stored);
  if (place) return { kind: 'publish', path: stored, ...place };
  return !path.includes('/') && path.endsWith('.tar.gz') ? { kind: 'publish', path, variant: sources } : undefined;
}

/** Never throws. */
export function classify({ method, path, query }: ProtocolRequest): Want | undefined {
  if (method === 'GET' || method === 'HEAD') return classifyRead(path);
  if (method === 'PUT' || method === 'POST') return classifyPublish(path, query);
  if (method !== 'DELETE' || path === '') return undefined;
  const stored = withoutArchive(path);
  const place = locate(stored);
  return { kind: 'remove', path: stored, ...(place ? { package: place.package, version: place.version } : {}) };
}
