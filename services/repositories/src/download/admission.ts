import { publicBaseUrl } from '@packhouse/kernel/http/http.ts';
import type { FastifyRequest } from 'fastify';
import type { Context } from '../context.ts';
import type { Sendable } from './sendable.ts';

/**
 * Asks whether policies let a file out. Only a whole file is asked about, never HEAD, so that clients can see what is there, nor the parts of an image, whose
 * manifest decides. @throws AppError `download_blocked`
 */
export async function requireAdmitted({ peers, directory, platform }: Context, request: FastifyRequest, artifact: Sendable): Promise<void> {
  const { gate } = peers;
  if (!gate?.concerns(artifact.sha256) || request.method !== 'GET' || artifact.repositoryId === undefined) return;
  const repository = await directory.byId(artifact.repositoryId);
  if (!repository) return;
  const console = `${publicBaseUrl(request, platform.config)}/ui`;
  await gate.admit({ repository: repository.key, path: artifact.path, sha256: artifact.sha256 }, { console, isGone: () => request.raw.destroyed });
}
