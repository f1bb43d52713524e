import { AppError } from '@packhouse/contract/errors.ts';
import * as contract from '@packhouse/contract/repositories/build-routes.ts';
import { storageWords } from '@packhouse/contract/repositories/storage-words.ts';
import { handle } from '@packhouse/kernel/http/http.ts';
import type { FastifyInstance } from 'fastify';
import { findItem } from '../artifact/item.ts';
import type { Context } from '../context.ts';
import { storagePath } from '../storage/path.ts';
import { needRun, readDocument } from './build.ts';
import { selectBuildNames, selectNamesOfBuilds } from './build-name-queries.ts';
import { selectRuns, selectRunsOf } from './build-queries.ts';
import { buildView, runView } from './build-view.ts';

const mostRuns = 500;
const mostNames = 1000;

interface Cursor {
  started: Date;
  name: string;
  repositoryKey: string;
}

function readCursor(text: string | undefined): Cursor | undefined {
  if (text === undefined) return undefined;
  const [millis = '', repositoryKey = '', ...name] = text.split('/');
  if (!/^\d+$/.test(millis)) throw new AppError(storageWords.cursor_foreign);
  return { started: new Date(Number(millis)), repositoryKey, name: name.join('/') };
}

/** Serves what the console asks about builds. */
export function buildConsoleRoutes(app: FastifyInstance, context: Context): void {
  const { platform } = context;

  handle(app, platform, contract.listBuilds, async ({ query }, { actor }) => {
    const after = readCursor(query.after);
    const filter = { search: query.name, repositoryKey: query.repository, projectKey: query.projectKey, ...(after ? { after } : {}) };
    const found = await selectBuildNames(context.db, actor, filter, query.limit + 1);
    const rows = found.slice(0, query.limit);
    const last = rows.at(-1);
    return {
      items: rows.map(({ name, repositoryKey, lastNumber, lastStarted, runs }) => ({
        name,
        repository: repositoryKey,
        lastNumber,
        lastStarted: lastStarted.toISOString(),
        lastStartedMillis: lastStarted.getTime(),
        runs,
      })),
      ...(found.length > rows.length && last ? { next: `${last.lastStarted.getTime()}/${last.repositoryKey}/${last.name}` } : {}),
    };
  });

  handle(app, platform, contract.findBuildNames, async ({ query }, { actor }) => {
    const names = await selectNamesOfBuilds(context.db, actor, { search: query.name }, mostNames + 1);
    return { names: names.slice(0, mostNames), isMore: names.length > mostNames };
  });

  handle(app, platform, contract.filterBuilds, async ({ body: { includePatterns, excludePatterns } }, { actor }) => {
    const names = await selectNamesOfBuilds(context.db, actor, { include: includePatterns, exclude: excludePatterns }, mostNames + 1);
    return { builds: names.slice(0, mostNames), isMore: names.length > mostNames };
  });

  handle(app, platform, contract.listBuildRuns, async ({ query }, { actor }) => {
    const runs = await selectRuns(context.db, actor, { name: query.name, repositoryKey: query.repository }, mostRuns);
    if (runs.length === 0) throw new AppError(actor.kind === 'anonymous' ? 'unauthenticated' : 'build_not_found');
    return { items: runs.map(runView) };
  });

  handle(app, platform, contract.readBuild, async ({ query }, { actor }) => {
    const startedAt = query.started === undefined ? undefined : new Date(query.started);
    const run = await needRun(context, actor, { name: query.name, number: query.number, startedAt, repositoryKey: query.repository });
    return buildView(run, await readDocument(context, run));
  });

  handle(app, platform, contract.buildsOfArtifact, async ({ query }, { actor }) => {
    const item = await findItem(context, actor, query.repoKey, storagePath(query.path));
    if (item.kind !== 'file') throw new AppError('artifact_not_found');
    const runs = await selectRunsOf(context.db, actor, item.artifact.id, mostRuns);
    return { builds: runs.map((run) => ({ ...runView(run), module: run.module })) };
  });
}
