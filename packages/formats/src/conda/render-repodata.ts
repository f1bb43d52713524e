import { zstdCompressSync } from 'node:zlib';
import type { Rendered, Want } from '../format.ts';
import type { CondaListing } from './conda-listing.ts';
import { findPlatform, getFolder } from './conda-paths.ts';

const [comma, end] = [Buffer.from(','), Buffer.from('}')];

function* writeFiles(files: readonly (readonly [string, CondaListing['files'] extends Map<string, infer Entry> ? Entry : never])[]): Generator<Uint8Array> {
  for (const [at, [file, { record }]] of files.entries()) {
    if (at > 0) yield comma;
    yield Buffer.from(`${JSON.stringify(file)}:`);
    yield typeof record === 'string' ? Buffer.from(record) : record;
  }
  yield end;
}

/** https://conda.org/learn/ceps/cep-0036/ */
export function render(want: Want, { files }: CondaListing): Rendered {
  const sorted = [...files].sort(([a], [b]) => (a < b ? -1 : 1));
  const isOfNew = ([file]: (typeof sorted)[number]) => file.endsWith('.conda');
  const info = JSON.stringify({ subdir: findPlatform(getFolder(want)) });
  const body = Buffer.concat([
    Buffer.from(`{"info":${info},"packages":{`),
    ...writeFiles(sorted.filter((one) => !isOfNew(one))),
    Buffer.from(',"packages.conda":{'),
    ...writeFiles(sorted.filter(isOfNew)),
    Buffer.from(',"removed":[],"repodata_version":1}'),
  ]);
  return want.variant === 'zst' ? { contentType: 'application/zstd', body: zstdCompressSync(body) } : { contentType: 'application/json; charset=utf-8', body };
}
