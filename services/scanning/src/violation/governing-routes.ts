import * as policies from '@packhouse/contract/scanning/policy-routes.ts';
import * as watches from '@packhouse/contract/scanning/watch-routes.ts';
import { handle } from '@packhouse/kernel/http/http.ts';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../context.ts';
import { type By, keptPolicies, needPolicy, removePolicy, savePolicy, toPolicy } from '../policy/keep-policy.ts';
import { selectRevisions } from '../policy/policy-queries.ts';
import { keptWatches, listAssignable, needWatch, removeWatch, saveWatch, toCountedWatch, toWatch, toWatchDetails } from '../watch/keep-watch.ts';
import { countDue, selectWatchCounts } from '../watch/watch-queries.ts';
import { settle } from './evaluation-job.ts';
import { preview } from './preview.ts';

interface Place {
  project: string | undefined;
  name: string | undefined;
}

async function keepPolicy(context: Context, by: By, input: policies.PolicyInput, place: Place): Promise<policies.Policy> {
  await context.db.transaction().execute((tx) => savePolicy(context, tx, by, input, place));
  await settle(context);
  return toPolicy(await needPolicy(context, by.actor, place.name ?? input.name));
}

async function keepWatch(context: Context, by: By, input: watches.WatchInput, place: Place): Promise<watches.WatchDetails> {
  const name = await context.db.transaction().execute((tx) => saveWatch(context, tx, by, input, place));
  await settle(context);
  return toWatchDetails(context, await needWatch(context.db, by.actor, name));
}

function policyRoutes(app: FastifyInstance, context: Context): void {
  const { platform } = context;
  handle(app, platform, policies.listPolicies, async ({ query }, { actor }) => {
    const data = (await keptPolicies(context, actor, query.projectKey)).map(toPolicy);
    return { data, total_count: data.length };
  });
  handle(app, platform, policies.readPolicy, async ({ params }, { actor }) => toPolicy(await needPolicy(context, actor, params.name)));
  handle(app, platform, policies.createPolicy, ({ query, body }, by) => keepPolicy(context, by, body, { project: query.projectKey, name: undefined }));
  handle(app, platform, policies.updatePolicy, ({ params, body }, by) => keepPolicy(context, by, body, { project: undefined, name: params.name }));
  handle(app, platform, policies.deletePolicy, ({ params }, by) => removePolicy(context, by, params.name));
  handle(app, platform, policies.listPolicyRevisions, async ({ params }, { actor }) => {
    const { id } = await needPolicy(context, actor, params.name);
    const rows = await selectRevisions(context.db, id);
    return { data: rows.map(({ revision, author, at, rules }) => ({ revision, author, at: at.toISOString(), rules })) };
  });
  handle(app, platform, watches.previewPolicy, async ({ query, body }, by) =>
    preview(context, by.actor, async (tx) => {
      const there = await keptPolicies({ db: tx }, by.actor, query.projectKey);
      const name = there.some((row) => row.name === body.name) ? body.name : undefined;
      await savePolicy(context, tx, by, body, { project: query.projectKey, name });
    }),
  );
}

function watchRoutes(app: FastifyInstance, context: Context): void {
  const { platform, db } = context;
  handle(app, platform, watches.listWatches, async ({ query }, { actor }) => {
    const [rows, counts, waiting] = await Promise.all([keptWatches(context, actor, query.projectKey), selectWatchCounts(db), countDue(db)]);
    return { data: rows.map((row) => toCountedWatch(row, counts)), total_count: rows.length, waiting };
  });
  handle(app, platform, watches.readWatch, async ({ params }, { actor }) => toWatchDetails(context, await needWatch(db, actor, params.name)));
  handle(app, platform, watches.listAssignablePolicies, async ({ query }, { actor }) => ({ data: await listAssignable(context, actor, query.projectKey) }));
  handle(app, platform, watches.createWatch, ({ query, body }, by) => keepWatch(context, by, body, { project: query.projectKey, name: undefined }));
  handle(app, platform, watches.updateWatch, ({ params, body }, by) => keepWatch(context, by, body, { project: undefined, name: params.name }));
  handle(app, platform, watches.deleteWatch, async ({ params }, by) => {
    await removeWatch(context, by, params.name);
    await settle(context);
  });
  handle(app, platform, watches.previewWatch, async ({ query, body }, by) =>
    preview(context, by.actor, async (tx) => {
      const there = await keptWatches({ db: tx }, by.actor, query.projectKey);
      const name = there.some((row) => row.name === body.general_data.name) ? body.general_data.name : undefined;
      await saveWatch(context, tx, by, body, { project: query.projectKey, name });
    }),
  );
}

/** Policies and watches, for the console. */
export function governingRoutes(app: FastifyInstance, context: Context): void {
  policyRoutes(app, context);
  watchRoutes(app, context);
}

/** The same policies and watches, for existing clients. */
export function compatibleGoverningRoutes(app: FastifyInstance, context: Context): void {
  const { platform, db } = context;
  const info = (text: string) => ({ info: text });
  handle(app, platform, policies.listXrayPolicies, async ({ query }, { actor }) => (await keptPolicies(context, actor, query.projectKey)).map(toPolicy));
  handle(app, platform, policies.readXrayPolicy, async ({ params }, { actor }) => toPolicy(await needPolicy(context, actor, params.name)));
  handle(app, platform, policies.createXrayPolicy, async ({ query, body }, by) => {
    await keepPolicy(context, by, body, { project: query.projectKey, name: undefined });
    return info('Policy created successfully');
  });
  handle(app, platform, policies.updateXrayPolicy, async ({ params, body }, by) => {
    await keepPolicy(context, by, body, { project: undefined, name: params.name });
    return info('Policy updated successfully');
  });
  handle(app, platform, policies.deleteXrayPolicy, async ({ params }, by) => {
    await removePolicy(context, by, params.name);
    return info(`Policy ${params.name} was deleted successfully`);
  });
  handle(app, platform, watches.listXrayWatches, async ({ query }, { actor }) => (await keptWatches(context, actor, query.projectKey)).map(toWatch));
  handle(app, platform, watches.readXrayWatch, async ({ params }, { actor }) => toWatch(await needWatch(db, actor, params.name)));
  handle(app, platform, watches.createXrayWatch, async ({ query, body }, by) => {
    await keepWatch(context, by, body, { project: query.projectKey, name: undefined });
    return info('Watch has been successfully created');
  });
  handle(app, platform, watches.updateXrayWatch, async ({ params, body }, by) => {
    await keepWatch(context, by, body, { project: undefined, name: params.name });
    return info('Watch was successfully updated');
  });
  handle(app, platform, watches.deleteXrayWatch, async ({ params }, by) => {
    await removeWatch(context, by, params.name);
    await settle(context);
    return info(`Watch ${params.name} was deleted successfully`);
  });
}
