import type { Location, ProtocolRequest, Want } from '../format.ts';
import { isComposerVersion, isDevelopment } from './composer-version-order.ts';

// https://getcomposer.org/doc/05-repositories.md#composer

const namePart = /^[a-z0-9][a-z0-9._-]{0,127}$/;

/** `vendor/name` in lower case, as all of its clients ask for it. */
export function isPackageName(name: string): boolean {
  const parts = name.split('/');
  return parts.length === 2 && parts.every((part) => namePart.test(part));
}

const release = /^[0-9A-Za-z][0-9A-Za-z.+_-]{0,149}$/;
const branch = /^dev-[0-9A-Za-z#+._/-]{1,145}$/;
const line = /^v?\d{1,18}(?:\.\d{1,18}){0,2}(?:\.[xX*])*-dev$/;

/** A release, or the head of a branch. */
export function isVersion(version: string): boolean {
  return (release.test(version) && isComposerVersion(version)) || branch.test(version) || line.test(version);
}

/** What upstreams call a branch's head by, where it is the identity of a commit. */
const reference = /^[0-9a-f]{7,64}$/;

/** Slashes of a branch's name: a tilde is in no name of a branch. https://git-scm.com/docs/git-check-ref-format */
const spelled = (version: string) => version.replaceAll('/', '~');

/** Where an archive is stored. Heads of an upstream's branches have a place for each commit, so that what is stored there stays. */
export function archivePath(name: string, version: string, commit = ''): string {
  const folder = isDevelopment(version) && reference.test(commit) ? `${name}/${commit}` : name;
  return `${folder}/${name.slice(name.indexOf('/') + 1)}-${spelled(version)}.zip`;
}

/** The listing of releases, or of heads of branches. */
export function listingWant(name: string, development: boolean): Want {
  const variant = development ? 'development' : 'releases';
  return { kind: 'index', path: `p2/${name}${development ? '~dev' : ''}.json`, package: name, variant, freshness: 'metadata' };
}

/** Tells clients where everything is. */
export const rootWant: Want = { kind: 'index', path: 'packages.json', variant: 'root', freshness: 'metadata', own: true };

export function locate(path: string): Location | undefined {
  const [vendor = '', name = '', ...rest] = path.split('/');
  const file = rest.at(-1) ?? '';
  const id = `${vendor}/${name}`;
  if (!isPackageName(id) || !file.startsWith(`${name}-`) || !file.endsWith('.zip')) return undefined;
  const version = file.slice(name.length + 1, -'.zip'.length).replaceAll('~', '/');
  const commit = rest.length === 2 ? rest[0] : '';
  return isVersion(version) && archivePath(id, version, commit) === path ? { package: id, version, lead: true } : undefined;
}

function classifyRead(path: string, query: URLSearchParams): Want | undefined {
  if (path === 'packages.json') return rootWant;
  if (path === 'search.json') return { kind: 'aux', path, variant: 'search' };
  if (path === 'packages/list.json') return { kind: 'aux', path, variant: `list ${query.get('filter') ?? ''}`.trim() };
  const [, asked] = /^p2\/(.{3,260})\.json$/.exec(path.toLowerCase()) ?? [];
  if (asked !== undefined) {
    const name = asked.replace(/~dev$/, '');
    return isPackageName(name) ? listingWant(name, asked !== name) : undefined;
  }
  const location = locate(path);
  return location && { kind: 'file', path, ...location, listing: listingWant(location.package, isDevelopment(location.version)) };
}

/** Never throws. */
export function classify({ method, path, query }: ProtocolRequest): Want | undefined {
  if (method === 'GET' || method === 'HEAD') return classifyRead(path, query);
  if (method === 'POST') return path.replace(/\/$/, '') === 'api/security-advisories' ? { kind: 'aux', path, variant: 'advisories' } : undefined;
  const location = locate(path);
  if (method === 'DELETE') return path === '' ? undefined : { kind: 'remove', path, ...location };
  if (method !== 'PUT' || !path.toLowerCase().endsWith('.zip')) return undefined;
  return location ? { kind: 'publish', path, variant: 'plain', ...location } : { kind: 'publish', path, variant: 'archive' };
}
