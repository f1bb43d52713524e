import { distributionWords } from '@packhouse/contract/distribution/distribution-words.ts';
import { AppError } from '@packhouse/contract/errors.ts';
import type { FastifyRequest } from 'fastify';
import type { Context } from '../context.ts';
import { chosenKeyPair } from '../release-bundle/signing-key.ts';

interface Asked {
  project?: string | undefined;
}

/** Bundles belong to no project. @throws AppError `bad_request` */
export function requireNoProject({ project }: Asked): void {
  if (project && project !== 'default') throw new AppError(distributionWords.bundles_of_no_project, { project });
}

/** Names this installation as its services do that clients ask. */
export function serviceId({ peers }: Context): string {
  return `jfrt@${peers.installation?.id ?? 'packhouse'}`;
}

/** A client may name the key pair that signs anyway. @throws AppError `bad_request` */
export async function requireChosenKey({ db }: Context, request: FastifyRequest): Promise<void> {
  const given = request.headers['x-jfrog-signing-key-name'];
  if (typeof given !== 'string' || given === '') return;
  const name = await chosenKeyPair(db);
  if (given !== name) throw new AppError(distributionWords.other_key_signs, { name, given });
}

/** A client may name the repository that keeps the version. @throws AppError `bad_request` */
export function requireStore(
  given: string | undefined,
  { name, version, storing_repository: key }: { name: string; version: string; storing_repository: string },
): void {
  if (given && given !== key) throw new AppError(distributionWords.other_store_keeps, { name, version, key, given });
}
