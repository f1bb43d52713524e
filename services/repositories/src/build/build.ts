import { Readable } from 'node:stream';
import { json } from 'node:stream/consumers';
import { AppError } from '@packhouse/contract/errors.ts';
import { type Actor, authorise } from '@packhouse/kernel/authorisation.ts';
import type { Context } from '../context.ts';
import { type LocalRepository, resourceOf } from '../repository/directory.ts';
import { ensureBuildRepository } from '../repository/repository.ts';
import { commitAndFind } from '../storage/commit.ts';
import { removeArtifacts } from '../storage/removal.ts';
import { type BuildDocument, type BuildModule, parseBuild, startedAt } from './build-document.ts';
import { buildPath } from './build-place.ts';
import { type BuildRun, type RunFilter, replaceBuild, selectBuiltFiles, selectRuns } from './build-queries.ts';
import { buildRetentionJobName } from './retention.ts';
import { selectBuildRetention } from './retention-queries.ts';

/** Keeps the document of a build run and what it says; the same run again replaces what was said before. */
export async function publishBuild(context: Context, actor: Actor, repositoryKey: string, document: BuildDocument): Promise<{ sha256: string; path: string }> {
  const started = startedAt(document.started);
  const path = buildPath(document.name, document.number, started);
  authorise(actor, 'deploy', resourceOf({ key: repositoryKey, class: 'local' }, path));
  const repository = await ensureBuildRepository(context, repositoryKey);
  const artifact = await storeDocument(context, actor, repository, path, document);
  await context.db.transaction().execute((tx) => replaceBuild(tx, { artifactId: artifact.id, startedAt: started, createdBy: actor.name }, document));
  const place = { repositoryId: repository.id, name: document.name };
  if (await selectBuildRetention(context.db, place))
    await context.platform.jobs.add(buildRetentionJobName, place, { key: `${buildRetentionJobName} ${repository.id} ${document.name}` });
  return { sha256: artifact.sha256, path };
}

async function storeDocument(context: Context, actor: Actor, repository: LocalRepository, path: string, document: BuildDocument) {
  const staged = await context.platform.blobs.stage(Readable.from([Buffer.from(JSON.stringify(document))]));
  const properties = { 'build.name': [document.name], 'build.number': [document.number] };
  const files = [{ path, content: staged, properties, mayReplace: true }];
  const [artifact] = await commitAndFind(context, repository, { actor: actor.name, overwrite: true, files });
  if (!artifact) throw new AppError('unavailable', { message: 'The build was removed while it was being stored' });
  return artifact;
}

/** The newest run that fits. @throws AppError `build_not_found` */
export async function needRun(context: Context, actor: Actor, filter: RunFilter): Promise<BuildRun> {
  const [run] = await selectRuns(context.db, actor, filter, 1);
  if (run) return run;
  if (actor.kind === 'anonymous') throw new AppError('unauthenticated');
  throw new AppError('build_not_found', {
    message: `No build was found for build name: ${filter.name}${filter.number ? `, build number: ${filter.number}` : ''}`,
  });
}

/** The document as it came, with the promotions since. */
export async function readDocument(context: Context, run: BuildRun): Promise<BuildDocument> {
  const stored = (await json(await context.platform.blobs.open(run.sha256))) as BuildDocument;
  return run.statuses.length > 0 ? { ...stored, statuses: run.statuses as BuildDocument['statuses'] } : stored;
}

/** Adds modules to a run. */
export async function appendModules(context: Context, actor: Actor, filter: RunFilter, modules: readonly BuildModule[]): Promise<void> {
  const run = await needRun(context, actor, filter);
  const document = parseBuild(await readDocument(context, run));
  await publishBuild(context, actor, run.repositoryKey, { ...document, modules: [...(document.modules ?? []), ...modules] });
}

/** Removes runs, and what they made when asked. */
export async function deleteRuns(context: Context, actor: Actor, runs: readonly BuildRun[], options: { artifacts: boolean }): Promise<void> {
  for (const run of runs) authorise(actor, 'delete', resourceOf({ key: run.repositoryKey, class: 'local' }, run.path));
  for (const run of runs) {
    if (options.artifacts) await deleteBuilt(context, actor, run);
    const repository = await context.directory.find(run.repositoryKey);
    if (repository?.class === 'local') await removeArtifacts(context, repository, { actor: actor.name, paths: [run.path], permanently: true });
  }
}

/** Only what the caller may delete, and only where it is known to come from this run. */
async function deleteBuilt(context: Context, actor: Actor, run: BuildRun): Promise<void> {
  const files = await selectBuiltFiles(context.db, run, { deployedBy: true });
  for (const [id, inOne] of Map.groupBy(files, (file) => file.repositoryId)) {
    const repository = await context.directory.byId(id);
    if (repository?.class !== 'local') continue;
    for (const { path } of inOne) authorise(actor, 'delete', resourceOf(repository, path));
    await removeArtifacts(context, repository, { actor: actor.name, paths: inOne.map(({ path }) => path) });
  }
}
