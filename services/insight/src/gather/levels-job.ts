import type { Job } from '@packhouse/kernel/jobs/jobs.ts';
import type { Context } from '../context.ts';
import { withPartitions } from '../point/partitions.ts';
import { type Amount, selectHolding, selectHoldingFormats, selectNow, setLevels } from '../point/point-queries.ts';

export const levelsJobName = 'gather-levels';
const findingsJobName = 'gather-findings';
/** Milliseconds for which changes of what was found are gathered: counting it again is dear where there is much. */
const findingsDelay = 10_000;
/** Jobs of the queue that are counted. */
const mostJobs = 10_000;

const sumBytes = (those: readonly { bytes: number }[]) => those.reduce((all, { bytes }) => all + bytes, 0);

async function readStorage({ db, peers }: Context): Promise<Amount[]> {
  const { storageUsage } = peers;
  if (!storageUsage) return [];
  const { repositories, blobs, trash } = await storageUsage.read();
  const sum = (read: (one: (typeof repositories)[number]) => number) => repositories.reduce((all, one) => all + read(one), 0);
  const there = new Set(repositories.map(({ key }) => key));
  const inProjects = Map.groupBy(
    repositories.filter(({ projectKey }) => projectKey !== undefined),
    ({ projectKey = '' }) => projectKey,
  );
  const ofFormats = Map.groupBy(repositories, ({ format }) => format);
  const gone = async (metric: string) =>
    (await selectHolding(db, metric)).filter(({ repository = '' }) => !there.has(repository)).map((labels) => ({ metric, labels, value: 0 }));
  return [
    { metric: 'storedBytes', labels: {}, value: sum(({ bytes }) => bytes) },
    { metric: 'storedFiles', labels: {}, value: sum(({ files }) => files) },
    { metric: 'blobBytes', labels: {}, value: blobs.bytes },
    { metric: 'trashBytes', labels: {}, value: trash.bytes },
    ...repositories.flatMap(({ key, format, bytes, files }) => [
      { metric: 'storedBytes', labels: { repository: key, format }, value: bytes },
      { metric: 'storedFiles', labels: { repository: key, format }, value: files },
    ]),
    ...[...inProjects].map(([project, own]) => ({ metric: 'storedBytes', labels: { project }, value: sumBytes(own) })),
    ...[...ofFormats].map(([format, own]) => ({ metric: 'storedBytes', labels: { format }, value: sumBytes(own) })),
    ...(await selectHoldingFormats(db, 'storedBytes'))
      .filter(({ format = '' }) => !ofFormats.has(format as never))
      .map((labels) => ({ metric: 'storedBytes', labels, value: 0 })),
    ...(await selectHolding(db, 'storedBytes', 'project'))
      .filter(({ project = '' }) => !inProjects.has(project))
      .map((labels) => ({ metric: 'storedBytes', labels, value: 0 })),
    ...(await gone('storedBytes')),
    ...(await gone('storedFiles')),
  ];
}

async function readOthers({ peers, platform }: Context): Promise<Amount[]> {
  const plain = async (metric: string, ask: (() => Promise<number>) | undefined) => (ask ? [{ metric, labels: {}, value: await ask() }] : []);
  return [
    ...(await plain('packages', peers.storageUsage?.countPackages)),
    ...(await plain('users', peers.countUsers)),
    ...(await plain('waitingMessages', peers.countWaitingMessages)),
    ...(await plain('queuedJobs', async () => (await platform.jobs.list(mostJobs)).length)),
  ];
}

async function readFindings({ peers }: Context): Promise<Amount[]> {
  const [findings, violations] = [(await peers.countFindings?.()) ?? {}, (await peers.countViolations?.()) ?? {}];
  const list = (metric: string, counts: Readonly<Record<string, number>>) =>
    Object.entries(counts).map(([severity, value]) => ({ metric, labels: { severity }, value }));
  return [...list('findings', findings), ...list('violations', violations)];
}

/** Looks how things stand, and writes down what has changed. What one service cannot say does not keep the rest from being kept. */
export async function gatherLevels(context: Context, readers = [readStorage, readOthers, readFindings]): Promise<void> {
  const { db, log } = context;
  const now = await selectNow(db);
  for (const read of readers) {
    try {
      const amounts = await read(context);
      if (amounts.length > 0) await withPartitions(db, [now], () => setLevels(db, amounts));
    } catch (err) {
      log.warn({ err }, 'how things stand could not be written down');
    }
  }
}

/** What is stored is a sum that is kept, folded every minute: it costs little to look at as often, and no page says for longer what is not so any more. */
export function storedJob(context: Context): Job {
  return { name: 'gather-stored', cron: '* * * * *', run: () => gatherLevels(context, [readStorage]) };
}

export function levelsJob(context: Context): Job {
  return { name: levelsJobName, cron: '0 * * * *', run: () => gatherLevels(context) };
}

/** Counts what was found soon after it has changed, so that no page says for an hour what is not so any more. */
export function findingsJob(context: Context): Job {
  return { name: findingsJobName, run: () => gatherLevels(context, [readFindings]) };
}

/** The same waits once, for as long as it was first asked to. */
export async function queueFindings({ platform }: Pick<Context, 'platform'>): Promise<void> {
  await platform.jobs.add(findingsJobName, {}, { key: findingsJobName, delay: findingsDelay, keepsTime: true });
}
