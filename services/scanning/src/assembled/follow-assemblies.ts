import type { Follower } from '@packhouse/kernel/events/followers.ts';
import type { PlatformEvent } from '@packhouse/kernel/events/outbox.ts';
import type { Job } from '@packhouse/kernel/jobs/jobs.ts';
import { deleteAssembliesOf, selectAssembliesAfter } from '../assembly/assembly-queries.ts';
import type { AssemblyKind } from '../assembly-tables.ts';
import type { Context } from '../context.ts';
import { queueEvaluation } from '../evaluation-queue.ts';
import type { ScanningSchema } from '../schema.ts';
import { takeUpBuild, takeUpReleaseBundle } from './take-up-assembly.ts';

const followJobName = 'follow-assemblies';
const everythingJobName = 'follow-all-assemblies';
/** Milliseconds for which changes are gathered. */
const gathering = 300;
const atOnce = 200;

interface Place extends Record<string, unknown> {
  kind: AssemblyKind;
  repository: string;
  path: string;
}

type Change = Place | { repository: string; path?: undefined; kind?: undefined };

async function takeUp(context: Context, { kind, repository, path }: Place): Promise<void> {
  if (kind === 'build') return takeUpBuild(context, repository, path);
  const slash = path.lastIndexOf('/');
  return takeUpReleaseBundle(context, repository, { name: path.slice(0, slash), version: path.slice(slash + 1) });
}

/** Makes what is known of builds and release bundles follow what became of them. */
export function followAssembliesJob(context: Context): Job<{ changes: readonly Change[] }> {
  return {
    name: followJobName,
    async run({ changes }, signal) {
      for (const change of changes) {
        signal.throwIfAborted();
        if (change.path === undefined) await deleteAssembliesOf(context.db, change.repository);
        else await takeUp(context, change);
      }
      await queueEvaluation(context);
    },
  };
}

async function takeUpAll(context: Context, signal: AbortSignal): Promise<void> {
  const { builds, releaseBundleDirectory: bundles } = context.peers;
  for (let after = 0; ; ) {
    signal.throwIfAborted();
    const page = (await builds?.after(after, atOnce)) ?? [];
    for (const { repositoryKey, path } of page) await takeUpBuild(context, repositoryKey, path);
    after = page.at(-1)?.id ?? after;
    if (page.length < atOnce) break;
  }
  for (let after = 0; ; ) {
    signal.throwIfAborted();
    const page = (await bundles?.after(after, atOnce)) ?? [];
    for (const { name, version } of page) await takeUpReleaseBundle(context, undefined, { name, version });
    after = page.at(-1)?.id ?? after;
    if (page.length < atOnce) break;
  }
}

/** What is gone without a word is forgotten; where a service does not run, nothing is known of what it has. */
async function forgetGone(context: Context, signal: AbortSignal): Promise<void> {
  const { builds, releaseBundleDirectory: bundles } = context.peers;
  for (let after = 0; ; ) {
    signal.throwIfAborted();
    const page = await selectAssembliesAfter(context.db, after, atOnce);
    for (const { kind, repository, path } of page) if (kind === 'build' ? builds : bundles) await takeUp(context, { kind, repository, path });
    after = page.at(-1)?.id ?? after;
    if (page.length < atOnce) return;
  }
}

/** Looks at all builds and release bundles after an upgrade, and at night, when there must be nothing to find. */
export function followAllAssembliesJob(context: Context): Job {
  return {
    name: everythingJobName,
    cron: '50 2 * * *',
    async run(_payload, signal) {
      await takeUpAll(context, signal);
      await forgetGone(context, signal);
      await context.db
        .insertInto('progress')
        .values({ name: 'assemblies' })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
      await queueEvaluation(context);
    },
  };
}

/** Builds and release bundles that were there before this part of the service are taken up once. */
export async function queueFirstAssemblies({ db, platform }: Context): Promise<void> {
  const done = await db.selectFrom('progress').select('name').where('name', '=', 'assemblies').executeTakeFirst();
  if (!done) await platform.jobs.add(everythingJobName, {}, { key: everythingJobName });
}

function toChange({ type, subject, data }: PlatformEvent): Change | undefined {
  if (type === 'repository.deleted') return { repository: subject };
  const { repository, store, path } = data;
  if (typeof path !== 'string') return undefined;
  if (type.startsWith('build.')) return typeof repository === 'string' ? { kind: 'build', repository, path } : undefined;
  return typeof store === 'string' ? { kind: 'releaseBundle', repository: store, path } : undefined;
}

/** Hears what became of builds and release bundles. */
export function assemblyFollower({ db, platform }: Context): Follower<ScanningSchema> {
  const bundleEvents = ['created', 'updated', 'signed', 'received', 'deleted'].map((verb) => `release-bundle.${verb}`);
  return {
    name: 'scanning.assemblies',
    types: ['build.uploaded', 'build.deleted', ...bundleEvents, 'repository.deleted'],
    gather: gathering,
    db,
    async take(events, transaction) {
      const changes = [...new Map(events.flatMap((event) => toChange(event) ?? []).map((one) => [JSON.stringify(one), one])).values()];
      if (changes.length > 0) await platform.jobs.add(followJobName, { changes }, { transaction });
    },
  };
}
