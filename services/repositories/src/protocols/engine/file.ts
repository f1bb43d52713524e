import { AppError } from '@packhouse/contract/errors.ts';
import type { Want } from '@packhouse/formats/format.ts';
import type { FastifyReply } from 'fastify';
import { patternsAccept } from '../../directory/accepted-paths.ts';
import type { RemoteRepository, StoringRepository, VirtualRepository } from '../../directory/directory.ts';
import { requireAdmitted, requireKeepable } from '../../download/admission.ts';
import { disposition, findMediaType } from '../../download/media-type.ts';
import { sendArtifact, stream } from '../../download/send-artifact.ts';
import { holdBack, type Judged, letIn, noteObserved, readVerdict } from '../../firewall/admission.ts';
import { getName } from '../../storage/path.ts';
import { findArtifact, findSha512, type StoredArtifact } from '../../storage/stored-artifact.ts';
import type { FileStream } from '../../upstream/keep-file.ts';
import type { PassedOn } from '../../upstream/pass-through.ts';
import { cachedRemoteFile, type RemoteAnswer, storedRemoteFile } from '../../upstream/remote-file.ts';
import { type Call, readPackage, requireRead } from './call.ts';
import { countKept, type RemoteHead, remoteFile } from './file-source.ts';
import { findNewest } from './listing.ts';
import { membersFor } from './members.ts';
import { tellKeptOrigin } from './origin.ts';

type Found = Exclude<RemoteAnswer | RemoteHead | PassedOn, { kind: 'missing' }>;

const sums = ['sha256', 'sha512', 'sha1', 'md5'] as const;
type Sum = (typeof sums)[number];

/** Answers a want for a file from whichever class of repository it was asked of; `file.sha256` and its like are answered from what is known of the file. */
export async function serveFile(call: Call, want: Want): Promise<FastifyReply> {
  const found = (await locate(call, want)) ?? (await locateNewest(call, want));
  return found.send();
}

/** What was found, still to be sent: a reply itself must not be awaited on the way, for that waits until all of it has gone out. */
interface Answer {
  send(): Promise<FastifyReply>;
}

/** A file under the name that stands for the newest of several. @throws AppError `artifact_not_found` */
async function locateNewest(call: Call, want: Want): Promise<Answer> {
  const { newest, ...rest } = want;
  const path = newest && call.format.newestPath ? await findNewest(call, newest, want) : undefined;
  const answer = path === undefined ? undefined : await locate(call, { ...rest, path });
  if (!answer) throw new AppError('artifact_not_found');
  return answer;
}

async function locate(call: Call, want: Want): Promise<Answer | undefined> {
  const sum = sums.find((one) => want.path.endsWith(`.${one}`));
  // Where checksum files are never stored, their path means nothing but the checksum.
  const found = sum && want.variant === 'checksum' ? undefined : await findFile(call, want);
  if (found) return { send: () => sendFound(call, want, found) };
  if (sum) {
    const base = await findFile(call, withoutVariant(want, want.path.slice(0, -sum.length - 1)), true);
    if (base?.kind === 'passing') return { send: () => sendPassingSum(call, base, sum) };
    if (base && base.kind !== 'head') {
      const artifact = await whole(base);
      return { send: () => sendSum(call, artifact, sum) };
    }
  }
  return undefined;
}

function withoutVariant(want: Want, path: string): Want {
  const { variant, ...rest } = want;
  return variant === undefined ? { ...want, path } : { ...rest, path };
}

/** `wholly`: the caller needs the stored file, an upstream's head will not do. */
async function findFile(call: Call, want: Want, wholly = false): Promise<Found | undefined> {
  const { repository } = call;
  if (repository.class === 'virtual') return findInVirtual(call, repository, want, wholly);
  requireRead(call, repository, want);
  if (repository.class === 'local') return stored(call, repository, want);
  return letIn(call, repository, want, async () => {
    if (call.cacheOnly) return stored(call, repository, want);
    const answer = await remoteFile(call, repository, want, wholly);
    return answer.kind === 'missing' ? undefined : answer;
  });
}

async function stored(call: Call, repository: StoringRepository, want: Want): Promise<Found | undefined> {
  if (!patternsAccept(repository, want.path, readPackage(call.format, want))) return undefined;
  const { context } = call;
  const { path } = want;
  const artifact = await (repository.class === 'remote'
    ? storedRemoteFile(context, repository, { path, promised: want })
    : findArtifact(context, repository.id, path));
  return artifact && { kind: 'stored', artifact };
}

/** Local members, then what is cached, then the upstreams. */
async function findInVirtual(call: Call, repository: VirtualRepository, want: Want, wholly: boolean): Promise<Found | undefined> {
  const { locals, remotes } = await membersFor(call, repository, want);
  const first = (await Promise.all(locals.map((member) => stored(call, member, want)))).find((found) => found !== undefined);
  if (first) return first;
  const judged = await Promise.all(remotes.map(async (member) => ({ member, verdict: await readVerdict(call, member, want) })));
  const open = judged.filter(({ verdict }) => !verdict?.enforced);
  const found = await findUpstream(call, open, want, wholly);
  const refusing = judged.find(({ verdict }) => verdict?.enforced);
  if (found || !refusing) return found;
  throw holdBack(call, refusing.member, refusing.verdict!);
}

interface JudgedMember {
  member: RemoteRepository;
  verdict: Judged | undefined;
}

