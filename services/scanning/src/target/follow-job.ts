import { plainFormat } from '@packhouse/contract/repositories/format-ids.ts';
import { formats } from '@packhouse/formats/formats.ts';
import type { Follower } from '@packhouse/kernel/events/followers.ts';
import type { PlatformEvent } from '@packhouse/kernel/events/outbox.ts';
import type { Job } from '@packhouse/kernel/jobs/jobs.ts';
import type { Context } from '../context.ts';
import type { ScanningSchema } from '../schema.ts';
import { isOfDistribution } from './own-component.ts';
import { extractorVersion } from './scan-content.ts';
import { queueWaiting } from './scan-job.ts';
import { takeUp } from './take-up.ts';
import { selectTargetsAfter, selectWaiting } from './target-queries.ts';

const followJobName = 'follow-packages';
const everythingJobName = 'follow-all-packages';
/** Milliseconds for which changes are gathered. */
const gathering = 300;
const atOnce = 500;

interface Change extends Record<string, unknown> {
  repository: string;
  paths?: string[];
  /** A folder that is gone; '' is the whole repository. */
  folder?: string;
  /** Content came that a version may have waited for. */
  more?: boolean;
}

/** Has read what waited for content, in one repository or in all. */
async function takeUpWaiting(context: Context, signal: AbortSignal, repository?: string): Promise<void> {
  for (let after = 0; ; ) {
    signal.throwIfAborted();
    const targets = await selectWaiting(context.db, after, atOnce, repository);
    await queueWaiting(context, targets);
    after = targets.at(-1)?.id ?? after;
    if (targets.length < atOnce) return;
  }
}

/** Looks again at all that is known in a folder. */
async function takeUpFolder(context: Context, repository: string, folder: string, signal: AbortSignal): Promise<void> {
  for (let after = 0; ; ) {
    signal.throwIfAborted();
    const targets = await selectTargetsAfter(context.db, after, atOnce, { repository, folder });
    await takeUp(
      context,
      repository,
      targets.map(({ path }) => path),
    );
    after = targets.at(-1)?.id ?? after;
    if (targets.length < atOnce) return;
  }
}

/** Makes the scans follow what changed in a repository. */
export function followJob(context: Context): Job<Change> {
  return {
    name: followJobName,
    async run({ repository, paths, folder, more }, signal) {
      if (paths) await takeUp(context, repository, paths);
      if (folder !== undefined) await takeUpFolder(context, repository, folder, signal);
      if (more) await takeUpWaiting(context, signal, repository);
    },
  };
}

async function takeUpAll(context: Context, signal: AbortSignal): Promise<void> {
  for (let after = 0; ; ) {
    signal.throwIfAborted();
    const leads = (await context.peers.contents?.leadsAfter(after, atOnce)) ?? [];
    for (const [repository, those] of Map.groupBy(leads, (lead) => lead.repository))
      await takeUp(
        context,
        repository,
        those.map(({ path }) => path),
        those,
      );
    after = leads.at(-1)?.id ?? after;
    if (leads.length < atOnce) break;
  }
  for (let after = 0; ; ) {
    signal.throwIfAborted();
    const targets = await selectTargetsAfter(context.db, after, atOnce);
    for (const [repository, those] of Map.groupBy(targets, (target) => target.repository))
      await takeUp(
        context,
        repository,
        those.map(({ path }) => path),
      );
    after = targets.at(-1)?.id ?? after;
    if (targets.length < atOnce) return;
  }
}

/** Looks at everything after an upgrade, and at night, when there must be nothing to find. */
export function followAllJob(context: Context): Job {
  return {
    name: everythingJobName,
    cron: '40 2 * * *',
    async run(_payload, signal) {
      await takeUpAll(context, signal);
      await takeUpWaiting(context, signal);
      await context.db
        .insertInto('progress')
        .values({ name: `extractor ${extractorVersion}` })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    },
  };
}

/** Milliseconds in which every process hears that more is to be looked at. */
const heard = 2000;

/** Has everything looked at that is not known yet. */
export async function queueFollowAll({ platform }: Pick<Context, 'platform'>): Promise<void> {
  await platform.jobs.add(everythingJobName, {}, { key: everythingJobName, delay: heard });
}

/** Packages that were there before this service, or before its present extractors, are taken up once. */
export async function queueFirstLook({ db, platform }: Context): Promise<void> {
  const done = await db.selectFrom('progress').select('name').where('name', '=', `extractor ${extractorVersion}`).executeTakeFirst();
  if (!done) await platform.jobs.add(everythingJobName, {}, { key: everythingJobName });
}

const formatsInParts: ReadonlySet<unknown> = new Set(formats.filter(({ arrivesInParts }) => arrivesInParts).map(({ id }) => id));

/** Tells what there is to do after these events; a burst of them becomes few jobs a repository. `saysMore`: in the repository of this key what is said of a file decides what it is. */
function listChanges(events: readonly PlatformEvent[], saysMore: (repository: string) => boolean): Change[] {
  const touched = new Map<string, Set<string>>();
  const grown = new Set<string>();
  const gone: Change[] = [];
  for (const { type, data } of events) {
    const { repository, path, format, package: name } = data;
    if (typeof repository !== 'string') continue;
    // Through a remote repository the manifest of an image comes first, and what it names comes later.
    if (type === 'artifact.cached' && formatsInParts.has(format)) grown.add(repository);
    // Of a repository that is no more all is over, and of one that was read again anything may be known otherwise.
    if (type === 'repository.deleted' || type === 'package.migrated') gone.push({ repository, folder: '' });
    if (typeof path !== 'string') continue;
    if (type === 'folder.deleted') gone.push({ repository, folder: path });
    const isSaid = type === 'artifact.properties.changed' && saysMore(repository);
    if (isSaid && data.recursive === true) gone.push({ repository, folder: path });
    const isNew = (type === 'artifact.deployed' || type === 'artifact.cached') && (typeof name === 'string' || format === plainFormat);
    if (isNew || isSaid || type === 'artifact.deleted') touched.set(repository, (touched.get(repository) ?? new Set()).add(path));
  }
  const changes = [...touched].flatMap(([repository, paths]) => {
    const all = [...paths].sort();
    return Array.from({ length: Math.ceil(all.length / atOnce) }, (_, part) => ({ repository, paths: all.slice(part * atOnce, (part + 1) * atOnce) }));
  });
  return [...changes, ...[...grown].map((repository) => ({ repository, more: true })), ...gone];
}

/** Hears of every change in repositories, those included that were committed just before a crash. */
export function packageFollower({ db, platform, peers }: Context): Follower<ScanningSchema> {
  const saysMore = (key: string) => {
    const repository = peers.repositories?.peek(key);
    return repository !== undefined && isOfDistribution(repository);
  };
  return {
    name: 'scanning.packages',
    types: [
      'artifact.deployed',
      'artifact.cached',
      'artifact.deleted',
      'artifact.properties.changed',
      'folder.deleted',
      'repository.deleted',
      'package.migrated',
    ],
    gather: gathering,
    db,
    async take(events, transaction) {
      for (const change of listChanges(events, saysMore)) await platform.jobs.add(followJobName, change, { transaction });
    },
  };
}
