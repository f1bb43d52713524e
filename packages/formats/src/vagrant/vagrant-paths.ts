import type { Location, ProtocolRequest, Want } from '../format.ts';
import { isVersionNumber } from '../gems/gem-version.ts';

/** One box of a version: for one provider, and for one architecture where it says so. */
export interface BoxPlace {
  name: string;
  version: string;
  provider: string;
  architecture?: string;
}

const word = /^[A-Za-z0-9_][A-Za-z0-9_.-]{0,99}$/;
const box = /^(?<name>[^/]+(?:\/[^/]+)?)\/(?<version>[^/]+)\/(?<provider>[a-z][a-z0-9_]{0,49})(?:-(?<architecture>[a-z0-9_]{1,30}))?\.box$/;

const isName = (name: string) => name.split('/').length <= 2 && name.split('/').every((part) => word.test(part));

/** Where a box is kept; undefined for a place where none can be. */
export function getPath({ name, version, provider, architecture }: BoxPlace): string | undefined {
  const path = `${name}/${version}/${provider}${architecture === undefined ? '' : `-${architecture}`}.box`;
  return readPath(path) && path;
}

export function readPath(path: string): BoxPlace | undefined {
  const groups = box.exec(path)?.groups;
  const { name = '', version = '', provider = '', architecture } = groups ?? {};
  if (!groups || !isName(name) || !isVersionNumber(version)) return undefined;
  return { name, version, provider, ...(architecture === undefined ? {} : { architecture }) };
}

export function locate(path: string): Location | undefined {
  const place = readPath(path);
  return place && { package: place.name, version: place.version, lead: true };
}

/** Existing scripts say with matrix parameters what they upload, under a path of any kind. */
export function findPlace(path: string, properties: Readonly<Record<string, readonly string[]>>): string {
  const [name, version, provider, architecture] = ['box_name', 'box_version', 'box_provider', 'box_architecture'].map((key) => properties[key]?.[0]);
  if (name === undefined || version === undefined || provider === undefined) return path;
  return getPath({ name, version, provider, ...(architecture === undefined ? {} : { architecture }) }) ?? path;
}

/** https://developer.hashicorp.com/vagrant/docs/boxes/format#box-metadata */
const listingWant = (name: string): Want => ({ kind: 'index', path: `${name}/.boxes`, package: name, freshness: 'metadata' });

export function classify({ method, path }: ProtocolRequest): Want | undefined {
  if (method === 'PUT' || method === 'POST') return path === '' ? undefined : { kind: 'publish', path };
  if (method === 'DELETE') return path === '' ? undefined : { kind: 'remove', path };
  if (method !== 'GET' && method !== 'HEAD') return undefined;
  const place = readPath(path);
  if (place) return { kind: 'file', path, package: place.name, version: place.version, listing: listingWant(place.name) };
  // Newer clients ask below the path of the cloud's own interface.
  const name = path.replace(/^api\/v2\/vagrant\//, '');
  return isName(name) ? listingWant(name) : undefined;
}
