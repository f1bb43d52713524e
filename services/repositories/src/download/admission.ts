import { AppError } from '@packhouse/contract/errors.ts';
import { getFormat } from '@packhouse/formats/formats.ts';
import { publicBaseUrl } from '@packhouse/kernel/http/http.ts';
import type { Asking as Waiting } from '@packhouse/peers/gate.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Context } from '../context.ts';
import type { StoringRepository } from '../directory/directory.ts';
import { mayStandForVersion } from '../storage/lead-names.ts';
import type { Sendable } from './sendable.ts';

interface Asking {
  context: Context;
  request: FastifyRequest;
}

interface Asked extends Asking {
  reply: FastifyReply;
}

type Admitted = Pick<Sendable, 'repositoryId' | 'path' | 'sha256'>;

/** https://www.rfc-editor.org/rfc/rfc7234#section-5.5 */
const makeWarning = (text: string) => `299 - "${text.replace(/[^ -~]/g, '?').replace(/["\\]/g, '\\$&')}"`;

/**
 * Asks whether policies let a file out. Only a whole file is asked about, never HEAD, so that clients can see what is there, nor the parts of an image, whose
 * manifest decides. @throws AppError `download_blocked`
 */
export async function requireAdmitted({ context, request, reply }: Asked, artifact: Admitted): Promise<void> {
  if (request.method !== 'GET') return;
  const warning = await admit({ context, request }, artifact, { isGone: () => request.raw.destroyed }, true);
  if (warning !== undefined) reply.header('warning', makeWarning(warning));
}

/** Gives what policies have against letting a file out, of many for which nobody waits until they are scanned; undefined where it is nothing. */
export async function findRefusal(asking: Asking, artifact: Admitted): Promise<AppError | undefined> {
  try {
    await admit(asking, artifact, { isGone: () => true });
    return undefined;
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
}

/** Gives the warning that a file will be held back. `scans`: what a scan of it needs is fetched for that. */
async function admit({ context, request }: Asking, artifact: Admitted, waiting: Pick<Waiting, 'isGone'>, scans = false): Promise<string | undefined> {
  const { peers, directory, platform } = context;
  const { gate } = peers;
  if (!gate?.concerns() || artifact.repositoryId === undefined) return undefined;
  const repository = await directory.byId(artifact.repositoryId);
  // What a part of an image belongs to may be blocked, whatever is known of the part.
  if (!repository || !(getFormat(repository.format).arrivesInParts || gate.concerns(artifact.sha256))) return undefined;
  const inParts = getFormat(repository.format).arrivesInParts && repository.class === 'remote' && gate.holdsUnscanned();
  const way = scans && inParts ? await context.hooks.findWayToScan(repository, artifact) : {};
  const console = `${publicBaseUrl(request, platform.config)}/ui`;
  return gate.admit({ repository: repository.key, path: artifact.path, sha256: artifact.sha256 }, { console, ...way, ...waiting });
}

/** Refuses what is not kept, where policies ask for a scan first. Only what stands for a version is scanned. @throws AppError `download_blocked` */
export async function requireKeepable(
  { context, request }: Asking,
  { key, format }: Pick<StoringRepository, 'key' | 'format'>,
  { path, size }: { path: string; size: number | undefined },
  reason: 'keeps_nothing' | 'no_room',
): Promise<void> {
  const { gate } = context.peers;
  if (request.method === 'GET' && gate?.holdsUnscanned() && mayStandForVersion(format, path, size)) await gate.refuseUnkept({ repository: key, path }, reason);
}
