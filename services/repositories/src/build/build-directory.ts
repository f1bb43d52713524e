import type { BuildDirectory } from '@packhouse/peers/builds.ts';
import type { Context } from '../context.ts';
import { buildRepositoryKey } from './build-place.ts';
import { selectBuiltFiles, selectNamedFiles, selectRunAt, selectRuns, selectRunsAfter } from './build-queries.ts';

/** Answers what other services may know of builds. */
export function buildDirectory(context: Pick<Context, 'db' | 'directory'>): BuildDirectory {
  return {
    async history(actor, { name, projectKey }, limit) {
      const runs = await selectRuns(context.db, actor, { name, repositoryKey: buildRepositoryKey(projectKey) }, limit);
      return runs.map(({ number, startedAt }) => ({ number, startedAt }));
    },
    async stored(actor, { name, number, projectKey }) {
      const [run] = await selectRuns(context.db, actor, { name, number, repositoryKey: buildRepositoryKey(projectKey) }, 1);
      if (!run) return undefined;
      const files = await selectBuiltFiles(context.db, run, {});
      const keys = new Map((await context.directory.list()).map(({ id, key }) => [id, key]));
      return files.flatMap(({ repositoryId, path }) => {
        const repository = keys.get(repositoryId);
        return repository === undefined ? [] : [{ repository, path }];
      });
    },
    async contents(actor, { name, number, projectKey }) {
      const [run] = await selectRuns(context.db, actor, { name, number, repositoryKey: buildRepositoryKey(projectKey) }, 1);
      if (!run) return undefined;
      const { startedAt, repositoryKey } = run;
      return { name: run.name, number: run.number, startedAt, repositoryKey, path: run.path, files: await selectNamedFiles(context.db, run.id) };
    },
    async at(repositoryKey, path) {
      const run = await selectRunAt(context.db, repositoryKey, path);
      return (
        run && {
          name: run.name,
          number: run.number,
          startedAt: run.startedAt,
          repositoryKey,
          path: run.path,
          files: await selectNamedFiles(context.db, run.id),
        }
      );
    },
    after: (id, limit) => selectRunsAfter(context.db, id, limit),
  };
}
