import { publicBaseUrl } from '@packhouse/kernel/http/http.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Context } from '../context.ts';
import type { Sendable } from './sendable.ts';

interface Asked {
  context: Context;
  request: FastifyRequest;
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
  const { peers, directory, platform } = context;
  const { gate } = peers;
  if (!gate?.concerns(artifact.sha256) || request.method !== 'GET' || artifact.repositoryId === undefined) return;
  const repository = await directory.byId(artifact.repositoryId);
  if (!repository) return;
  const console = `${publicBaseUrl(request, platform.config)}/ui`;
  const file = { repository: repository.key, path: artifact.path, sha256: artifact.sha256 };
  const warning = await gate.admit(file, { console, isGone: () => request.raw.destroyed });
  if (warning !== undefined) reply.header('warning', makeWarning(warning));
}
