import { AppError, saidBy } from '@packhouse/contract/errors.ts';
import * as contract from '@packhouse/contract/scanning/git-hook-routes.ts';
import { gitWords } from '@packhouse/contract/scanning/git-words.ts';
import { say } from '@packhouse/contract/sentences.ts';
import { sharedWords } from '@packhouse/contract/shared-words.ts';
import { findSaid } from '@packhouse/kernel/database/said-columns.ts';
import { handle } from '@packhouse/kernel/http/http.ts';
import type { Pump } from '@packhouse/kernel/pump/pump.ts';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../context.ts';
import { getVendorName } from '../integration/integration-view.ts';
import { openIntegration } from './integration-vendor.ts';
import { claimLeftHooks, dropLeftHook, forgetGivenUp, type LeftHookRow, selectLeftHooks, settleLeftHook } from './left-hook-queries.ts';

const firstPause = 60;
const longestPause = 6 * 60 * 60;
/** Together some three days. */
const mostAttempts = 20;
/** No other attempt would end otherwise. */
const hopeless = new Set(['vendor_refuses_token', 'vendor_password_outdated', 'vendor_lacks_scope']);

/** Seconds until the next attempt; null where there is none. */
function findPause(error: unknown, attempts: number): number | null {
  const { detail, reason } = error instanceof AppError ? error : {};
  const until = (detail as { until?: unknown } | undefined)?.until;
  if (until instanceof Date) return Math.max(firstPause, Math.ceil((until.getTime() - Date.now()) / 1000));
  if (hopeless.has(String(reason)) || attempts >= mostAttempts) return null;
  return Math.min(longestPause, firstPause * 2 ** Math.min(attempts, 12));
}

/** Takes a hook away at its vendor. One that is gone already counts. */
async function removeHook(context: Context, row: LeftHookRow, signal: AbortSignal): Promise<void> {
  try {
    const { vendor } = openIntegration(context, { ...row, key: `${row.integration} ${row.left_at.toISOString()}`, sealed: row.sealed! });
    await vendor.removeHook({ vendorId: row.vendor_id, fullName: row.full_name }, row.hook_id);
    await dropLeftHook(context.db, row.id);
  } catch (error) {
    if (signal.aborted) throw error;
    context.log.info({ err: error, repository: row.full_name }, 'a hook could not be removed');
    const problem = error instanceof AppError ? saidBy(error) : say(gitWords.hook_stays, { host: new URL(row.url).host });
    await settleLeftHook(context.db, row.id, problem, findPause(error, row.attempts));
  }
}

/** Takes hooks away whose integrations were deleted. */
export function leftHookPump(context: Context): Pump<LeftHookRow> {
  return {
    name: 'scanning.remove-hooks',
    width: 2,
    wakes: (type) => type === 'integration.deleted',
    claim: (free) => context.db.transaction().execute((tx) => claimLeftHooks(tx, free)),
    work: (row, signal) => removeHook(context, row, signal),
  };
}

const toLeftHook = (row: LeftHookRow): contract.LeftHook => ({
  id: row.id,
  integration: row.integration,
  name: row.name,
  vendorName: getVendorName(row),
  url: row.url,
  repository: row.full_name,
  hookId: row.hook_id,
  leftAt: row.left_at.toISOString(),
  attempts: row.attempts,
  nextAt: row.given_up ? null : row.next_at.toISOString(),
  error: findSaid(row) ?? null,
});

/** Tells of hooks that are still at their vendors. */
export function leftHookRoutes(app: FastifyInstance, { db, platform }: Context): void {
  handle(app, platform, contract.listLeftHooks, async ({ query: { after, limit } }) => {
    if (after !== undefined && !/^\d{1,15}$/.test(after)) throw new AppError(sharedWords.after_is_no_cursor);
    const { rows, total } = await selectLeftHooks(db, { before: after === undefined ? undefined : Number(after), limit });
    const page = rows.slice(0, limit);
    return { items: page.map(toLeftHook), total, next: rows.length > page.length ? String(page.at(-1)!.id) : null };
  });
  handle(app, platform, contract.forgetLeftHooks, (_, { actor, address }) =>
    db.transaction().execute(async (tx) => {
      const forgotten = await forgetGivenUp(tx);
      await platform.identity.audit({ actor: actor.name, address, action: 'integration.hooks-forgotten', subject: 'hooks', after: { forgotten } }, tx);
      return { forgotten };
    }),
  );
}
