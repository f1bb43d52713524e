import { AppError } from '@packhouse/contract/errors.ts';
import * as contract from '@packhouse/contract/repositories/cleanup-compatible-routes.ts';
import { cleanupWords } from '@packhouse/contract/repositories/cleanup-words.ts';
import { repositoryWords } from '@packhouse/contract/repositories/repository-words.ts';
import { say } from '@packhouse/contract/sentences.ts';
import { sharedWords } from '@packhouse/contract/shared-words.ts';
import type { Actor } from '@packhouse/kernel/access/authorisation.ts';
import { handle } from '@packhouse/kernel/http/http.ts';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../context.ts';
import { mayKeep, requireKeeper } from '../upkeep/retention-keepers.ts';
import { changePolicy, createPolicy, listPolicies, type PolicyRow, removePolicy, toInput } from '../upkeep/retention-policies.ts';
import { findPolicyNamed, startRetention } from '../upkeep/start-retention.ts';
import { getPolicyInput, inTheirNames, tellPolicy } from './cleanup-rest-policy.ts';

type CleanupPolicy = contract.CleanupPolicy;

const tell = (row: PolicyRow) => tellPolicy(toInput(row));

/** Clients take these apart by their addresses: what cleans up, and what puts away in the archive. */
const families = [
  { isArchive: false, ...contract.cleanupPolicies },
  { isArchive: true, ...contract.archivePolicies },
];
type Family = (typeof families)[number];

/** @throws AppError `forbidden` for those who keep no policy, `not_found` */
async function needPolicy(context: Context, { isArchive }: Family, key: string, actor: Actor): Promise<PolicyRow> {
  requireKeeper(actor);
  const row = await findPolicyNamed(context, key);
  if (row?.archive !== isArchive || !mayKeep(actor, row.project_key)) throw new AppError(cleanupWords.no_cleanup_policy, { key });
  return row;
}

function requireKey(key: string): void {
  if (!/^[\w-]{3,100}$/.test(key)) throw new AppError(sharedWords.named, { name: 'key', why: say(cleanupWords.cleanup_key_form) }, { code: 'bad_request' });
}

/** Tells refusals in the words of existing clients. */
const translated = <Result>(key: string, work: Promise<Result>): Promise<Result> =>
  work.catch((error: unknown) => {
    if (error instanceof AppError && error.reason === repositoryWords.policy_exists.reason) throw new AppError(cleanupWords.cleanup_policy_exists, { key });
    throw inTheirNames(error);
  });

/** `/artifactory/api/cleanup/…` and `/artifactory/api/archive/v2/…`: the retention policies that the console shows. */
export function cleanupRestRoutes(app: FastifyInstance, context: Context): void {
  for (const family of families) {
    readRoutes(app, context, family);
    writeRoutes(app, context, family);
    runRoutes(app, context, family);
  }
  handle(app, context.platform, contract.disableCleanupPolicies, async (_, call) => {
    for (const { id, enabled, archive } of await listPolicies(context, call.actor))
      if (enabled && !archive) await changePolicy(context, id, (before) => ({ ...before, enabled: false }), call);
    await context.peers.disableReleaseBundleCleanups?.(call);
    return { message: 'All cleanup policies were disabled' };
  });
}

function readRoutes(app: FastifyInstance, context: Context, family: Family): void {
  const { platform } = context;

  handle(app, platform, family.list, async ({ query }, { actor }) => {
    const rows = (await listPolicies(context, actor)).filter(({ archive }) => archive === family.isArchive);
    const { projectKey } = query;
    const belongsTo = (policy: CleanupPolicy, key: string) => policy.projectKey === key || policy.searchCriteria.includedProjects.includes(key);
    return rows.map(tell).filter((policy) => !projectKey || belongsTo(policy, String(projectKey)));
  });

  handle(app, platform, family.read, async ({ params }, { actor }) => tell(await needPolicy(context, family, params.key, actor)));
}

function writeRoutes(app: FastifyInstance, context: Context, family: Family): void {
  const { platform } = context;
  const { isArchive } = family;

  handle(app, platform, family.create, async ({ params: { key }, body }, call) => {
    requireKey(key);
    return tell(await translated(key, (async () => createPolicy(context, getPolicyInput(key, body, { isArchive }), call))()));
  });

  handle(app, platform, family.change, async ({ params: { key }, body }, call) => {
    const { id } = await needPolicy(context, family, key, call.actor);
    return tell(
      await translated(
        key,
        changePolicy(context, id, (before) => getPolicyInput(key, body, { before, isArchive }), call),
      ),
    );
  });

  handle(app, platform, family.remove, async ({ params: { key } }, call) => {
    await removePolicy(context, (await needPolicy(context, family, key, call.actor)).id, call);
    return { message: `${key} was deleted` };
  });

  handle(app, platform, family.enable, async ({ params: { key }, body: { enabled } }, call) => {
    const { id } = await needPolicy(context, family, key, call.actor);
    return tell(
      await translated(
        key,
        changePolicy(context, id, (before) => ({ ...before, enabled }), call),
      ),
    );
  });
}

function runRoutes(app: FastifyInstance, context: Context, family: Family): void {
  handle(app, context.platform, family.run, async ({ params: { key }, query, body }, { actor, address }) => {
    const policy = await needPolicy(context, family, key, actor);
    // Whatever is not clearly a no takes nothing away.
    const dryRun = body.dryRun || (query.dryRun !== undefined && String(query.dryRun).toLowerCase() !== 'false');
    if (!policy.enabled && !dryRun) throw new AppError(cleanupWords.cleanup_disabled, { key });
    return { runId: (await startRetention(context, policy, { actor, address, dryRun })).id };
  });
}
