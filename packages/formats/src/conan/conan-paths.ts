import type { Location, ProtocolRequest, UpstreamRequest, Want } from '../format.ts';
import { type ConanPlace, contentFolder, getAddress, getFolder, type Reference, readAddress, readPackage, readStored } from './conan-place.ts';

// The protocol is what the client's own `rest_routes.py` and `rest_client_v2.py` say; there is no other description of it.

/** This stands for a version: the recipe. It is there before `conanmanifest.txt`, whose arrival makes the revision complete. */
const recipe = 'conanfile.py';

const searchPath = 'v2/conans/search';

const calls: Record<string, Want> = {
  'v1/ping': { kind: 'aux', path: 'v1/ping', variant: 'ping' },
  'v2/ping': { kind: 'aux', path: 'v2/ping', variant: 'ping' },
  'v2/users/authenticate': { kind: 'aux', path: 'v2/users/authenticate', variant: 'authenticate', needs: 'none' },
  'v2/users/check_credentials': { kind: 'aux', path: 'v2/users/check_credentials', variant: 'check', needs: 'none' },
  [searchPath]: { kind: 'aux', path: searchPath, variant: 'search' },
};

export function locate(path: string): Location | undefined {
  const place = readStored(path);
  if (place?.file === undefined) return undefined;
  const { reference, packageId, file } = place;
  return { package: readPackage(reference), version: reference.version, lead: packageId === undefined && file === recipe };
}

function ofPackage({ reference }: ConanPlace): Pick<Want, 'package' | 'version'> {
  return { package: readPackage(reference), version: reference.version };
}

function fileWant(place: ConanPlace, file: string): Want {
  // What a client keeps beside a revision, build logs and signatures, may become more and other than it was.
  const freshness = file.startsWith('metadata/') ? 'metadata' : 'forever';
  return { kind: 'file', path: `${contentFolder(place)}/${file}`, ...ofPackage(place), freshness };
}

/** Listings stand where no file can: a file's name begins with no dot. Those of revisions are movable, for they say which is the newest. */
function listingWant(place: ConanPlace, call: string): Want | undefined {
  const { recipeRevision, packageId, packageRevision } = place;
  const listing = (variant: string, list: string, freshness: 'metadata' | 'pointer'): Want => ({
    kind: 'index',
    path: `${getFolder(place)}/.${list}`,
    ...ofPackage(place),
    variant,
    freshness,
  });
  const isRevision = packageId === undefined ? recipeRevision !== undefined : packageRevision !== undefined;
  if (call === 'latest' || call === 'revisions') return isRevision ? undefined : listing(call, 'revisions', 'pointer');
  if (!isRevision) return undefined;
  if (call === 'files') return listing('files', 'files', 'metadata');
  return call === 'search' && packageId === undefined ? listing('packages', 'packages', 'metadata') : undefined;
}

/** Gives what upstreams are asked for when somebody searches. Where only one package can be meant, its name may be nobody else's business. */
export function searchWant(query: string, reference?: Reference): Want {
  const search: Want = { kind: 'index', path: `.search?${query}`, variant: 'search', freshness: 'metadata' };
  if (!reference) return search;
  return { ...search, path: `${reference.user ?? '_'}/${reference.name}/.search?${query}`, package: readPackage(reference) };
}

/** A whole reference, a revision of its recipe, all packages of that, one package, or one revision of it. */
function removalWant(place: ConanPlace, call: string | undefined): Want | undefined {
  if (call === undefined) return { kind: 'remove', path: getFolder(place) };
  const isAllPackages = call === 'packages' && place.recipeRevision !== undefined && place.packageId === undefined;
  return isAllPackages ? { kind: 'remove', path: `${getFolder(place)}/package` } : undefined;
}

export function classify({ method, path }: ProtocolRequest): Want | undefined {
  const isRead = method === 'GET' || method === 'HEAD';
  if (isRead && Object.hasOwn(calls, path)) return calls[path];
  const read = readAddress(path);
  if (!read) return undefined;
  const { place, call } = read;
  if (place.file !== undefined) {
    if (!listingWant(place, 'files') || !(isRead || method === 'PUT')) return undefined;
    const want = fileWant(place, place.file);
    return isRead ? want : { ...want, kind: 'publish' };
  }
  if (method === 'DELETE') return removalWant(place, call);
  return isRead && call !== undefined ? listingWant(place, call) : undefined;
}

/** Upstreams are asked in the protocol for what has another path here; what is the newest follows from their list of revisions. */
export function upstream(want: Want): UpstreamRequest {
  const place = readStored(want.path);
  if (!place) return { path: searchPath, query: want.path.slice(want.path.indexOf('?') + 1) };
  const address = getAddress(place);
  if (place.file !== undefined) return { path: `${address}/files/${place.file}` };
  if (want.variant === 'packages') return { path: `${address}/search`, query: 'list_only=False' };
  return { path: `${address}/${want.variant === 'files' ? 'files' : 'revisions'}` };
}
