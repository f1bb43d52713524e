import { saidBy } from '@packhouse/contract/errors.ts';
import { repositoryWords } from '@packhouse/contract/repositories/repository-words.ts';
import { type Said, say } from '@packhouse/contract/sentences.ts';
import { getFormat } from '@packhouse/formats/formats.ts';
import { keepSaid } from '@packhouse/kernel/database/said-columns.ts';
import type { Job } from '@packhouse/kernel/jobs/jobs.ts';
import type { Context } from '../context.ts';
import { removeUnusedContent } from '../protocols/container/unused-content.ts';
import { findNextRun } from '../reading/schedule.ts';
import { announced } from '../storage/announce.ts';
import { removeArtifacts } from '../storage/removal.ts';
import type { Removal } from '../storage/removal-queries.ts';
import {
  getSelection,
  hasOpenRun,
  insertRun,
  noteNextRun,
  type PolicyRow,
  type RunRow,
  selectDuePolicies,
  selectPolicy,
  selectRun,
  selectScheduledPolicies,
  updateRun,
} from './policy-queries.ts';
import { countItems, type DoomedItem, type ItemPlace, selectItems } from './retention-item-queries.ts';

export const retentionJobName = 'apply-retention';

/** So many go in one transaction: a few do not stop a push for long. */
const atOnce = 100;

const note = (context: Context, id: number, change: Parameters<typeof updateRun>[2]) =>
  announced(context, 'retention.run', (tx) => updateRun(tx, id, change), String(id));

const getActor = (policy: PolicyRow) => `retention:${policy.name}`;

interface PageRemoval extends Removal {
  paths: string[];
  versions: { package: string; version: string }[];
  lookedAt: Map<string, Date>;
}

/** One removal for each repository of a page. */
function getRemovals(items: readonly DoomedItem[], policy: PolicyRow): Map<string, Removal> {
  const removals = new Map<string, PageRemoval>();
  for (const { repositoryKey, path, package: name, version, storedAt } of items) {
    const removal: PageRemoval = removals.get(repositoryKey) ?? {
      actor: getActor(policy),
      permanently: policy.permanently,
      archive: policy.archive,
      paths: [],
      versions: [],
      lookedAt: new Map(),
    };
    removals.set(repositoryKey, removal);
    removal.lookedAt.set(path, storedAt);
    if (name === null || version === null) removal.paths.push(path);
    else removal.versions.push({ package: name, version });
  }
  return removals;
}

/** Whether the time that the policy gives a run is over. */
const isOver = ({ most_minutes: minutes }: PolicyRow, { started_at: startedAt }: RunRow) =>
  minutes !== null && Date.now() - startedAt.getTime() >= minutes * 60_000;

/**
 * Takes away what the policy says, page by page until told to stop, its time is over, or somebody cancels the run. A second run goes on where this one stopped.
 * Answers why it ended early.
 */
async function apply(context: Context, policy: PolicyRow, run: RunRow, signal: AbortSignal): Promise<Said | undefined> {
  const selection = getSelection(policy);
  const totals = { items: 0, files: 0, bytes: 0 };
  /** Images and the like that lost versions: what only these versions led to goes afterwards. */
  const images = new Map<string, { image: string; items: DoomedItem[] }>();
  let after: ItemPlace | undefined;
  let why: Said | undefined;
  for (;;) {
    signal.throwIfAborted();
    if (isOver(policy, run)) {
      why = say(repositoryWords.retention_out_of_time, { minutes: policy.most_minutes ?? 0 });
      break;
    }
    const items = await selectItems(context.db, selection, { after, limit: atOnce });
    for (const [key, removal] of getRemovals(items, policy)) {
      const repository = await context.directory.find(key);
      if (repository === undefined || repository.class === 'virtual') continue;
      totals.files += await removeArtifacts(context, repository, removal);
      const gone = items.filter(({ repositoryKey }) => repositoryKey === key);
      totals.items += gone.length;
      totals.bytes += gone.reduce((sum, { bytes }) => sum + bytes, 0);
    }
    for (const item of items) {
      const image = getFormat(item.format).contentLeftBy?.(item.path);
      if (image === undefined) continue;
      const place = `${item.repositoryKey}/${image}`;
      images.set(place, { image, items: [...(images.get(place)?.items ?? []), item] });
    }
    if (!(await note(context, run.id, totals))) return undefined;
    after = items.at(-1);
    if (items.length < atOnce) break;
  }
  for (const { image, items } of images.values()) {
    signal.throwIfAborted();
    const repository = await context.directory.find(items[0]!.repositoryKey);
    if (repository === undefined || repository.class === 'virtual') continue;
    const freed = await removeUnusedContent(context, repository, {
      image,
      actor: getActor(policy),
      permanently: policy.permanently,
      archive: policy.archive,
      from: items.map(({ sha256 }) => sha256),
    });
    totals.files += freed.files;
    totals.bytes += freed.bytes;
    if (!(await note(context, run.id, totals))) return undefined;
  }
  return why;
}

/** Counts what would go, and leaves it. */
async function count(context: Context, policy: PolicyRow, run: RunRow): Promise<undefined> {
  await note(context, run.id, await countItems(context.db, getSelection(policy)));
}

async function finish(context: Context, run: RunRow, signal: AbortSignal): Promise<void> {
  const policy = run.policy_id === null ? undefined : await selectPolicy(context.db, run.policy_id);
  if (!policy) {
    await note(context, run.id, { status: 'failed', finished_at: new Date(), ...keepSaid(say(repositoryWords.policy_deleted)) });
    return;
  }
  // Somebody cancelled it while it waited.
  if (!(await note(context, run.id, { status: 'running' }))) return;
  try {
    const why = await (run.dry_run ? count(context, policy, run) : apply(context, policy, run, signal));
    await note(context, run.id, { status: why ? 'failed' : 'finished', finished_at: new Date(), ...keepSaid(why ?? null) });
  } catch (error) {
    await note(context, run.id, { status: 'failed', finished_at: new Date(), ...keepSaid(saidBy(error)) });
    throw error;
  }
}

/** Runs one policy because an administrator asked for it, or the enabled ones that are due tonight. */
export function retentionJob(context: Context): Job<{ runId?: number }> {
  return {
    name: retentionJobName,
    cron: '45 1 * * *',
    async run({ runId }, signal) {
      if (runId !== undefined) {
        const run = await selectRun(context.db, runId);
        if (run) await finish(context, run, signal);
        return;
      }
      for (const policy of await selectDuePolicies(context.db)) {
        const run = await announced(context, 'retention.run', (tx) => insertRun(tx, policy, { requestedBy: 'schedule' }));
        await finish(context, run, signal);
      }
    },
  };
}

/** Begins the runs of policies whose schedule says that it is time. */
export function scheduledRetentionJob(context: Context): Job {
  return {
    name: 'begin-retention',
    cron: '* * * * *',
    async run() {
      await context.db.transaction().execute(async (tx) => {
        for (const policy of await selectScheduledPolicies(tx)) {
          await noteNextRun(tx, policy.id, findNextRun(policy.cron) ?? null);
          // A run that is still under way is enough.
          if (await hasOpenRun(tx, policy.id)) continue;
          const { id } = await insertRun(tx, policy, { requestedBy: 'schedule' });
          await context.platform.jobs.add(retentionJobName, { runId: id }, { key: `${retentionJobName}:${id}`, transaction: tx });
          await context.platform.outbox.publish(tx, { type: 'retention.run', subject: String(id), data: {} });
        }
      });
    },
  };
}
