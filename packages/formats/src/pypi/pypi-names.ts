import { clean, compare } from '@renovatebot/pep440';
import type { Location, ProtocolRequest, Want } from '../format.ts';
import { compareNaturally } from '../natural-order.ts';

/** The one spelling of a project's name. https://packaging.python.org/en/latest/specifications/name-normalization/ */
export function normalise(name: string): string {
  return name.replace(/[-_.]+/g, '-').toLowerCase();
}

const projectName = /^[a-z0-9](?:[a-z0-9._-]{0,212}[a-z0-9])?$/i;

export function isProjectName(name: string): boolean {
  return projectName.test(name);
}

/** A version in its normal form; undefined for what PEP 440 does not know. */
export function normalVersion(version: string): string | undefined {
  return version.length <= 200 ? (clean(version) ?? undefined) : undefined;
}

/** PEP 440's order; what it does not know comes first. */
export function compareVersions(a: string, b: string): number {
  const [known, other] = [normalVersion(a) !== undefined, normalVersion(b) !== undefined];
  if (known && other) return compare(a, b);
  return known === other ? compareNaturally(a, b) : known ? 1 : -1;
}

// https://packaging.python.org/en/latest/specifications/binary-distribution-format/#file-name-convention
const wheel = /^([^-]+)-([^-]+)(?:-\d[^-]*)?-[^-]+-[^-]+-[^-]+\.whl$/;
const sourceEnding = /\.(?:tar\.gz|zip|tgz|tar\.bz2|egg)$/;

/** Reads what a distribution's file name says; the name helps where a dash could belong to either part. */
export function parseFileName(file: string, project: string): { version: string; kind: 'wheel' | 'source' } | undefined {
  // No file system keeps a longer name.
  if (file.length > 255) return undefined;
  const [, name, version] = wheel.exec(file) ?? [];
  if (name && version) {
    const normal = normalVersion(version.replaceAll('_', '-'));
    return normal && normalise(name) === project ? { version: normal, kind: 'wheel' } : undefined;
  }
  if (!sourceEnding.test(file)) return undefined;
  const stem = file.replace(sourceEnding, '');
  for (let dash = stem.indexOf('-'); dash !== -1; dash = stem.indexOf('-', dash + 1)) {
    const normal = normalise(stem.slice(0, dash)) === project ? normalVersion(stem.slice(dash + 1)) : undefined;
    if (normal) return { version: normal, kind: 'source' };
  }
  return undefined;
}

/** Storage path of a distribution; files whose name tells no version lie beside the versions. */
export function filePath(project: string, file: string): string {
  return `${project}/${parseFileName(file, project)?.version ?? 'other'}/${file}`;
}

/** Tells what the file at a storage path is. */
export function locate(path: string): Location | undefined {
  const [project, version, file, ...deeper] = path.split('/');
  if (!project || !version || !file || deeper.length > 0 || normalise(project) !== project || !isProjectName(project)) return undefined;
  const distribution = file.replace(/\.(?:metadata|asc)$/, '');
  if (parseFileName(distribution, project)?.version !== version) return undefined;
  return { package: project, version, ...(distribution === file ? { lead: true } : {}) };
}

/** The listing of a project, in whichever spelling. */
export function projectWant(project: string, variant?: string): Want {
  return { kind: 'index', path: `.pypi/${project}.json`, package: project, freshness: 'metadata', ...(variant ? { variant } : {}) };
}

/** Which spelling of the simple API the client likes best. PEP 691 */
function spelling({ headers, query }: ProtocolRequest): 'json' | 'html' | 'html-v1' {
  const ranked = (query.get('format') ?? headers.accept ?? 'text/html')
    .split(',')
    .map((part) => {
      const [type = '', ...parameters] = part.trim().split(';');
      const quality = parameters.map((one) => /^\s*q=([\d.]+)/.exec(one)?.[1]).find((one) => one !== undefined);
      return { type: type.trim().toLowerCase(), quality: quality === undefined ? 1 : Number(quality) };
    })
    .toSorted((a, b) => b.quality - a.quality);
  for (const { type } of ranked) {
    if (/^application\/vnd\.pypi\.simple\.(?:v1|latest)\+json$/.test(type)) return 'json';
    if (/^application\/vnd\.pypi\.simple\.(?:v1|latest)\+html$/.test(type)) return 'html-v1';
    if (type === 'text/html' || type === '*/*' || type === 'text/*') return 'html';
  }
  return 'html';
}

function classifyFile(method: string, path: string): Want | undefined {
  const [project, version, file, ...deeper] = path.split('/');
  if (!project || !version || !file || deeper.length > 0) return undefined;
  if (method === 'GET' || method === 'HEAD') return { kind: 'file', path, package: normalise(project), version, listing: projectWant(normalise(project)) };
  if (method === 'PUT') return { kind: 'publish', path, package: normalise(project), variant: 'plain' };
  return method === 'DELETE' ? { kind: 'remove', path, package: normalise(project) } : undefined;
}

/** Tells what a request of pip, twine or uv asks for. */
export function classify(request: ProtocolRequest): Want | undefined {
  const { method } = request;
  const path = request.path.replace(/\/$/, '');
  const reading = method === 'GET' || method === 'HEAD';
  if (method === 'POST') return ['', 'legacy', 'simple'].includes(path) ? { kind: 'publish', path: '', variant: 'upload' } : undefined;
  if (path === 'simple') return reading ? { kind: 'index', path: '.pypi/projects.json', freshness: 'metadata', variant: spelling(request) } : undefined;
  if (path.startsWith('simple/')) {
    const name = path.slice('simple/'.length);
    if (!reading || !isProjectName(name)) return undefined;
    const project = normalise(name);
    return project === name ? projectWant(project, spelling(request)) : { kind: 'aux', path: project, variant: 'redirect', package: project };
  }
  return classifyFile(method, path.replace(/^packages\//, ''));
}
