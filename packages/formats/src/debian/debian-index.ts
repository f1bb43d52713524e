import { pipeline, Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { AppError } from '@packhouse/contract/errors.ts';
import { createXzDecompress } from '../archive/xz.ts';
import { documentRefusals } from '../document-refusals.ts';
import type { Want } from '../format.ts';
import type { Generation, IndexDocument, IndexEntry, IndexedListing, ListedFile, OpenUpstream } from '../indexed-listing.ts';
import { clearText } from '../text/clear-text.ts';
import { readText, splitText } from '../text/split-text.ts';
import { getField } from './control-fields.ts';
import type { DebContent } from './deb-package.ts';
import { getPlaces } from './deb-places.ts';
import { card } from './debian-card.ts';
import { refusals } from './debian-refusals.ts';

// https://wiki.debian.org/DebianRepository/Format

/** A package is listed in every suite that its properties name; without a suite it is only stored. @throws AppError `bad_request` when that is too much */
function entries(file: ListedFile): IndexEntry[] {
  const { package: name, version, architecture, control } = file.content as DebContent;
  const stanza = `${control}Filename: ${file.path}\nSize: ${file.size}\nMD5sum: ${file.md5}\nSHA1: ${file.sha1}\nSHA256: ${file.sha256}\n\n`;
  return getPlaces(file.properties, architecture, stanza.length).map((place) => ({
    scope: place.suite,
    list: `${place.component}/binary-${place.architecture}`,
    package: name,
    key: `${name} ${version} ${architecture}`,
    path: file.path,
    text: stanza,
  }));
}

function getPlace(list: string): { component: string; architecture: string } {
  const at = list.lastIndexOf('/binary-');
  return { component: list.slice(0, at), architecture: list.slice(at + '/binary-'.length) };
}

/** Folders of a suite up to which the empty ones are made too. */
const mostFolders = 2000;

async function build(generation: Generation): Promise<void> {
  const { scope, lists, repositoryKey, at, signer } = generation;
  const places = [...lists.keys()].map(getPlace);
  const components = [...new Set(places.map(({ component }) => component))].sort();
  const architectures = [...new Set(places.map(({ architecture }) => architecture))].sort();
  const own = architectures.filter((architecture) => architecture !== 'all');
  const listed: string[] = [];
  // Clients ask for every architecture in every component, empty or not; where that would be more than anybody names in earnest, what there is has to do.
  const isWide = components.length * architectures.length > mostFolders;
  for (const component of components)
    for (const architecture of architectures) {
      if (isWide && !lists.has(`${component}/binary-${architecture}`)) continue;
      // What runs everywhere is listed for each architecture, as older clients expect.
      const folder = `${component}/binary-${architecture}`;
      const names = architecture === 'all' ? [folder] : [`${component}/binary-all`, folder];
      const packed = await generation.pack({ lists: names });
      const path = `${folder}/Packages.gz`;
      generation.publish(`dists/${scope}/${path}`, packed);
      generation.publish(`dists/${scope}/${folder}/by-hash/SHA256/${packed.sha256}`, packed, { lasting: true });
      listed.push(line(packed.raw, `${folder}/Packages`), line(packed, path));
    }
  const release = [
    `Origin: ${repositoryKey}`,
    `Label: ${repositoryKey}`,
    `Suite: ${scope}`,
    `Codename: ${scope}`,
    `Date: ${at.toUTCString().replace('GMT', 'UTC')}`,
    'Acquire-By-Hash: yes',
    // With only packages for all architectures, their own list is the one to read.
    ...(own.length > 0 ? ['No-Support-for-Architecture-all: Packages'] : []),
    `Architectures: ${architectures.join(' ')}`,
    `Components: ${components.join(' ')}`,
    'SHA256:',
    ...listed,
    '',
  ].join('\n');
  generation.publish(`dists/${scope}/Release`, await generation.store(release));
  generation.publish(`dists/${scope}/Release.gpg`, await generation.store(await signer.detached(release)));
  generation.publish(`dists/${scope}/InRelease`, await generation.store(await signer.clear(release)));
}

function line({ sha256, size }: Pick<IndexDocument, 'sha256' | 'size'>, path: string): string {
  return ` ${sha256} ${String(size).padStart(12)} ${path}`;
}

function heads(scope: string): Want[] {
  return ['InRelease', 'Release'].map((name) => ({ kind: 'document', path: `dists/${scope}/${name}`, freshness: 'pointer', scope }));
}

/** Bytes of a suite's head; the largest known ones have a tenth. */
const longestRelease = 16 * 1024 * 1024;
/** As much as the control file of a package may have. */
const longestStanza = 4 * 1024 * 1024;

interface Release {
  files: Map<string, string>;
  byHash: boolean;
}

/** SHA-256 of the documents of a suite, by their paths in it. */
export function readSums(release: string): Map<string, string> {
  const files = new Map<string, string>();
  let isSum = false;
  for (const row of release.split('\n')) {
    if (!/^[ \t]/.test(row)) isSum = /^SHA256:[ \t]*$/.test(row);
    if (!isSum) continue;
    const [sha256 = '', , path = ''] = row.trim().split(/\s+/);
    if (/^[0-9a-f]{64}$/.test(sha256) && path !== '') files.set(path, sha256);
  }
  return files;
}

/** @throws AppError `upstream_failed` when there is text around the signed one */
function parseRelease(document: string): Release {
  const release = clearText(document.replace(/\r\n/g, '\n'));
  return { files: readSums(release), byHash: getField(release, 'Acquire-By-Hash')?.toLowerCase() === 'yes' };
}

/** A file of exactly this content, kept under its checksum whether or not the upstream offers it so. */
function exactly(scope: string, path: string, sha256: string, byHash: boolean): Want {
  const at = path.lastIndexOf('/') + 1;
  const want: Want = { kind: 'document', path: `dists/${scope}/${path.slice(0, at)}by-hash/SHA256/${sha256}`, freshness: 'forever', sha256 };
  return byHash ? want : { ...want, variant: `dists/${scope}/${path}` };
}

function pin(want: Want, head: Buffer): Want {
  const { files, byHash } = parseRelease(head.toString());
  const path = want.path.slice(`dists/${want.scope}/`.length);
  const sha256 = files.get(path);
  return sha256 === undefined || want.scope === undefined ? want : exactly(want.scope, path, sha256, byHash);
}

const packed: readonly [string, () => NodeJS.ReadWriteStream][] = [
  ['.gz', createGunzip],
  ['.xz', createXzDecompress],
];

async function* read(scope: string, open: OpenUpstream): AsyncGenerator<IndexEntry> {
  let head: Readable | undefined;
  for (const want of heads(scope)) head ??= await open(want);
  if (!head) return;
  const { files, byHash } = parseRelease(await readText(head, longestRelease));
  for (const folder of new Set(
    [...files.keys()].filter((path) => /\/binary-[^/]+\/Packages(\.\w+)?$/.test(path)).map((path) => path.slice(0, path.lastIndexOf('/'))),
  )) {
    const choice = packed.map(([ending, unpack]) => ({ path: `${folder}/Packages${ending}`, unpack })).find(({ path }) => files.has(path));
    const path = choice?.path ?? `${folder}/Packages`;
    const sha256 = files.get(path);
    if (sha256 === undefined) throw new AppError(documentRefusals.upstream_compression_unknown, { path: folder });
    const body = await open(exactly(scope, path, sha256, byHash));
    if (!body) throw new AppError(refusals.upstream_release_names_missing, { path });
    yield* stanzas(choice ? pipeline(body, choice.unpack(), () => undefined) : body, folder, scope);
  }
}

async function* stanzas(body: NodeJS.ReadableStream, folder: string, scope: string): AsyncGenerator<IndexEntry> {
  const { component } = getPlace(folder);
  for await (const stanza of splitText(Readable.from(body as AsyncIterable<Buffer>), '\n\n', longestStanza)) yield* getEntry(stanza, component, folder, scope);
}

function* getEntry(stanza: string, component: string, folder: string, scope: string): Generator<IndexEntry> {
  const [name, version, architecture, path] = ['Package', 'Version', 'Architecture', 'Filename'].map((field) => getField(stanza, field));
  if (!name || !version || !architecture || !path) return;
  const list = architecture === 'all' ? `${component}/binary-all` : folder;
  yield { scope, list, package: name, key: `${name} ${version} ${architecture}`, path: path.replace(/^\.\//, ''), text: `${stanza.trim()}\n\n` };
}

/** A release signs itself, or stands beside its signature. */
function signature(path: string): { beside?: string } | undefined {
  if (/(?:^|\/)InRelease$/.test(path)) return {};
  return /(?:^|\/)Release$/.test(path) ? { beside: `${path}.gpg` } : undefined;
}

export const debianIndex: IndexedListing = { signedBy: card.signedBy, signature, entries, build, isAlwaysThere: () => false, heads, pin, read };
