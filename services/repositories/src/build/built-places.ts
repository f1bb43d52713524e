import { AppError } from '@packhouse/contract/errors.ts';
import { storageWords } from '@packhouse/contract/repositories/storage-words.ts';
import type { Actor } from '@packhouse/kernel/access/authorisation.ts';
import type { Context } from '../context.ts';
import { buildRepositoryKey } from './build-place.ts';
import { selectBuiltFiles, selectRuns } from './build-queries.ts';

/** Where the files are that one run of a build made; who may read them, the caller has to ask. @throws AppError `build_not_found` */
export async function builtPlaces(
  { db }: Context,
  actor: Actor,
  build: { name: string; number: string; projectKey: string },
): Promise<readonly { repositoryId: number; path: string }[]> {
  const filter = { name: build.name, number: build.number, repositoryKey: buildRepositoryKey(build.projectKey) };
  const [run] = await selectRuns(db, actor, filter, 1);
  if (!run) throw new AppError(storageWords.no_run_of_build, { number: build.number, name: build.name });
  return selectBuiltFiles(db, run, {});
}
