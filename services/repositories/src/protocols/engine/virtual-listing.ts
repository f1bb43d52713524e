import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { AppError } from '@packhouse/contract/errors.ts';
import { upstreamWords } from '@packhouse/contract/repositories/upstream-words.ts';
import type { Want } from '@packhouse/formats/format.ts';
import type { IndexedListing } from '@packhouse/formats/indexed-listing.ts';
import { patternsAccept } from '../../directory/accepted-paths.ts';
import type { LocalRepository, RemoteRepository, StoringRepository, VirtualRepository } from '../../directory/directory.ts';
import { type BuildList, buildGeneration } from '../../indexing/build-generation.ts';
import { BuiltMeanwhileError, type BuiltScope, type ListingKey, selectScope } from '../../indexing/index-document-queries.ts';
import { freshLocalListing } from '../../indexing/local-listing.ts';
import { type PackedBlock, packBlock } from '../../indexing/packed-list.ts';
import { openSigner } from '../../keys/signer.ts';
import type { Db } from '../../schema.ts';
import { onceForAll } from '../../storage/single-flight.ts';
import type { StoredArtifact } from '../../storage/stored-artifact.ts';
import type { Call } from './call.ts';
import { remoteFile } from './file-source.ts';
import { atOneMoment, type Entry, selectClaimedNames, selectClaimsState, selectEntries } from './listing-entry-queries.ts';
import { membersFor } from './members.ts';

const pageSize = 5000;
/** Text that is compressed in one piece. */
const pieceSize = 256 * 1024;

interface Member {
  repository: StoringRepository;
  /** Changes when the member's listing does. */
  state: string;
}

/** The document of a remote repository, from its cache or its upstream. */
export async function upstreamDocument(call: Call, repository: RemoteRepository, want: Want): Promise<StoredArtifact | undefined> {
  const answer = await remoteFile(call, repository, { ...want, kind: 'file' }, true);
  if (answer.kind === 'stored') return answer.artifact;
  if (answer.kind === 'stream') {
    answer.body.resume();
    return answer.stored;
  }
  if (answer.kind === 'passing') answer.body.destroy();
  return undefined;
}

async function readHead(call: Call, repository: RemoteRepository, indexed: IndexedListing, scope: string): Promise<string | undefined> {
  for (const want of indexed.heads(scope)) {
    const found = await upstreamDocument(call, repository, want);
    if (found) return found.sha256;
  }
  return undefined;
}

/** Which members take part for this caller, whatever they hold. */
async function takingPart(call: Call, repository: VirtualRepository, want: Want): Promise<{ members: readonly StoringRepository[]; variant: string }> {
  const { locals, remotes } = await membersFor(call, repository, want);
  const members = [...locals, ...remotes];
  const variant = createHash('sha256')
    .update(members.map((member) => member.id).join())
    .digest('hex')
    .slice(0, 16);
  return { members, variant };
}

export async function readVariant(call: Call, repository: VirtualRepository, want: Want): Promise<string> {
  return (await takingPart(call, repository, want)).variant;
}

/** Merges that may come to nothing because others came first. */
const mostAttempts = 5;

/** Brings the merged listing up to date; answers which variant of it the caller sees. */
export async function freshVirtualListing(call: Call, repository: VirtualRepository, want: Want, scope: string, indexed: IndexedListing): Promise<string> {
  const { members, variant } = await takingPart(call, repository, want);
  for (let attempt = 1; ; attempt++) {
    try {
      await bringUpToDate(call, repository, { members, scope, indexed, key: { repositoryId: repository.id, variant, scope } });
      return variant;
    } catch (error) {
      if (!(error instanceof BuiltMeanwhileError) || attempt === mostAttempts) throw error;
    }
  }
}

interface Merged {
  members: readonly StoringRepository[];
  scope: string;
  indexed: IndexedListing;
  key: ListingKey;
}

/** @throws BuiltMeanwhileError when another process has merged the same from an earlier or later state of its members */
async function bringUpToDate(call: Call, repository: VirtualRepository, { members, scope, indexed, key }: Merged): Promise<void> {
  const { context } = call;
  const states = await Promise.all(members.map((member) => getState(call, member, indexed, scope)));
  if (states.every((state) => state === undefined) && !indexed.isAlwaysThere(scope)) return;
  // A local member that had nothing when it was asked may have been given what another has lost since.
  const present = members.flatMap((member, at): Member[] =>
    states[at] === undefined && member.class === 'remote' ? [] : [{ repository: member, state: states[at] ?? '' }],
  );
  const signer = await openSigner(context, indexed.signedBy, repository.settings.keyPair);
  const source = JSON.stringify([
    signer.id,
    repository.revision,
    present.map((member) => [member.repository.id, member.repository.revision, member.state]),
    await claimsState(call, repository),
  ]);
  const ready = async (): Promise<BuiltScope | undefined> => {
    const built = await selectScope(context.db, key);
    return built?.source === source ? built : undefined;
  };
  if (await ready()) return;
  const flightKey = `listing ${key.repositoryId} ${key.variant} ${scope} ${createHash('sha256').update(source).digest('hex')}`;
  await onceForAll(context, flightKey, ready, async () => {
    const before = (await selectScope(context.db, key))?.generation;
    const lists = await mergeLists(call, repository, present, scope, indexed);
    await buildGeneration(context, { key, repositoryKey: repository.key, indexed, lists, signer, source, before });
    return { generation: 0, source };
  });
}

