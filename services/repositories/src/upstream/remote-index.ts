import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { AppError } from '@packhouse/contract/errors.ts';
import { upstreamWords } from '@packhouse/contract/repositories/upstream-words.ts';
import type { FileSource, Format, StagedFile, UpstreamRequest, Want } from '@packhouse/formats/format.ts';
import { getFormat } from '@packhouse/formats/formats.ts';
import type { StagedBlob } from '@packhouse/kernel/blobs/blob-store.ts';
import type { OutgoingAnswer } from '@packhouse/kernel/outgoing/outgoing.ts';
import type { Context } from '../context.ts';
import type { RemoteRepository } from '../directory/directory.ts';
import { type ListingQuestion, modelKey, type Offered, readOffered } from '../reading/listing-work.ts';
import { smallDocument } from '../reading/small-document.ts';
import { asStaged } from '../storage/stored-blob.ts';
import { askForNewer, fetchKept } from './conditional-fetch.ts';
import { freshUntil, isFresh, letRest, missingEntry, presentEntry, readEntry, writeEntry } from './remote-entry.ts';
import { type EntryValues, type RemoteEntry, upsertDocument } from './remote-entry-queries.ts';
import { askUpstream, isGone, requireContent, upstreamUrl } from './upstream.ts';

const largestDocument = 256 * 1024 * 1024;

/** The document of an upstream's listing. */
export interface ListingDocument {
  file: StagedFile;
  url: string;
  contentType: string;
}

/** A listing of an upstream: which document, and its model when asked for. */
export interface RemoteListing {
  /** Changes when the document does. */
  validator: string;
  /** Its document where that is too large to be read on everybody's loop; whoever does not need all of its model asks for what they need. */
  large(): Promise<ListingDocument | undefined>;
  model(): Promise<unknown>;
  /** The versions that it offers, as far as its format tells. */
  offers(): Promise<Offered>;
}

const copyIn = (entry: RemoteEntry | undefined) => (entry?.status === 'present' && entry.sha256 !== null ? entry : undefined);

/**
 * The upstream's listing, as fresh as the repository's settings ask; undefined when the upstream has none.
 * When the upstream fails, the stored copy is good however old it is.
 * @throws AppError `upstream_unavailable`, `upstream_failed` when there is no copy
 */
export async function remoteListing(
  context: Context,
  repository: RemoteRepository,
  want: Want,
  options: { newerThan?: Date } = {},
): Promise<RemoteListing | undefined> {
  // Rules ask for more than a short listing says.
  const guarded = context.firewall.guard(repository.key) !== undefined;
  if (want.whole && guarded) return remoteListing(context, repository, want.whole, options);
  const read = async (path: string | undefined) => (path === undefined ? undefined : readEntry(context, repository, path));
  const findOwn = async () => copyIn(await read(want.path));
  const found = await fetchKept<RemoteEntry>(context, repository, {
    kind: 'listing',
    path: want.path,
    async findGood() {
      const [own, other] = await Promise.all([read(want.path), read(want.standIn)]);
      const isGood = (entry: RemoteEntry | undefined): entry is RemoteEntry => isFresh(entry) && (!options.newerThan || entry.fetchedAt > options.newerThan);
      // Whoever has just seen a version in one of two listings finds it in the other, too.
      const newer = copyIn(other);
      if (isGood(newer) && !(own && own.fetchedAt > newer.fetchedAt)) return want.whole ? newer : undefined;
      return isGood(own) ? (copyIn(own) ?? null) : undefined;
    },
    findCopy: async () => (await findOwn()) ?? (guarded ? undefined : copyIn(await read(want.standIn))),
    fetch: async () => fetchDocument(context, repository, want, await findOwn()),
    afterFailure: (copy) => letRest(context, repository, want.path, copy),
  });
  if (!found) return undefined;
  const large = () => findLarge(context, want, found);
  const format = getFormat(repository.format);
  return {
    validator: `${repository.id}:${found.sha256}`,
    large,
    async model() {
      const document = await large();
      return document ? askLarge(context, format, { want, document, question: { ask: 'model' } }) : parsed(context, format, want, found);
    },
    async offers() {
      const document = await large();
      if (document) return (await askLarge(context, format, { want, document, question: { ask: 'offers' } })) as Offered;
      return readOffered(format, want, await parsed(context, format, want, found));
    },
  };
}

/** Says what to ask an upstream; undefined when it says itself that there is no such listing. */
async function upstreamRequest(context: Context, repository: RemoteRepository, format: Format, want: Want): Promise<UpstreamRequest | undefined> {
  const first = format.discovery?.want(want);
  if (!format.discovery || !first) return format.upstream?.(want, repository.settings.url) ?? { path: want.path };
  const listing = await remoteListing(context, repository, first);
  const path = listing && format.discovery.address(want, await listing.model());
  return path === undefined ? undefined : { path };
}

async function askForDocument(
  context: Context,
  repository: RemoteRepository,
  { path, query, headers, otherwise }: UpstreamRequest,
  conditions: Record<string, string>,
): Promise<OutgoingAnswer> {
  const ask = (at: string) => askUpstream(context, repository, { url: upstreamUrl(repository, at, query), headers: { ...headers, ...conditions } });
  const answer = await ask(path);
  if (otherwise === undefined || !isGone(answer.status)) return answer;
  answer.body.destroy();
  return ask(otherwise);
}

