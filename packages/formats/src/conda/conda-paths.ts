import type { Location, ProtocolRequest, Want } from '../format.ts';

// https://conda.org/learn/ceps/cep-0026/ names packages, channels and the folders of platforms

const platform = /^(?:noarch|[a-z][a-z0-9]{1,19}-[a-z0-9_]{1,20})$/;
/** A channel may be the repository itself, or stand up to three folders below it, as labels do. */
const channel = /^(?:[A-Za-z0-9][A-Za-z0-9._-]{0,99}\/){0,3}$/;
const packageName = /^[A-Za-z0-9_][A-Za-z0-9._-]{0,199}$/;
const packageFile = /^(?<name>.+)-(?<version>[A-Za-z0-9_.!+*]{1,200})-(?<build>[A-Za-z0-9_.+]{1,200})(?<ending>\.conda|\.tar\.bz2)$/;

export const isPackageName = (name: string): boolean => packageName.test(name);
export const isBuild = (build: string): boolean => /^[A-Za-z0-9_.+]{1,200}$/.test(build);
export const isPlatform = (name: string): boolean => platform.test(name);

/** Packages and claims are known by this: case counts for nothing. */
export const packageKey = (name: string): string => name.toLowerCase();

/** What the name of a package's file says of it. */
export interface NamedPackage {
  name: string;
  version: string;
  build: string;
  ending: '.conda' | '.tar.bz2';
}

export function readFileName(file: string): NamedPackage | undefined {
  const groups = file.length <= 600 ? packageFile.exec(file)?.groups : undefined;
  const { name = '', version = '', build = '', ending } = groups ?? {};
  return ending === undefined || !isPackageName(name) ? undefined : { name, version, build, ending: ending as NamedPackage['ending'] };
}

export const writeFileName = ({ name, version, build, ending }: NamedPackage): string => `${name}-${version}-${build}${ending}`;

export interface PackagePlace extends NamedPackage {
  /** Channel and platform. */
  folder: string;
}

const split = (path: string): [folder: string, file: string] => {
  const at = path.lastIndexOf('/');
  return [path.slice(0, Math.max(0, at)), path.slice(at + 1)];
};

/** The platform whose packages are in a folder; undefined for folders that hold none. */
export function findPlatform(folder: string): string | undefined {
  const [above, last] = split(folder);
  return platform.test(last) && channel.test(above === '' ? '' : `${above}/`) ? last : undefined;
}

/** What stands at a storage path. */
export function findPlace(path: string): PackagePlace | undefined {
  const [folder, file] = split(path);
  const named = findPlatform(folder) === undefined ? undefined : readFileName(file);
  return named && { ...named, folder };
}

export function locate(path: string): Location | undefined {
  const place = findPlace(path);
  return place && { package: packageKey(place.name), version: place.version, lead: true };
}

/** All packages of a folder, or of each only its newest. */
const listings = { 'repodata.json': 'repodata.json', 'current_repodata.json': 'current_repodata.json' } as const;
export type ListingName = keyof typeof listings;

export const listingWant = (folder: string, name: ListingName = 'repodata.json', variant: 'json' | 'zst' = 'json'): Want => ({
  kind: 'index',
  path: `${folder}/${name}`,
  variant,
  freshness: 'metadata',
});

/** Which folder's packages a listing tells of. */
export const getFolder = (want: Want): string => split(want.path)[0];
/** Whether a listing is that of the newest alone. */
export const isOfNewest = (want: Want): boolean => split(want.path)[1] === listings['current_repodata.json'];

function classifyRead(path: string): Want | undefined {
  const [folder, file] = split(path);
  const plain = file.replace(/\.zst$/, '');
  if (Object.hasOwn(listings, plain))
    return findPlatform(folder) === undefined ? undefined : listingWant(folder, plain as ListingName, plain === file ? 'json' : 'zst');
  const place = findPlace(path);
  return place && { kind: 'file', path, package: packageKey(place.name), version: place.version, listing: listingWant(folder) };
}

/** A package that is sent to no folder of a platform is put into that of its own. */
function classifyPublish(path: string): Want | undefined {
  const place = locate(path);
  if (place) return { kind: 'publish', path, ...place };
  const [folder, file] = split(path);
  const isPackage = /\.(?:conda|tar\.bz2)$/.test(file) && channel.test(folder === '' ? '' : `${folder}/`);
  return isPackage && findPlatform(folder) === undefined ? { kind: 'publish', path, variant: 'unplaced' } : undefined;
}

/** Never throws. */
export function classify({ method, path }: ProtocolRequest): Want | undefined {
  if (method === 'GET' || method === 'HEAD') return classifyRead(path);
  if (method === 'PUT' || method === 'POST') return classifyPublish(path);
  if (method !== 'DELETE' || path === '') return undefined;
  const place = locate(path);
  return { kind: 'remove', path, ...(place ? { package: place.package, version: place.version } : {}) };
}
