import type { ProtocolRequest, UpstreamRequest, Want } from '../format.ts';
import { getFolder, getPackage, getUploadPath, type HubKind, type HubPlace, isFile, isId, isName, isRevision, readStored } from './hub-place.ts';

// The protocol is what the client's own `hf_api.py`, `_commit_api.py`, `lfs.py` and `file_download.py` say; the hub describes a part of it.
// https://huggingface.co/docs/hub/api

/** Gives one revision, with its files: by its own name, or by that of a branch or tag. */
export function revisionWant(place: HubPlace, revision: string, variant = 'info'): Want {
  return {
    kind: 'index',
    path: `${getFolder(place)}/.revisions/${revision}`,
    package: getPackage(place),
    version: revision,
    variant,
    freshness: isRevision(revision) ? 'forever' : 'pointer',
  };
}

const listWant = (place: HubPlace, variant: string, revision = ''): Want => ({
  kind: 'index',
  path: `${getFolder(place)}/.${variant}${revision && `/${revision}`}`,
  package: getPackage(place),
  ...(revision ? { version: revision } : {}),
  variant,
  freshness: 'pointer',
});

function fileWant(place: HubPlace, revision: string, file: string): Want {
  const listing = revisionWant(place, revision);
  const want: Want = { kind: 'file', path: `${getFolder(place)}/${revision}/${file}`, package: getPackage(place), listing };
  return isRevision(revision) ? { ...want, version: revision } : { ...want, newest: listing };
}

/** A revision at the beginning of a path, and what is behind it. */
function splitRevision(parts: readonly string[]): { revision: string; rest: string } | undefined {
  const length = parts[0] === 'refs' ? 3 : 1;
  const [revision, rest] = [parts.slice(0, length), parts.slice(length)];
  const last = revision.at(-1) ?? '';
  if (revision.length < length || !(isRevision(last) || isName(last)) || (length > 1 && !/^[a-z]{1,20}$/.test(revision[1]!))) return undefined;
  return { revision: revision.join('/'), rest: rest.join('/') };
}

const auxWant = (variant: string, needs: NonNullable<Want['needs']>, place?: HubPlace, version?: string): Want => ({
  kind: 'aux',
  path: place ? getFolder(place) : variant,
  variant,
  needs,
  ...(place ? { package: getPackage(place) } : {}),
  ...(version === undefined ? {} : { version }),
});

const calls: Readonly<Record<string, Want>> = {
  'GET api/whoami-v2': auxWant('whoami', 'none'),
  'POST api/validate-yaml': auxWant('validate', 'none'),
  'POST api/repos/create': auxWant('create', 'deploy'),
  'DELETE api/repos/delete': { kind: 'remove', path: '' },
  'GET api/models': auxWant('search', 'read', undefined, 'models'),
  'GET api/datasets': auxWant('search', 'read', undefined, 'datasets'),
  'GET api/spaces': auxWant('search', 'read', undefined, 'spaces'),
};

/** Calls about one model, dataset or space; what follows is a revision, or a name where it says so. */
const ownCalls = new Set(['revision', 'tree', 'refs', 'commits', 'preupload', 'commit', 'branch', 'tag', 'paths-info']);

function readApi(method: string, kind: HubKind, parts: readonly string[]): Want | undefined {
  const length = parts.length === 1 || ownCalls.has(parts[1]!) ? 1 : 2;
  const place: HubPlace = { kind, id: parts.slice(0, length).join('/') };
  if (!isId(place.id)) return undefined;
  const [call, ...rest] = parts.slice(length);
  if (method === 'GET' && call === undefined) return revisionWant(place, 'main');
  if (method === 'GET' && call === 'refs' && rest.length === 0) return listWant(place, 'refs');
  if (call === 'branch' || call === 'tag') return readNaming(method, call, place, rest.join('/'));
  const at = splitRevision(rest);
  if (!at) return undefined;
  if (method === 'GET' && call === 'tree') return at.rest === '' || isFile(at.rest) ? revisionWant(place, at.revision, `tree/${at.rest}`) : undefined;
  if (at.rest !== '') return undefined;
  if (method === 'GET' && call === 'revision') return revisionWant(place, at.revision);
  if (method === 'GET' && call === 'commits') return listWant(place, 'commits', at.revision);
  if (method !== 'POST') return undefined;
  if (call === 'preupload') return auxWant('preupload', 'deploy', place, at.revision);
  if (call === 'paths-info') return auxWant('paths', 'read', place, at.revision);
  if (call === 'commit') return { kind: 'publish', path: getFolder(place), package: getPackage(place), version: at.revision, variant: 'commit' };
  return undefined;
}

function readNaming(method: string, call: 'branch' | 'tag', place: HubPlace, name: string): Want | undefined {
  if (name === '' || (method !== 'POST' && method !== 'DELETE')) return undefined;
  return auxWant(`${method === 'POST' ? 'set' : 'delete'}-${call}`, 'deploy', place, name);
}

const content =
  /^(?:(?<kind>datasets|spaces)\/)?(?<id>[^/]+(?:\/[^/]+)?)(?:\/resolve\/(?<at>.+)|\/lfs\/(?<oid>[0-9a-f]{64})|\.git\/info\/lfs\/objects\/(?<batch>batch))$/s;

/** Files, and how the large ones among them arrive. https://github.com/git-lfs/git-lfs/blob/main/docs/api/batch.md */
function readContent(method: string, path: string): Want | undefined {
  const groups = content.exec(path)?.groups;
  if (!groups || !isId(groups.id!)) return undefined;
  const place: HubPlace = { kind: (groups.kind as HubKind | undefined) ?? 'models', id: groups.id! };
  if (groups.batch) return method === 'POST' ? auxWant('batch', 'deploy', place) : undefined;
  if (groups.oid) return method === 'PUT' ? { kind: 'publish', path: getUploadPath(place, groups.oid), variant: 'upload', sha256: groups.oid } : undefined;
  const at = splitRevision(groups.at!.split('/'));
  if (!at || !isFile(at.rest)) return undefined;
  const want = fileWant(place, at.revision, at.rest);
  if (method === 'GET') return want;
  return method === 'PUT' && isRevision(at.revision) ? { ...want, kind: 'publish' } : undefined;
}

export function classify({ method: asked, path }: ProtocolRequest): Want | undefined {
  const method = asked === 'HEAD' ? 'GET' : asked;
  const call = `${method} ${path}`;
  if (Object.hasOwn(calls, call)) return calls[call];
  const [first, kind, ...parts] = path.split('/');
  if (first === 'api' && (kind === 'models' || kind === 'datasets' || kind === 'spaces')) return parts.length > 0 ? readApi(method, kind, parts) : undefined;
  const known = readContent(method, path);
  if (known || !readStored(path)) return known;
  return method === 'GET' ? { kind: 'file', path } : undefined;
}

export function upstream(want: Want): UpstreamRequest {
  const [kind = 'models', namespace = '', name = ''] = want.path.split('/');
  const place: HubPlace = { kind: kind as HubKind, id: namespace === '_' ? name : `${namespace}/${name}` };
  const api = `api/${kind}/${place.id}`;
  if (want.variant === 'refs') return { path: `${api}/refs` };
  if (want.variant === 'commits') return { path: `${api}/commits/${want.version}` };
  if (want.kind === 'index') return { path: `${api}/revision/${want.version}`, query: 'blobs=true' };
  const stored = readStored(want.path);
  return { path: stored ? `${getPackage(stored)}/resolve/${stored.revision}/${stored.file}` : want.path };
}
