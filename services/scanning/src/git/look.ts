import { AppError, saidBy } from '@packhouse/contract/errors.ts';
import { gitWords } from '@packhouse/contract/scanning/git-words.ts';
import { receiveGitHook } from '@packhouse/contract/scanning/scanning-git-routes.ts';
import type { Said } from '@packhouse/contract/sentences.ts';
import { type GitSession, openGit } from '../git-read/git-session.ts';
import { findIntegration, type IntegrationRow, leaveHook, noteContact } from '../integration/integration-queries.ts';
import type { Vendor } from '../vendor/vendor.ts';
import { isGone } from '../vendor/vendor-call.ts';
import type { GitContext } from './git-context.ts';
import { closePull, type GitRepositoryRow, getBaseRef, keepPull, selectScan, settleLook } from './git-queries.ts';
import { makeSource, openIntegration, readQuota } from './integration-vendor.ts';
import { findBrokenRules } from './pull-policies.ts';
import { tellCommit, tellPullRequest } from './report.ts';
import { judgeScan, scanCommit } from './scan-commit.ts';

/** Seconds until a repository is looked at again: without hooks, and with one that has come. */
const often = 10 * 60;
const seldom = 24 * 60 * 60;
const longestPause = 6 * 60 * 60;
const mostPulls = 20;

interface Look {
  context: GitContext;
  row: GitRepositoryRow;
  place: { vendorId: string; fullName: string; integration: string };
  vendor: Vendor;
  session: GitSession;
}

/** Looks at the default branch; answers its head. */
async function lookAtBranch({ context, row, place, vendor, session }: Look): Promise<{ head: string | null; defaultBranch: string | null }> {
  const { refs, defaultBranch = row.default_branch ?? 'main' } = await session.refs(['HEAD']);
  const head = refs.get('HEAD');
  if (head === undefined) return { head: null, defaultBranch };
  const ref = `refs/heads/${defaultBranch}`;
  const before = await selectScan(context.db, row.id, ref);
  const scanned = await scanCommit(context, session, {
    repository: row.id,
    ref,
    kind: 'branch',
    commit: head,
    base: before?.commit === head ? before.base : (before?.commit ?? null),
    isWanted: row.wanted,
  });
  const { scan } = scanned;
  const base = scan.base === null ? undefined : await selectScan(context.db, row.id, ref, scan.base);
  await tellCommit(context, vendor, place, scan, await judgeScan(context, scanned, base));
  return { head: scan.commit, defaultBranch };
}

/** Looks at a pull request as it stands now, whatever a message said of it. */
async function lookAtPull({ context, row, place, vendor, session }: Look, number: number): Promise<void> {
  const pull = await vendor.pullRequest(place, number);
  await keepPull(context.db, row.id, pull);
  if (pull.state !== 'open') return;
  const common = { repository: row.id, pull: number };
  const before = await selectScan(context.db, row.id, pull.headRef);
  const { scan: base } = await scanCommit(context, session, { ...common, ref: getBaseRef(number), kind: 'base', commit: pull.base, base: null });
  const scanned = await scanCommit(context, session, {
    ...common,
    ref: pull.headRef,
    kind: 'pull request',
    commit: pull.head,
    base: pull.base,
    isWanted: row.wanted,
  });
  const judged = await judgeScan(context, scanned, base);
  const broken = await findBrokenRules(context, place.fullName, judged.brought);
  const isNews = await tellCommit(context, vendor, place, scanned.scan, judged, broken);
  const hasToldBefore = before?.told !== null && before?.told !== undefined;
  const { fresh, judgedBy, notJudged } = judged;
  if (isNews) await tellPullRequest(context, vendor, place, { pull: number, fresh: fresh ?? [], judgedBy, notJudged, broken, hasToldBefore });
}

