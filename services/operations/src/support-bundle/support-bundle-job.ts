import { AppError, saidBy } from '@packhouse/contract/errors.ts';
import { operationsWords } from '@packhouse/contract/operations/operations-words.ts';
import { type Said, say } from '@packhouse/contract/sentences.ts';
import { sharedWords } from '@packhouse/contract/shared-words.ts';
import type { Job } from '@packhouse/kernel/jobs/jobs.ts';
import type { Context } from '../context.ts';
import { getRecords, type KnownNode, makeServiceStatus } from '../node/node-status.ts';
import { knownNodes } from '../node/online-nodes.ts';
import { collectOnNode, lookAtProcess } from './collect.ts';
import { databaseFigures } from './database-figure-queries.ts';
import { writeJson } from './part-writer.ts';
import { deleteOldSupportBundles, deleteParts, finishSupportBundle, type SupportBundleRow, selectSupportBundle } from './support-bundle-queries.ts';

export const supportBundleJobName = 'make-support-bundle';

/** Milliseconds that a node has for its part. */
const patience = 5 * 60_000;

async function announce({ db, platform }: Context, id: string): Promise<void> {
  await db.transaction().execute((transaction) => platform.outbox.publish(transaction, { type: 'support.bundle.finished', subject: id, data: {} }));
}

async function askNode(context: Context, bundle: SupportBundleRow, node: KnownNode): Promise<void> {
  const { questions } = context;
  const { thread_dump: looks } = bundle.parameters;
  await questions.ask({ nodeId: node.id }, collectOnNode, { bundleId: bundle.id }, patience);
  if (looks.count === 0) return;
  for (const { id, kind, pid } of node.processes) {
    const figures = await questions.ask({ nodeId: node.id, processId: id }, lookAtProcess, looks, looks.count * looks.interval + 15_000);
    await writeJson(context, bundle.id, `nodes/${node.id}/threads/${kind}-${pid}.json`, figures);
  }
}

/** A node that gave nothing, and why. */
interface Missing {
  node: string;
  said: Said;
}

/** One sentence about all of them; null when there are none. */
function sayAll(missing: readonly Missing[]): Said | null {
  const said = missing.map(({ node, said: why }) => say(sharedWords.named, { name: node, why }));
  return said.length === 0 ? null : said.reduceRight((others, one) => say(sharedWords.both, { one, other: others }));
}

/** Asks each node for its part; a node that fails leaves a gap, not an end. */
async function askNodes(context: Context, bundle: SupportBundleRow, nodes: readonly KnownNode[], signal: AbortSignal): Promise<Missing[]> {
  const missing: Missing[] = [];
  for (const node of nodes) {
    signal.throwIfAborted();
    if (!node.online) {
      missing.push({ node: node.id, said: say(operationsWords.this_node_offline) });
      continue;
    }
    await askNode(context, bundle, node).catch((error: Error) => {
      context.log.warn({ err: error, node: node.id }, 'a node gave nothing for a support bundle');
      missing.push({ node: node.id, said: saidBy(error) });
    });
  }
  return missing;
}

async function make(context: Context, bundle: SupportBundleRow, signal: AbortSignal): Promise<Said | null> {
  await deleteParts(context.db, bundle.id);
  const known = await knownNodes(context);
  const chosen = bundle.node_ids.length > 0 ? known.filter(({ id }) => bundle.node_ids.includes(id)) : known.filter(({ online }) => online);
  const missing = await askNodes(context, bundle, chosen, signal);
  const said = sayAll(missing);
  if (said && missing.length === chosen.length) throw new AppError('unavailable', { said });
  const { id, name, description, service, parameters, created_at: made, created_by: by } = bundle;
  if (parameters.configuration) {
    await writeJson(context, id, 'database.json', await databaseFigures(context.db));
    await writeJson(context, id, 'nodes.json', { ...makeServiceStatus(known), records: getRecords(known) });
  }
  await writeJson(context, id, 'bundle.json', {
    id,
    name,
    description,
    service,
    parameters,
    created: made,
    by,
    version: context.platform.version,
    missing: missing.map((one) => ({ node: one.node, message: one.said.message })),
  });
  return said;
}

/** Makes one bundle. Run again, it begins anew. */
export function supportBundleJob(context: Context): Job<{ bundleId: string }> {
  return {
    name: supportBundleJobName,
    async run({ bundleId }, signal) {
      const bundle = await selectSupportBundle(context.db, bundleId);
      if (bundle?.status !== 'in progress') return;
      try {
        await finishSupportBundle(context.db, bundleId, 'success', await make(context, bundle, signal));
      } catch (error) {
        // The process is told to stop: the next one that runs jobs begins anew.
        if (signal.aborted) throw error;
        context.log.error({ err: error, bundle: bundleId }, 'a support bundle could not be made');
        await finishSupportBundle(context.db, bundleId, 'failure', saidBy(error));
      }
      await announce(context, bundleId);
    },
  };
}

/** How many bundles are kept. */
const kept = 20;

/** Forgets, every night, bundles that are old or too many. */
export function forgetSupportBundlesJob({ db }: Context): Job {
  return { name: 'forget-support-bundles', cron: '47 3 * * *', run: () => deleteOldSupportBundles(db, kept) };
}
