import type { Hook, HookHealth } from '@packhouse/contract/events/hook-routes.ts';
import { findSaid } from '@packhouse/kernel/database/said-columns.ts';
import type { Context } from '../context.ts';
import { type HookRows, withHandlers } from './handler-queries.ts';
import { addFigures, type HookFigures, selectFigures } from './health-queries.ts';
import { toSubscription } from './subscription.ts';
import type { SubscriptionRow } from './subscription-queries.ts';

/** What a person decided goes before how the receiver is. */
function readState(row: SubscriptionRow): Pick<HookHealth, 'state' | 'since'> {
  const since = (at: Date | null) => (at ?? row.created_at).toISOString();
  if (!row.enabled) return { state: 'disabled', since: since(row.disabled_at) };
  if (row.paused_at) return { state: 'paused', since: since(row.paused_at) };
  if (row.failing_since) return { state: 'failing', since: since(row.failing_since) };
  return { state: 'healthy', since: since(row.enabled_at) };
}

/** The handler that tells how its webhook is: of several, the one that needs a person most. */
function pickTelling(rows: HookRows): SubscriptionRow {
  const [first] = rows;
  if (rows.every(({ enabled }) => !enabled)) return first;
  return rows.find(({ enabled }) => !enabled) ?? rows.find(({ failing_since: since }) => since) ?? first;
}

/** A receiver that wants nothing any more has failed its webhook, unless there is no other. */
function readHookState(rows: HookRows): Pick<HookHealth, 'state' | 'since'> {
  const { state, since } = readState(pickTelling(rows));
  return { state: state === 'disabled' && rows.some(({ enabled }) => enabled) ? 'failing' : state, since };
}

function readReason(row: SubscriptionRow): Pick<HookHealth, 'reason' | 'status'> {
  const reason = findSaid(row);
  return { ...(reason ? { reason } : {}), ...(row.status === null ? {} : { status: row.status }) };
}

function toHealth(rows: HookRows, { waiting, delivered, failed, p95, last_delivered_at: last, loop }: HookFigures): HookHealth {
  const row = pickTelling(rows);
  const state = readHookState(rows);
  return {
    ...state,
    ...readReason(row),
    ...(state.state === 'failing' && row.paused_until ? { nextTryAt: row.paused_until.toISOString() } : {}),
    waiting,
    delivered,
    failed,
    ...(p95 === null ? {} : { p95 }),
    ...(last ? { lastDeliveredAt: last.toISOString() } : {}),
    ...(loop ? { loop } : {}),
    ...(row.previous_until && row.previous_until > new Date() ? { previousSecretUntil: row.previous_until.toISOString() } : {}),
  };
}

/** Webhooks as the console knows them, with their health. */
export async function toHooks({ db, platform }: Context, webhooks: readonly SubscriptionRow[]): Promise<Hook[]> {
  const hooks = await withHandlers(db, webhooks);
  const figures = await selectFigures(
    db,
    hooks.flat().map(({ key }) => key),
  );
  const byKey = new Map(figures.map((one) => [one.key, one]));
  return hooks.map((rows) => {
    const [row] = rows;
    return {
      ...toSubscription(rows, platform.secrets),
      health: toHealth(rows, rows.map(({ key }) => byKey.get(key)!).reduce(addFigures)),
      created_by: row.created_by,
      created_at: row.created_at.toISOString(),
      modified_at: row.modified_at.toISOString(),
    };
  });
}

export async function toHook(context: Context, row: SubscriptionRow): Promise<Hook> {
  const [hook] = await toHooks(context, [row]);
  return hook!;
}