/** Makes the hook of a repository once somebody knows under which address we can be reached. */
async function ensureHook({ context, row, place, vendor }: Look, { key, sealed_hook: sealed }: IntegrationRow): Promise<string | null> {
  const { platform } = context;
  const base = platform.config.baseUrl ?? platform.customBaseUrl;
  if (row.hook_id !== null || base === undefined) return row.hook_id;
  const url = `${base.replace(/\/+$/, '')}${receiveGitHook.url.replace(':key', encodeURIComponent(key))}`;
  try {
    return await vendor.ensureHook(place, url, platform.secrets.decrypt(sealed));
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    // A token may read and not administer: the repository is then looked at by the clock.
    context.log.info({ repository: row.full_name, reason: error.message }, 'a hook could not be made');
    return null;
  }
}

/** Seconds to wait after a failure: longer each time, and as long as a vendor says. */
function findPause(error: AppError, failures: number): number {
  const until = (error.detail as { until?: unknown } | undefined)?.until;
  if (until instanceof Date) return Math.max(30, Math.ceil((until.getTime() - Date.now()) / 1000) + Math.random() * 30);
  return Math.min(longestPause, often * 2 ** Math.min(failures, 10));
}

async function lookWithin(look: Look, integration: IntegrationRow, done: number[]) {
  const { row } = look;
  const branch = await lookAtBranch(look);
  const hookId = await ensureHook(look, integration);
  const unknown: unknown[] = [];
  for (const number of row.pulls.slice(0, mostPulls)) {
    try {
      await lookAtPull(look, number);
      done.push(number);
    } catch (error) {
      if (!isGone(error)) throw error;
      // One that was never seen may be so new that its vendor does not tell of it yet: it is tried again, and the others do not wait for it.
      if (await closePull(look.context.db, row.id, number)) done.push(number);
      else unknown.push(error);
    }
  }
  if (unknown.length > 0) throw unknown[0];
  return { ...branch, hookId };
}

/** Looks at a repository: what its lock files hold now, and tells the vendor. What goes wrong is kept with it. */
export async function lookAt(context: GitContext, row: GitRepositoryRow, signal: AbortSignal): Promise<void> {
  const integration = await findIntegration(context.db, row.integration);
  if (!integration) return;
  const done: number[] = [];
  const kept = { head: row.head, defaultBranch: row.default_branch, hookId: row.hook_id };
  let problem: Said | null = null;
  let seconds = row.last_hook_at === null ? often * (0.8 + Math.random() * 0.4) : seldom;
  let session: GitSession | undefined;
  try {
    const opened = openIntegration(context, integration);
    session = await openGit(context.platform.outgoing, makeSource(integration, row.clone_url, opened), { signal });
    const place = { vendorId: row.vendor_id, fullName: row.full_name, integration: row.integration };
    Object.assign(kept, await lookWithin({ context, row, place, vendor: opened.vendor, session }, integration, done));
    await noteContact(context.db, integration.key, { problem: null, quota: readQuota(opened.vendor) });
  } catch (error) {
    if (signal.aborted) throw error;
    const failure = error instanceof AppError ? error : new AppError(gitWords.git_fails, { host: new URL(row.clone_url).host, why: 'unexpected' });
    context.log.warn({ err: error, repository: row.full_name }, 'a look at a repository failed');
    problem = saidBy(failure);
    seconds = findPause(failure, row.failures);
    // A pull request that cannot be read is not looked at for ever.
    if (row.failures >= 3) done.push(...row.pulls);
    if (failure.reason === 'vendor_refuses_token') await noteContact(context.db, integration.key, { problem });
  } finally {
    await session?.close();
  }
  if (kept.hookId !== null && kept.hookId !== row.hook_id && !(await findIntegration(context.db, integration.key)))
    await leaveHook(context.db, integration, { vendor_id: row.vendor_id, full_name: row.full_name, hook_id: kept.hookId });
  await settleLook(context.db, row, { ...kept, problem, seconds, pulls: done });
}
