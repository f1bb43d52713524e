import { Readable } from 'node:stream';
import { gzipSync } from 'node:zlib';
import { readTar } from '../archive/tar-archive.ts';
import type { Want } from '../format.ts';
import type { Generation, IndexEntry, IndexedListing, ListedFile, OpenUpstream } from '../indexed-listing.ts';
import { card } from './alpine-card.ts';

/** The lines of a package's entry that follow from its bytes, by their letters. */
export interface ApkContent {
  package: string;
  version: string;
  architecture: string;
  checksum: string;
  lines: string[];
}

const indexName = 'APKINDEX.tar.gz';
const list = 'index';
/** Unpacked; the largest known one has a tenth of this. */
const largestIndex = 128 * 1024 * 1024;

export const getFolder = (path: string) => (path.includes('/') ? path.slice(0, path.lastIndexOf('/')) : '');
const within = (scope: string, name: string) => (scope === '' ? name : `${scope}/${name}`);

/** Clients look for a package beside the listing that names it, so that each folder is a scope. */
function entries(file: ListedFile): IndexEntry[] {
  const { package: name, version, architecture, checksum, lines } = file.content as ApkContent;
  const scope = getFolder(file.path);
  const folder = scope.slice(scope.lastIndexOf('/') + 1);
  // A package for every architecture is fetched from the folder of the client's own.
  const listed = architecture === 'noarch' && folder !== '' ? folder : architecture;
  const text = [`C:${checksum}`, `P:${name}`, `V:${version}`, `A:${listed}`, `S:${file.size}`, ...lines].join('\n');
  return [{ scope, list, package: name, key: `${name} ${version}`, path: file.path, text: `${text}\n\n` }];
}

/** https://pubs.opengroup.org/onlinepubs/9699919799/utilities/pax.html */
function tarHeader(name: string, size: number, time: number): Buffer {
  const header = Buffer.alloc(512);
  const octal = (value: number, length: number) => `${value.toString(8).padStart(length - 1, '0')}\0`;
  const put = (text: string, at: number) => header.write(text, at, 'latin1');
  put(name, 0);
  put(octal(0o644, 8), 100);
  put(octal(0, 8), 108);
  put(octal(0, 8), 116);
  put(octal(size, 12), 124);
  put(octal(time, 12), 136);
  put('        ', 148);
  put('0', 156);
  put('ustar\x0000', 257);
  const sum = header.reduce((total, byte) => total + byte, 0);
  put(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
  return header;
}

const padding = (size: number) => Buffer.alloc((512 - (size % 512)) % 512);
const tarFile = (name: string, content: Buffer) => Buffer.concat([tarHeader(name, content.length, 0), content, padding(content.length)]);

async function build(generation: Generation): Promise<void> {
  const { scope, repositoryKey, signer } = generation;
  const packed = await generation.pack({
    lists: [list],
    frame: ({ size }) => ({
      head: Buffer.concat([tarFile('DESCRIPTION', Buffer.from(`${repositoryKey} ${scope}\n`)), tarHeader('APKINDEX', size, 0)]),
      tail: Buffer.concat([padding(size), Buffer.alloc(1024)]),
    }),
  });
  const files: Buffer[] = [];
  for (const [word, hash] of [
    ['RSA256', 'sha256'],
    ['RSA', 'sha1'],
  ] as const)
    for (const { keyName, signature } of await signer.rsa(packed.open(), hash)) files.push(tarFile(`.SIGN.${word}.${keyName}`, signature));
  // The signature's tar has no end: what follows it continues the same archive.
  const seal = gzipSync(Buffer.concat(files));
  async function* sealed() {
    yield seal;
    yield* packed.open();
  }
  generation.publish(within(scope, indexName), await generation.store(Readable.from(sealed(), { objectMode: false })));
}

function heads(scope: string): Want[] {
  return [{ kind: 'document', path: within(scope, indexName), freshness: 'pointer', scope }];
}

async function* read(scope: string, open: OpenUpstream): AsyncGenerator<IndexEntry> {
  const body = await open(heads(scope)[0]!);
  if (!body) return;
  const wanted = (name: string) => (name === 'APKINDEX' ? { limit: largestIndex } : undefined);
  const found = await readTar({ size: largestIndex, open: () => body }, wanted, 'gzip', largestIndex);
  for (const stanza of (found.get('APKINDEX')?.toString() ?? '').split('\n\n')) {
    const field = (letter: string) => new RegExp(`^${letter}:(.*)$`, 'm').exec(stanza)?.[1];
    const [name, version] = [field('P'), field('V')];
    if (!name || !version) continue;
    yield { scope, list, package: name, key: `${name} ${version}`, path: within(scope, `${name}-${version}.apk`), text: `${stanza.trim()}\n\n` };
  }
}

export const apkIndex: IndexedListing = { signedBy: card.signedBy, entries, build, isAlwaysThere: () => false, heads, read };
