import { Readable } from 'node:stream';
import { json } from 'node:stream/consumers';
import { AppError } from '@packhouse/contract/errors.ts';
import { buildDocumentPath } from '@packhouse/contract/repositories/build-document.ts';
import { storageWords } from '@packhouse/contract/repositories/storage-words.ts';
import type { StagedFile } from '@packhouse/formats/format.ts';
import { type Actor, authorise } from '@packhouse/kernel/access/authorisation.ts';
import type { Context } from '../context.ts';
import { type LocalRepository, readResource } from '../directory/directory.ts';
import { bodyLimits } from '../reading/request-body.ts';
import { ensureBuildRepository } from '../repository/repository.ts';
import { commitAndFind } from '../storage/commit.ts';
import { removeTogether } from '../storage/removal.ts';
import type { Removal } from '../storage/removal-queries.ts';
import { asStaged } from '../storage/stored-blob.ts';
import { type BuildDocument, startedAt } from './build-document.ts';
import { makeBuildEvent } from './build-events.ts';
import { type BuildRun, type RunFilter, replaceBuild, selectBuiltFiles, selectRuns } from './build-queries.ts';
import { addModules, type BuildRecord, readBuild, wrapBuild } from './build-reading.ts';
import { buildRetentionJobName } from './build-retention.ts';
import { selectBuildRetention } from './build-retention-queries.ts';

/** Clocks of build machines differ, but not by more than this; a run of the year 9999 would stay the newest for ever. */
const mostAheadMilliseconds = 86_400_000;

const reading = new URL('./build-reading.ts', import.meta.url);

/**
 * Keeps the document of a build run and what it says; the same run again replaces what was said before.
 * @throws AppError `bad_request` when it is none, or says that the run starts more than a day from now
 */
export async function publishBuild(context: Context, actor: Actor, repositoryKey: string, sent: Buffer): Promise<{ sha256: string; path: string }> {
  return keepBuild(context, actor, repositoryKey, await context.readers.call(reading, readBuild, sent));
}

async function keepBuild(context: Context, actor: Actor, repositoryKey: string, record: BuildRecord): Promise<{ sha256: string; path: string }> {
  const started = startedAt(record.started);
  if (started.getTime() > Date.now() + mostAheadMilliseconds) throw new AppError(storageWords.build_start_in_future, { text: record.started });
  const path = buildDocumentPath(record.name, record.number, started.getTime());
  authorise(actor, 'deploy', readResource({ key: repositoryKey, class: 'local' }, path));
  const repository = await ensureBuildRepository(context, repositoryKey);
  const artifact = await storeDocument(context, actor, repository, path, record);
  await context.db.transaction().execute(async (tx) => {
    await replaceBuild(tx, { artifactId: artifact.id, startedAt: started, createdBy: actor.name }, record);
    const run = { repositoryKey, path, name: record.name, number: record.number, started: record.started };
    await context.platform.outbox.publish(tx, makeBuildEvent('uploaded', run, actor.name));
  });
  const place = { repositoryId: repository.id, name: record.name };
  if (await selectBuildRetention(context.db, place))
    await context.platform.jobs.add(buildRetentionJobName, place, { key: `${buildRetentionJobName} ${repository.id} ${record.name}` });
  return { sha256: artifact.sha256, path };
}

async function storeDocument(context: Context, actor: Actor, repository: LocalRepository, path: string, { name, number, bytes }: BuildRecord) {
  // Modules that are appended one after another make no larger document than those that come at once: it is read whole again.
  if (bytes.length > bodyLimits.build) throw new AppError('too_large', { detail: { limit: bodyLimits.build } });
  const staged = await context.platform.blobs.stage(Readable.from([bytes]));
  const properties = { 'build.name': [name], 'build.number': [number] };
  const files = [{ path, content: staged, properties, mayReplace: true }];
  const [artifact] = await commitAndFind(context, repository, { actor: actor.name, overwrite: true, files });
  if (!artifact) throw new AppError(storageWords.build_removed_meanwhile);
  return artifact;
}

/** The newest run that fits. @throws AppError `build_not_found` */
export async function needRun(context: Context, actor: Actor, filter: RunFilter): Promise<BuildRun> {
  const [run] = await selectRuns(context.db, actor, filter, 1);
  if (run) return run;
  if (actor.kind === 'anonymous') throw new AppError('unauthenticated');
  const { name, number } = filter;
  throw number ? new AppError(storageWords.no_build_run_found, { name, number }) : new AppError(storageWords.no_build_found, { name });
}