async function getState(call: Call, member: StoringRepository, indexed: IndexedListing, scope: string): Promise<string | undefined> {
  if (member.class === 'remote') return readHead(call, member, indexed, scope);
  const built = await freshLocalListing(call.context, member, scope);
  return built && String(built.generation);
}

/** Names can be claimed and released by hand, without any listing changing. */
async function claimsState(call: Call, repository: VirtualRepository): Promise<string> {
  const ids = (await call.context.directory.flatten(repository)).filter((member) => member.class === 'local').map((member) => member.id);
  return selectClaimsState(call.context.db, repository.format, ids);
}

/** Names that no remote member may say anything about. */
async function readNamesOfLocals(call: Call, repository: VirtualRepository): Promise<ReadonlySet<string>> {
  if (!repository.settings.claims) return new Set();
  const ids = (await call.context.directory.flatten(repository)).filter((member) => member.class === 'local').map((member) => member.id);
  return new Set(await selectClaimedNames(call.context.db, repository.format, ids));
}

async function* localEntries(db: Db, repository: LocalRepository, scope: string): AsyncGenerator<Entry> {
  let after: { id: number; list: string } = { id: 0, list: '' };
  for (;;) {
    const rows = await selectEntries(db, { repositoryId: repository.id, scope }, { after, limit: pageSize });
    yield* rows;
    const last = rows.at(-1);
    if (!last || rows.length < pageSize) return;
    after = { id: last.id, list: last.list };
  }
}

function readEntries(call: Call, member: RemoteRepository, scope: string, indexed: IndexedListing): AsyncIterable<Entry> {
  const heads = new Set(indexed.heads(scope).map(({ path }) => path));
  return indexed.read(scope, async (want): Promise<Readable | undefined> => {
    // A signed head proves only what it names by a checksum that nobody can meet with other bytes; and what is merged is signed by us.
    if (member.settings.trustedKeys.length > 0 && !heads.has(want.path) && want.sha256 === undefined && want.sha512 === undefined)
      throw new AppError(upstreamWords.signed_listing_lacks_checksum, { key: member.key, path: want.path });
    const document = await upstreamDocument(call, member, want);
    return document && call.context.platform.blobs.open(document.sha256);
  });
}

/** Gathers a list's text and compresses it piece by piece. */
class ListWriter implements BuildList {
  entries = 0;
  size = 0;
  readonly #blocks: PackedBlock[] = [];
  #waiting: string[] = [];
  #waitingSize = 0;

  async add(text: string): Promise<void> {
    this.#waiting.push(text);
    this.#waitingSize += text.length;
    if (this.#waitingSize >= pieceSize) await this.finish();
  }

  async finish(): Promise<void> {
    const { raw: _raw, ...block } = await packBlock(this.#waiting.join(''), this.#waiting.length);
    this.#blocks.push(block);
    this.entries += block.entries;
    this.size += block.size;
    this.#waiting = [];
    this.#waitingSize = 0;
  }

  get digest(): string {
    return createHash('sha256')
      .update(this.#blocks.map((block) => block.digest).join('\n'))
      .digest('hex');
  }

  blocks(): readonly PackedBlock[] {
    return this.#blocks;
  }
}

/** Earlier members win; claims, patterns and priority decide here what a remote member may contribute. */
async function mergeLists(
  call: Call,
  repository: VirtualRepository,
  members: readonly Member[],
  scope: string,
  indexed: IndexedListing,
): Promise<ReadonlyMap<string, BuildList>> {
  const claimed = await readNamesOfLocals(call, repository);
  const lists = new Map<string, ListWriter>();
  const seen = new Set<string>();
  const preferred = new Set<string>();
  const inTurn = [...members].sort((a, b) => Number(b.repository.settings.priorityResolution) - Number(a.repository.settings.priorityResolution));
  const take = async (member: StoringRepository, entry: Entry): Promise<void> => {
    if (member.class === 'remote' && claimed.has(entry.package)) return;
    if (member.settings.priorityResolution) preferred.add(entry.package);
    else if (preferred.has(entry.package)) return;
    if (!patternsAccept(member, entry.path, entry.package) || !patternsAccept(repository, entry.path, entry.package)) return;
    const key = `${entry.list}\n${entry.key}`;
    if (seen.has(key)) return;
    seen.add(key);
    const list = lists.get(entry.list) ?? new ListWriter();
    lists.set(entry.list, list);
    await list.add(entry.text);
  };
  const locals: LocalRepository[] = [];
  for (const [at, { repository: member }] of inTurn.entries()) {
    if (member.class === 'remote') for await (const entry of readEntries(call, member, scope, indexed)) await take(member, entry);
    else locals.push(member);
    if (member.class === 'local' && inTurn[at + 1]?.repository.class !== 'local') await readLocals(call.context.db, locals.splice(0), scope, take);
  }
  for (const list of lists.values()) await list.finish();
  return lists;
}

/** Reads local members as they were at one moment, one after the other: what is moved from one to another meanwhile would otherwise be found in neither. */
async function readLocals(
  db: Db,
  members: readonly LocalRepository[],
  scope: string,
  take: (member: LocalRepository, entry: Entry) => Promise<void>,
): Promise<void> {
  await atOneMoment(db, async (snapshot) => {
    for (const member of members) for await (const entry of localEntries(snapshot, member, scope)) await take(member, entry);
  });
}
