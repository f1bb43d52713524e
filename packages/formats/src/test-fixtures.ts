import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { createGzip, gzipSync } from 'node:zlib';
import { pack } from 'tar-stream';
import { ZipFile } from 'yazl';
import type { FileRow, FoundPackage, PackageFacts, PackageRow, ProtocolRequest, PublishContext, Rows, StagedFile } from './format.ts';

/** The text of a licence that is known by it. */
export const readLicenceText = (id: string): string => readFileSync(new URL(`./text/licences/${id}.txt`, import.meta.url), 'utf8');

/** For tests of formats: bytes as if they had been staged. */
export function stagedBytes(bytes: Buffer): StagedFile {
  const digest = (algorithm: string): string => createHash(algorithm).update(bytes).digest('hex');
  return {
    size: bytes.length,
    sha256: digest('sha256'),
    sha1: digest('sha1'),
    md5: digest('md5'),
    sha512: digest('sha512'),
    open: (range) => Readable.from([bytes.subarray(range?.start ?? 0, range ? range.end + 1 : undefined)]),
  };
}

/** A gzipped tar archive. */
export async function packTar(entries: Record<string, string | Buffer>): Promise<Buffer> {
  const tar = pack();
  for (const [name, content] of Object.entries(entries)) tar.entry({ name }, content);
  tar.finalize();
  return gzipSync(await buffer(tar));
}

/** A zip archive. */
export async function packZip(entries: Record<string, string | Buffer>): Promise<Buffer> {
  const zip = new ZipFile();
  for (const [name, content] of Object.entries(entries)) zip.addBuffer(Buffer.from(content), name);
  zip.end();
  return buffer(zip.outputStream as Readable);
}

/** A gzipped tar archive of a few hundred kilobytes that unpacks to hundreds of megabytes behind these entries. */
export async function packTarBomb(entries: Record<string, string>): Promise<Buffer> {
  const tar = pack();
  for (const [name, content] of Object.entries(entries)) tar.entry({ name }, content);
  const zeros = tar.entry({ name: `${Object.keys(entries)[0]}.zeros`, size: 400 * 1024 * 1024 }, () => tar.finalize());
  Readable.from(
    (function* () {
      const block = Buffer.alloc(1024 * 1024);
      for (let index = 0; index < 400; index++) yield block;
    })(),
  ).pipe(zeros);
  return buffer(tar.pipe(createGzip({ level: 1 })));
}

/** A zip archive that promises to unpack to hundreds of megabytes. */
export function packZipBomb(entries: Record<string, string>): Promise<Buffer> {
  return packZip({ ...entries, zeros: Buffer.alloc(300 * 1024 * 1024) });
}

/** A client's request. */
export function makeRequest(method: string, path: string, headers: Record<string, string> = {}): ProtocolRequest {
  const [before = '', query] = path.split('?');
  return { method, path: before, query: new URLSearchParams(query), headers };
}

/** One stored file. */
export function fileRow(path: string, content: string | Buffer = path, more: Partial<FileRow> = {}): FileRow {
  const { size, sha256, sha1, md5 } = stagedBytes(Buffer.from(content));
  const at = new Date('2026-01-02T03:04:05Z');
  return { path, size, sha256, sha1, md5, createdAt: at, modifiedAt: at, lead: true, properties: {}, ...more };
}

export interface StoredVersion {
  package: string;
  version: string;
  facts: PackageFacts;
  files: readonly FileRow[];
}

/** Makes what a local repository would hold. */
const makeFound = ({ name, pointers, versions }: PackageRow): FoundPackage => ({
  name,
  pointers,
  versions: versions.map(({ files, ...version }) => ({ ...version, complete: files.some(({ lead }) => lead) })),
});

export function readRows(versions: readonly StoredVersion[], pointers: Record<string, Record<string, string>> = {}): Rows {
  const readPackage = (name: string): PackageRow | undefined => {
    const own = versions.filter((one) => one.package === name);
    if (own.length === 0) return undefined;
    const rows = own.map(({ version, facts, files }) => ({ version, facts, files, createdAt: new Date('2026-01-02T03:04:05Z') }));
    return { id: names.indexOf(name) + 1, name, revision: 7, pointers: pointers[name] ?? {}, versions: rows };
  };
  const files = versions.flatMap((one) => one.files);
  const names = [...new Set(versions.map((one) => one.package))].toSorted();
  return {
    packageRevisions: async () => names.map((name) => readPackage(name)!),
    packages: async (ids) => ids.map((id) => readPackage(names[id - 1]!)!),
    package: async (name) => readPackage(name),
    knownNames: async (asked) => asked.filter((name) => names.includes(name)),
    packageNames: async ({ prefix = '', after = '', limit = 1000 } = {}) => names.filter((name) => name.startsWith(prefix) && name > after).slice(0, limit),
    search: async (text, { offset, limit }) => {
      const found = names.filter((name) => name.toLowerCase().includes(text.toLowerCase()));
      return { total: found.length, packages: found.slice(offset, offset + limit).map((name) => makeFound(readPackage(name)!)) };
    },
    file: async (path) => files.find((file) => file.path === path),
    files: async (folder) => files.filter((file) => file.path.slice(0, Math.max(0, file.path.lastIndexOf('/'))) === folder),
    filesWithin: async (folder, { name, depth } = {}) =>
      files.filter(({ path }) => {
        const parts = path.slice(folder.length + 1).split('/');
        return path.startsWith(`${folder}/`) && (name === undefined || parts.at(-1) === name) && (depth === undefined || parts.length - 1 === depth);
      }),
  };
}

/** A publish whose staging is memory. */
export function publishContext(request: ProtocolRequest, body: Readable | Buffer, rows: Rows = readRows([])): PublishContext {
  return {
    request,
    baseUrl: 'http://host/artifactory/api/x/local',
    body: Buffer.isBuffer(body) ? Readable.from([body]) : body,
    properties: {},
    rows,
    stage: async (stream) => stagedBytes(await buffer(stream)),
    stored: (file) => ({ ...file, open: () => Readable.from([file.path]) }),
    read: (reader, ...args) => reader(...args),
  };
}