/** The document as it came, with the promotions since. */
export async function readDocument(context: Context, run: BuildRun): Promise<BuildDocument> {
  const stored = (await json(await context.platform.blobs.open(run.sha256))) as BuildDocument;
  return run.statuses.length > 0 ? { ...stored, statuses: run.statuses as BuildDocument['statuses'] } : stored;
}

/** The content of a run's document, for a thread; only what is named by its SHA-256 is read there. */
async function openDocument({ platform }: Context, { sha256 }: BuildRun): Promise<StagedFile> {
  return asStaged(platform.blobs, { sha256, sha1: '', md5: '', size: (await platform.blobs.size(sha256)) ?? 0 });
}

/** The answer that tells clients of a run, as bytes. */
export async function wrapDocument(context: Context, run: BuildRun, uri: string): Promise<Buffer> {
  return Buffer.from(await context.readers.call(reading, wrapBuild, await openDocument(context, run), run.statuses, uri));
}

/** Adds modules to a run. @throws AppError `bad_request` when they are none */
export async function appendModules(context: Context, actor: Actor, filter: RunFilter, sent: Buffer): Promise<void> {
  const run = await needRun(context, actor, filter);
  const record = await context.readers.call(reading, addModules, sent, await openDocument(context, run), run.statuses);
  await keepBuild(context, actor, run.repositoryKey, record);
}

/** Who has runs deleted, from where. */
export interface Deleter {
  actor: Actor;
  /** Network address; empty when nobody is there. */
  address: string;
}

export interface RunDeletion {
  /** Delete what the runs made, too, unless a run that stays of the build lists it. */
  artifacts: boolean;
  /** Of that only what the publisher of the run has put there; for deletions that a rule decides, not somebody who looks at the files. */
  ownOnly?: boolean;
}

/**
 * Removes runs, and what they made when asked: all that the caller may delete, or nothing.
 * @throws AppError `forbidden`
 */
export async function deleteRuns(context: Context, { actor, address }: Deleter, runs: readonly BuildRun[], options: RunDeletion): Promise<void> {
  if (runs.length === 0) return;
  for (const run of runs) authorise(actor, 'delete', readResource({ key: run.repositoryKey, class: 'local' }, run.path));
  const made = options.artifacts ? await madeOnlyBy(context, runs, options) : [];
  for (const { repository, files } of made) for (const path of files.keys()) authorise(actor, 'delete', readResource(repository, path));
  const removals: { repository: LocalRepository; removal: Removal }[] = made.map(({ repository, files }) => ({
    repository,
    removal: { actor: actor.name, paths: [...files.keys()], lookedAt: files },
  }));
  for (const [key, inOne] of Map.groupBy(runs, (run) => run.repositoryKey)) {
    const repository = await context.directory.find(key);
    const removal = { actor: actor.name, paths: inOne.map(({ path }) => path), permanently: true };
    if (repository?.class === 'local') removals.push({ repository, removal });
  }
  await removeTogether(context, removals, async (tx) => {
    for (const [subject, ofOne] of Map.groupBy(runs, (run) => `${run.repositoryKey}/${run.name}`)) {
      const after = { runs: ofOne.map(({ number }) => number), artifacts: options.artifacts };
      await context.platform.identity.audit({ actor: actor.name, address, action: 'build.runs.deleted', subject, after }, tx);
    }
  });
}

/** Files of local repositories that these runs made and no other run of the build lists, with when they were last changed. */
async function madeOnlyBy(
  context: Context,
  runs: readonly BuildRun[],
  { ownOnly = false }: RunDeletion,
): Promise<{ repository: LocalRepository; files: Map<string, Date> }[]> {
  const goes = runs.map(({ id }) => id);
  const found = new Map<number, Map<string, Date>>();
  for (const run of runs)
    for (const { repositoryId, path, modifiedAt } of await selectBuiltFiles(context.db, run, { deployedBy: true, ownOnly, unlessListedBesides: goes }))
      found.set(repositoryId, (found.get(repositoryId) ?? new Map<string, Date>()).set(path, modifiedAt));
  const made = [];
  for (const [id, files] of found) {
    const repository = await context.directory.byId(id);
    if (repository?.class === 'local') made.push({ repository, files });
  }
  return made;
}