/** What is cached of the members that let it in, then the upstreams. */
async function findUpstream(call: Call, open: readonly JudgedMember[], want: Want, wholly: boolean): Promise<Found | undefined> {
  for (const { member, verdict } of open) {
    const cached = await cachedRemoteFile(call.context, member, { path: want.path, freshness: want.freshness ?? 'forever', promised: want });
    if (cached?.kind !== 'stored') continue;
    tellKeptOrigin(call, member, want);
    countKept(call, member, cached.artifact);
    noteObserved(call, member, verdict);
    return cached;
  }
  let failure: unknown;
  for (const { member, verdict } of open) {
    try {
      const answer = await remoteFile(call, member, want, wholly);
      if (answer.kind === 'missing') continue;
      noteObserved(call, member, verdict);
      return answer;
    } catch (error) {
      if (member.settings.hardFail) throw error;
      failure ??= error;
    }
  }
  // A member that could not be asked may have it: that is not the same as 'there is none'.
  if (failure) throw failure;
  return undefined;
}

async function whole(found: Exclude<Found, RemoteHead | PassedOn>): Promise<StoredArtifact> {
  if (found.kind === 'stored') return found.artifact;
  found.body.destroy();
  return found.stored;
}

async function sendPassingSum(call: Call, found: PassedOn, sum: Sum): Promise<FastifyReply> {
  found.body.destroy();
  const text = found.headers[`x-checksum-${sum}`];
  if (text === undefined) throw new AppError('artifact_not_found');
  return call.reply.header('content-type', 'application/x-checksum').send(text);
}

async function sendSum(call: Call, artifact: StoredArtifact, sum: Sum): Promise<FastifyReply> {
  const text = sum === 'sha512' ? await computeSha512(call, artifact.sha256) : artifact[sum];
  call.reply.header('content-type', 'application/x-checksum').header('last-modified', artifact.modifiedAt.toUTCString());
  if (call.request.method === 'HEAD') return call.reply.header('content-length', text.length).send();
  return call.reply.send(text);
}

async function computeSha512(call: Call, sha256: string): Promise<string> {
  const sha512 = await findSha512(call.context, sha256);
  if (sha512 === undefined) throw new AppError('artifact_not_found');
  return sha512;
}

/** Sets the headers that the format's clients expect with this file. */
function tellOfFile({ format, reply }: Call, want: Want, found: Found): void {
  const { fileHeaders } = format;
  if (typeof fileHeaders !== 'function') reply.headers(fileHeaders ?? {});
  else reply.headers(fileHeaders(found.kind === 'stored' ? found.artifact : { path: want.path, sha256: readSum(found) }));
}

const readSum = (found: Exclude<Found, { kind: 'stored' }>) => ('headers' in found ? found.headers['x-checksum-sha256'] : undefined);

/** Refuses what nothing here keeps, where policies ask for a scan of it. @throws AppError `download_blocked` */
async function requireScannable(call: Call, { path }: Want, found: PassedOn | FileStream): Promise<void> {
  const from = found.kind === 'passing' ? found.from : found.unkept?.from;
  if (!from) return;
  const size = Number(found.headers['content-length'] ?? Number.NaN);
  try {
    await requireKeepable(call, from, { path, size: Number.isNaN(size) ? undefined : size }, found.kind === 'passing' ? 'keeps_nothing' : 'no_room');
  } catch (error) {
    found.body.destroy();
    throw error;
  }
}

async function sendFound(call: Call, want: Want, found: Found): Promise<FastifyReply> {
  const { context, request, reply } = call;
  const name = getName(want.path);
  tellOfFile(call, want, found);
  if (found.kind === 'stored') {
    await requireAdmitted(call, found.artifact);
    return sendArtifact(context, request, reply, found.artifact);
  }
  const headers = (upstream: Record<string, string>) => ({
    'content-type': upstream['content-type'] ?? findMediaType(name),
    'content-disposition': disposition(name),
    'accept-ranges': 'bytes',
    'x-artifactory-filename': encodeURIComponent(name),
    ...(upstream['content-length'] ? { 'content-length': upstream['content-length'] } : {}),
    ...(upstream['last-modified'] ? { 'last-modified': upstream['last-modified'] } : {}),
    ...(upstream['x-checksum-sha256'] ? { 'x-checksum-sha256': upstream['x-checksum-sha256'] } : {}),
    ...(upstream['x-checksum-sha1'] ? { 'x-checksum-sha1': upstream['x-checksum-sha1'] } : {}),
  });
  if (found.kind === 'head') return reply.headers(headers(found.headers)).send();
  await requireScannable(call, want, found);
  if (found.kind === 'passing') return stream(reply, 200, headers(found.headers), found.body);
  // What policies may hold back until it is scanned has to be here first.
  const isHeldBack = found.unkept === undefined && (context.peers.gate?.holdsUnscanned() ?? false);
  // Ranges and conditions need to know the whole.
  const asksForSum = call.format.keptBySha256 === true && request.method === 'HEAD';
  if (isHeldBack || asksForSum || request.headers.range !== undefined || request.headers['if-none-match'] !== undefined) {
    const artifact = await whole(found);
    tellOfFile(call, want, { kind: 'stored', artifact });
    await requireAdmitted(call, artifact);
    return sendArtifact(context, request, reply, artifact);
  }
  return stream(reply, 200, headers(found.headers), found.body);
}
