import { pipeline, Readable } from 'node:stream';
import { createGunzip, createZstdDecompress } from 'node:zlib';
import { AppError } from '@packhouse/contract/errors.ts';
import { createXzDecompress } from '../archive/xz.ts';
import { documentRefusals } from '../document-refusals.ts';
import type { Want } from '../format.ts';
import type { Generation, IndexEntry, IndexedListing, ListedFile, OpenUpstream } from '../indexed-listing.ts';
import { readText, splitText } from '../text/split-text.ts';
import { card } from './rpm-card.ts';
import { type RpmContent, renderOther, renderPrimary } from './rpm-metadata.ts';
import { refusals } from './rpm-refusals.ts';

const lists = {
  primary: { root: 'metadata', names: 'xmlns="http://linux.duke.edu/metadata/common" xmlns:rpm="http://linux.duke.edu/metadata/rpm"' },
  filelists: { root: 'filelists', names: 'xmlns="http://linux.duke.edu/metadata/filelists"' },
  other: { root: 'otherdata', names: 'xmlns="http://linux.duke.edu/metadata/other"' },
} as const;
type List = keyof typeof lists;
const listNames = Object.keys(lists) as List[];
const declaration = '<?xml version="1.0" encoding="UTF-8"?>\n';

const within = (scope: string, path: string) => (scope === '' ? path : `${scope}/${path}`);

/** One listing at the root covers the whole repository, whatever folders its files lie in. */
function entries(file: ListedFile): IndexEntry[] {
  const { name, key, files, changes } = file.content as RpmContent;
  const texts: Record<List, string> = { primary: renderPrimary(file, file.path), filelists: renderOther(file, files), other: renderOther(file, changes) };
  return listNames.map((list) => ({ scope: '', list, package: name, key, path: file.path, text: texts[list] }));
}

async function build(generation: Generation): Promise<void> {
  const { scope, at, signer } = generation;
  const time = Math.floor(at.getTime() / 1000);
  const data: string[] = [];
  for (const list of listNames) {
    const { root, names } = lists[list];
    const packed = await generation.pack({
      lists: [list],
      frame: ({ entries: count }) => ({ head: `${declaration}<${root} ${names} packages="${count}">\n`, tail: `</${root}>\n` }),
    });
    const href = `repodata/${packed.sha256}-${list}.xml.gz`;
    generation.publish(within(scope, href), packed, { lasting: true });
    data.push(
      `<data type="${list}"><checksum type="sha256">${packed.sha256}</checksum><open-checksum type="sha256">${packed.raw.sha256}</open-checksum>`,
      `<location href="${href}"/><timestamp>${time}</timestamp><size>${packed.size}</size><open-size>${packed.raw.size}</open-size></data>`,
    );
  }
  const names = 'xmlns="http://linux.duke.edu/metadata/repo" xmlns:rpm="http://linux.duke.edu/metadata/rpm"';
  const repomd = `${declaration}<repomd ${names}>\n<revision>${time}</revision>\n${data.join('\n')}\n</repomd>\n`;
  generation.publish(within(scope, 'repodata/repomd.xml'), await generation.store(repomd));
  generation.publish(within(scope, 'repodata/repomd.xml.asc'), await generation.store(await signer.detached(repomd)));
}

function heads(scope: string): Want[] {
  return [{ kind: 'document', path: within(scope, 'repodata/repomd.xml'), freshness: 'pointer', scope }];
}

type Sums = Pick<Want, 'sha256' | 'sha512' | 'sha1'>;

interface ListFile {
  type: string;
  href: string;
  /** The best of those that the listing says; empty where it says none that is known here. */
  sums: Sums;
}

/** Kinds of checksums, the best first: SHA-256 is what stored files are known by, `sha` what old tools call SHA-1. */
const kinds: readonly { sum: keyof Sums; name: string; digits: number }[] = [
  { sum: 'sha256', name: 'sha256', digits: 64 },
  { sum: 'sha512', name: 'sha512', digits: 128 },
  { sum: 'sha1', name: 'sha1?', digits: 40 },
];

function computeSums(body: string): Sums {
  for (const { sum, name, digits } of kinds) {
    const value = new RegExp(`<checksum\\s+type="${name}"[^>]*>\\s*([0-9a-f]{${digits}})\\s*<`).exec(body)?.[1];
    if (value !== undefined) return { [sum]: value };
  }
  return {};
}

/** Longest head of an upstream, and longest part of it about one list; honest ones have a hundredth. */
const longestHead = 1024 * 1024;
const longestData = 16 * 1024;
/** One package in one list; those with the most files have some ten million characters. */
const longestPackage = 64 * 1024 * 1024;
const longestTag = 16 * 1024;

/** Where the attributes of the first tag of a name stand; a tag longer than any honest one is none. */
function getPlace(text: string, name: string): { start: number; end: number } | undefined {
  const at = text.search(new RegExp(`<${name}\\s`));
  const end = at < 0 ? -1 : text.indexOf('>', at);
  return end < 0 || end - at > longestTag ? undefined : { start: at + name.length + 1, end };
}