async function fetchDocument(context: Context, repository: RemoteRepository, want: Want, copy: RemoteEntry | undefined): Promise<RemoteEntry | null> {
  const format = getFormat(repository.format);
  const asked = await upstreamRequest(context, repository, format, want);
  if (!asked) {
    await writeEntry(context, repository, want.path, missingEntry(repository));
    return null;
  }
  const freshness = want.freshness ?? 'metadata';
  const newer = await askForNewer(context, repository, {
    path: want.path,
    freshness,
    copy,
    ask: (conditions) => askForDocument(context, repository, asked, conditions),
  });
  if (newer.kind === 'missing') return null;
  if (newer.kind === 'unchanged') return newer.entry;
  const { answer } = newer;
  const inHeader = asked.documentHeader === undefined ? undefined : answer.headers[asked.documentHeader];
  if (answer.status !== 204 || inHeader === undefined) requireContent(repository, answer);
  if (inHeader !== undefined) answer.body.destroy();
  const body = inHeader === undefined ? answer.body : Readable.from([Buffer.from(inHeader)]);
  const staged = await context.platform.blobs.stage(body, { limit: largestDocument, isOwn: true });
  try {
    const entry = { ...presentEntry(answer, staged.sha256, freshUntil(repository, freshness)), fetchedAt: new Date() };
    // What cannot be read is never stored: a login page served with 200 must not become the listing.
    if (staged.size > smallDocument) return await keepLarge(context, repository, want, { staged, entry });
    return await keepDocument(context, repository, want, { staged, entry });
  } finally {
    await staged.discard();
  }
}

interface Fetched {
  staged: StagedBlob;
  entry: RemoteEntry;
}

/** Keeps a document of any size, or what is needed of it. */
async function keepLarge(context: Context, repository: RemoteRepository, want: Want, { staged, entry }: Fetched): Promise<RemoteEntry> {
  const document = { file: staged, ...getOrigin(entry) };
  const condensed = (await askLarge(context, getFormat(repository.format), { want, document, question: { ask: 'keep' } })) as Uint8Array | undefined;
  if (!condensed) return store(context, repository, want, { staged, entry });
  const shorter = await context.platform.blobs.stage(Readable.from([Buffer.from(condensed)]), { isOwn: true });
  try {
    const kept = { staged: shorter, entry: { ...entry, sha256: shorter.sha256 } };
    return await (shorter.size > smallDocument ? store : keepDocument)(context, repository, want, kept);
  } finally {
    await shorter.discard();
  }
}

async function keepDocument(context: Context, repository: RemoteRepository, want: Want, fetched: Fetched): Promise<RemoteEntry> {
  const document = await buffer(Readable.from(fetched.staged.open()));
  remember(context, want, fetched.entry, parse(getFormat(repository.format), want, document, fetched.entry), document.length);
  return store(context, repository, want, fetched);
}

async function store(context: Context, repository: RemoteRepository, want: Want, { staged, entry }: Fetched): Promise<RemoteEntry> {
  await context.db.transaction().execute((tx) => upsertDocument(tx, repository.id, want.path, staged, entry, () => staged.promote()));
  return entry;
}

const getOrigin = (entry: Pick<EntryValues, 'url' | 'contentType'>) => ({ url: entry.url ?? '', contentType: entry.contentType ?? 'application/octet-stream' });

function requireParser(format: Format): NonNullable<Format['parse']> {
  if (!format.parse) throw new AppError(upstreamWords.format_reads_no_listings);
  return format.parse.bind(format);
}

function parse(format: Format, want: Want, document: Buffer, entry: Pick<EntryValues, 'url' | 'contentType'>): unknown {
  return requireParser(format)(want, document, getOrigin(entry));
}

async function findLarge(context: Context, want: Want, entry: RemoteEntry): Promise<ListingDocument | undefined> {
  const { sha256 } = entry;
  if (sha256 === null || context.remotes.models.has(modelKey(want, entry))) return undefined;
  const size = (await context.platform.blobs.size(sha256)) ?? 0;
  // Only what is named by its SHA-256 is read here.
  return size > smallDocument ? { file: asStaged(context.platform.blobs, { sha256, sha1: '', md5: '', size }), ...getOrigin(entry) } : undefined;
}

function askLarge(
  context: Context,
  format: Format,
  { want, document, question }: { want: Want; document: ListingDocument; question: ListingQuestion },
): Promise<unknown> {
  requireParser(format);
  const { file, ...origin } = document;
  return context.readers.list({ format: format.id, want, parts: [{ source: 'remote', member: '', file: 0, ...origin }], question, files: [file] });
}

/** Where a remote repository keeps a file, by what its listing says. */
export async function findSource(
  context: Context,
  format: Format,
  want: Want,
  listed: { want: Want; listing: RemoteListing },
): Promise<FileSource | undefined> {
  const document = await listed.listing.large();
  if (!document) return format.fileSource?.(want, await listed.listing.model());
  return (await askLarge(context, format, { want: listed.want, document, question: { ask: 'source', wanted: want } })) as FileSource | undefined;
}

function remember(context: Context, want: Want, entry: EntryValues, model: unknown, documentSize: number): void {
  context.remotes.models.set(modelKey(want, entry), { model }, { size: Math.max(1, documentSize * 4) });
}

async function parsed(context: Context, format: Format, want: Want, entry: RemoteEntry): Promise<unknown> {
  const known = context.remotes.models.get(modelKey(want, entry));
  if (known) return known.model;
  const document = await buffer(await context.platform.blobs.open(entry.sha256 ?? ''));
  const model = parse(format, want, document, entry);
  remember(context, want, entry, model, document.length);
  return model;
}
