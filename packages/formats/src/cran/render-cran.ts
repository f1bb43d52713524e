import { gzipSync } from 'node:zlib';
import type { Rendered, Want } from '../format.ts';
import { listedFields } from './cran-facts.ts';
import type { CranEntry, CranListing } from './cran-listing.ts';
import { compareVersions } from './cran-version-order.ts';
import { integers, list, nothing, texts, writeRds } from './r-values.ts';

const columns = ['Package', 'Version', ...listedFields, 'MD5sum'] as const;

type Row = readonly (string | null)[];

const makeRow = (name: string, { version, fields, md5 }: CranEntry): Row => [name, version, ...listedFields.map((field) => fields[field] ?? null), md5 ?? null];

/** Of each package the newest, as R's own repositories list them; those before it are in the archive. */
function listNewest({ packages }: CranListing): Row[] {
  return [...packages.keys()].sort().map((name) => makeRow(name, packages.get(name)!.toSorted((a, b) => compareVersions(b.version, a.version))[0]!));
}

const writeRecord = (row: Row) => `${row.flatMap((value, at) => (value === null ? [] : [`${columns[at]}: ${value}\n`])).join('')}\n`;

/** A matrix of texts, column by column. */
function writeMatrix(rows: readonly Row[]): Buffer {
  const cells = columns.flatMap((_, at) => rows.map((row) => row[at] ?? null));
  const names = list([rows.length > 0 ? texts(rows.map(([name]) => name ?? null)) : nothing, texts([...columns])]);
  return writeRds(texts(cells, { dim: integers([rows.length, columns.length]), dimnames: names }));
}

/** https://cran.r-project.org/doc/manuals/R-admin.html#Setting-up-a-package-repository */
export function render(want: Want, listing: CranListing): Rendered {
  const rows = listNewest(listing);
  if (want.variant === 'rds') return { contentType: 'application/octet-stream', body: writeMatrix(rows) };
  const text = rows.map(writeRecord).join('');
  return want.variant === 'gz' ? { contentType: 'application/gzip', body: gzipSync(text) } : { contentType: 'text/plain; charset=utf-8', body: text };
}