function getTag(text: string, name: string): string | undefined {
  const place = getPlace(text, name);
  return place && text.slice(place.start, place.end);
}

const findAttribute = (tag: string | undefined, name: string) => new RegExp(`\\s${name}="([^"]*)"`).exec(tag ?? '')?.[1];

/** @throws AppError `upstream_failed` */
function parseRepomd(document: string): ListFile[] {
  if (document.length > longestHead) throw new AppError(refusals.upstream_repomd_too_large);
  return document
    .split('</data>')
    .slice(0, -1)
    .flatMap((part) => {
      const start = part.search(/<data\s/);
      const body = part.slice(start);
      if (start < 0 || body.length > longestData) return [];
      const type = findAttribute(getTag(body, 'data'), 'type');
      const href = findAttribute(getTag(body, 'location'), 'href');
      return !type || !href || href.includes('..') ? [] : [{ type, href, sums: computeSums(body) }];
    });
}

/** Names with a checksum say what they hold; others are kept under one, so that no two generations mix. */
function exactly(scope: string, { href, sums }: ListFile): Want {
  const path = within(scope, href);
  const [sum] = Object.values(sums);
  if (sum === undefined) return { kind: 'document', path, freshness: 'pointer' };
  if (path.includes(sum)) return { kind: 'document', path, freshness: 'forever', ...sums };
  return { kind: 'document', path: path.replace(/([^/]+)$/, `${sum}-$1`), freshness: 'forever', ...sums, variant: path };
}

function pin(want: Want, head: Buffer): Want {
  const { scope } = want;
  const named = parseRepomd(head.toString()).find(({ href }) => scope !== undefined && within(scope, href) === want.path);
  return named && scope !== undefined ? exactly(scope, named) : want;
}

// A failure on the way ends the stream that is read, which tells it.
const failed = () => undefined;

function unpacked(body: Readable, href: string): NodeJS.ReadableStream {
  if (href.endsWith('.gz')) return pipeline(body, createGunzip(), failed);
  if (href.endsWith('.xz')) return pipeline(body, createXzDecompress(), failed);
  if (href.endsWith('.zst')) return pipeline(body, createZstdDecompress(), failed);
  if (href.endsWith('.xml')) return body;
  throw new AppError(documentRefusals.upstream_compression_unknown, { path: href });
}

async function* read(scope: string, open: OpenUpstream): AsyncGenerator<IndexEntry> {
  const head = await open(heads(scope)[0]!);
  if (!head) return;
  const files = parseRepomd(await readText(head, longestHead));
  for (const list of listNames) {
    const file = files.find(({ type }) => type === list);
    if (!file) continue;
    const body = await open(exactly(scope, file));
    if (!body) throw new AppError(refusals.upstream_repomd_names_missing, { path: file.href });
    for await (const entry of readPackages(unpacked(body, file.href))) yield* getEntry(entry, list, scope);
  }
}

async function* readPackages(body: NodeJS.ReadableStream): AsyncGenerator<string> {
  const end = '</package>';
  let piece: string | undefined;
  for await (const next of splitText(Readable.from(body as AsyncIterable<Buffer>), end, longestPackage)) {
    // What follows the last one is the end of the list.
    if (piece !== undefined) yield `${piece.slice(Math.max(0, piece.indexOf('<package ')))}${end}\n`;
    piece = next;
  }
}

const getPlain = (value: string) =>
  value.replace(/&(?:amp|lt|gt|quot);/g, (entity) => ({ '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"' })[entity] ?? entity);

function* getEntry(fragment: string, list: List, scope: string): Generator<IndexEntry> {
  const opening = getTag(fragment, 'package');
  const inside = (name: string) => new RegExp(`<${name}>([^<]*)</${name}>`).exec(fragment)?.[1];
  const [name, architecture] = list === 'primary' ? [inside('name'), inside('arch')] : [findAttribute(opening, 'name'), findAttribute(opening, 'arch')];
  const version = getTag(fragment, 'version');
  if (!name || !architecture || !version) return;
  const part = (key: string) => findAttribute(version, key) ?? '';
  const key = getPlain(`${name}-${part('epoch') || '0'}:${part('ver')}-${part('rel')}.${architecture}`);
  // Files are fetched through us, wherever the upstream would have sent its clients.
  const place = getPlace(fragment, 'location');
  // Without a place that can be read there is nothing to fetch either.
  if (list === 'primary' && !place) return;
  const location = place && fragment.slice(place.start, place.end).replace(/\sxml:base="[^"]*"/g, '');
  const own = place ? `${fragment.slice(0, place.start)}${location}${fragment.slice(place.end)}` : fragment;
  const href = findAttribute(location, 'href');
  yield { scope, list, package: getPlain(name), key, path: within(scope, getPlain(href ?? `${name}.rpm`)), text: own };
}

const signature = (path: string) => (/(?:^|\/)repodata\/repomd\.xml$/.test(path) ? { beside: `${path}.asc` } : undefined);

export const rpmIndex: IndexedListing = { signedBy: card.signedBy, signature, entries, build, isAlwaysThere: (scope) => scope === '', heads, pin, read };
