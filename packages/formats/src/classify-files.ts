import type { Format, Location, Want } from './format.ts';

/** Requests of a format whose files are put at any path and taken away there; `read` says what reading a path asks for. */
export function classifyFiles(read: (path: string) => Want): Format['classify'] {
  return ({ method, path }) => {
    if (method === 'GET' || method === 'HEAD') return read(path);
    if (path === '') return undefined;
    if (method === 'PUT' || method === 'POST') return { kind: 'publish', path };
    if (method === 'DELETE') return { kind: 'remove', path };
    return undefined;
  };
}

/** A stored file, and the package and version where it is of one. */
export function fileAt(path: string, location: Location | undefined): Want {
  return { kind: 'file', path, ...(location ? { package: location.package, version: location.version } : {}) };
}
