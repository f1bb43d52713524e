import { isBuildRepository } from '@packhouse/contract/repository-keys.ts';
import type { PlatformEvent } from '@packhouse/kernel/events/outbox.ts';
import type { Transaction } from 'kysely';
import type { Context } from '../context.ts';
import type { RepositoriesSchema } from '../schema.ts';
import { selectRunsOfDocuments } from './build-queries.ts';

interface Run {
  repositoryKey: string;
  path: string;
  name: string;
  number: string;
  started: string;
}

/** Tells those who may read its document what has become of a run. */
export function makeBuildEvent(
  verb: 'uploaded' | 'deleted' | 'promoted',
  { repositoryKey, path, name, number, started }: Run,
  by: string,
  status?: string,
): Omit<PlatformEvent, 'id' | 'at'> {
  return {
    type: `build.${verb}`,
    subject: `${repositoryKey}/${path}`,
    data: { repository: repositoryKey, class: 'local', path, name, number, started, by, ...(status === undefined ? {} : { status }) },
  };
}

/** Tells of runs that go because their documents do, in whichever way somebody deletes them. */
export async function announceDeletedRuns(
  { platform }: Pick<Context, 'platform'>,
  tx: Transaction<RepositoriesSchema>,
  repository: { key: string },
  artifactIds: readonly number[],
  by: string,
): Promise<void> {
  if (!isBuildRepository(repository.key) || artifactIds.length === 0) return;
  const runs = await selectRunsOfDocuments(tx, artifactIds);
  await platform.outbox.publish(tx, ...runs.map((run) => makeBuildEvent('deleted', { ...run, repositoryKey: repository.key }, by)));
}
