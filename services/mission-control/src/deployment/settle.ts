import { keepSaid } from '@packhouse/kernel/database/said-columns.ts';
import type { Context } from '../context.ts';
import {
  type DeploymentRow,
  hasNewerBeacon,
  insertStatusChange,
  type KeptBeacon,
  lockDeployment,
  updateDeployment,
  updateUnchanged,
  upsertBeacon,
} from './deployment-queries.ts';
import { move, type Seen } from './verdict.ts';

/** Milliseconds between two looks; one that may be about to change is looked at sooner. */
const usual = 30_000;
const sooner = 15_000;
/** A deployment that has reported within this is not silent because we do not reach it. */
const reportHolds = 90_000;

export const hasReported = (reported: Date | null, now: Date): boolean => reported !== null && now.getTime() - reported.getTime() < reportHolds;

/** A fifth earlier or later, so that many are not asked at once. */
const spread = (milliseconds: number) => milliseconds * (0.8 + Math.random() * 0.4);

interface Look {
  at: Date;
  /** The deployment itself said so, unasked. */
  isReport?: boolean;
}

function getChange(row: Pick<DeploymentRow, 'status' | 'streak'>, seen: Seen, { at, isReport = false }: Look) {
  const { status, streak } = move(row, seen.status);
  const hasChanged = status !== row.status;
  const isTold = status === seen.status;
  return {
    hasChanged,
    change: {
      status,
      streak: streak && JSON.stringify(streak),
      ...(isTold ? { ...keepSaid(seen.reason), detail: JSON.stringify({ missing: seen.missing }) } : {}),
      ...(hasChanged ? { since: at } : {}),
      ...(seen.beacon ? { seen_at: at } : {}),
      ...(seen.offsetMs === undefined ? {} : { offset_ms: Math.round(seen.offsetMs) }),
      ...(isReport ? { reported_at: at } : { asked_at: at }),
    },
    wait: isReport ? undefined : spread(streak ? sooner : usual),
  };
}

/** Almost every look sees what was seen before. */
async function keepUnchanged({ db }: Context, id: string, seen: Seen, look: Look): Promise<KeptBeacon | undefined> {
  const { change, wait } = getChange({ status: seen.status, streak: null }, seen, look);
  return seen.beacon && wait !== undefined ? updateUnchanged(db, id, { change, wait, at: look.at, beacon: seen.beacon }) : undefined;
}

/** Keeps what was seen of a deployment; a change of its status is a row of its timeline and an event. Answers what was passed on of its beacon before, if this one was kept. */
export async function settle(context: Context, id: string, seen: Seen, look: Look): Promise<KeptBeacon | undefined> {
  const { db, platform, log } = context;
  const unchanged = await keepUnchanged(context, id, seen, look);
  if (unchanged) return unchanged;
  return db.transaction().execute(async (tx) => {
    const row = await lockDeployment(tx, id);
    if (!row) return undefined;
    if (!look.isReport && seen.status === 'OFFLINE' && hasReported(row.reported_at, look.at)) {
      await updateDeployment(tx, id, { asked_at: look.at }, spread(usual));
      return undefined;
    }
    // What was made before something that is known says nothing any more, except that somebody answers.
    if (seen.beacon && (await hasNewerBeacon(tx, id, look.at, seen.beacon))) {
      const heard = look.isReport ? { reported_at: look.at } : { asked_at: look.at };
      await updateDeployment(tx, id, { seen_at: look.at, ...heard }, look.isReport ? undefined : spread(usual));
      return undefined;
    }
    const { change, hasChanged, wait } = getChange(row, seen, look);
    await updateDeployment(tx, id, change, wait);
    const kept = seen.beacon && (await upsertBeacon(tx, id, look.at, seen.beacon));
    if (!hasChanged) return kept;
    await insertStatusChange(tx, id, look.at, change.status, seen.reason);
    const { status: before, name } = row;
    await platform.outbox.publish(tx, { type: 'mission-control.deployment.status', subject: id, data: { name, before, status: change.status } });
    log.info({ deployment: name, before, status: change.status, reason: seen.reason?.message }, 'a deployment has another status');
    return kept;
  });
}
