import { endTrust, introducePeer } from '@packhouse/contract/access/access-trust-routes.ts';
import { AppError } from '@packhouse/contract/errors.ts';
import type { Pump } from '@packhouse/kernel/pump/pump.ts';
import type { PeerCall } from '@packhouse/peers/trust.ts';
import type { Context } from '../context.ts';
import { sendCorrected } from './call-peer.ts';
import { writeSuccession } from './introduction.ts';
import type { PeerRow } from './peer-queries.ts';
import { claimUntold, noteUntold, settleTold } from './tell-queries.ts';

const hour = 3_600_000;
const timeout = 20_000;
/** Milliseconds until the next try, by how often it has failed. */
const pause = (attempts: number) => Math.min(hour, 5000 * 2 ** Math.min(attempts, 12));

/** What a deployment has to be told, and what it knows then. */
async function message({ platform, deployment, deploymentKeys }: Context, row: PeerRow) {
  if (row.revoked_at) return { call: { method: 'POST', path: endTrust.url, json: {}, timeout } satisfies PeerCall, knows: {} };
  const keys = await deploymentKeys.all();
  const fresh = keys[0]!;
  const old = keys.find(({ id }) => id === row.knows_key);
  const url = platform.config.baseUrl ?? row.knows_url;
  // Whoever knows the address may reach it by another that somebody there has chosen.
  const key = old && old.id !== fresh.id ? { key: await writeSuccession(deployment, row.id, old, fresh) } : {};
  return {
    call: { method: 'PUT', path: introducePeer.url, json: { ...(url === row.knows_url ? {} : { url }), ...key }, timeout } satisfies PeerCall,
    knows: { knows_key: fresh.id, knows_url: url },
  };
}

async function tell(context: Context, row: PeerRow, signal: AbortSignal): Promise<void> {
  const { call, knows } = await message(context, row);
  const status = await sendCorrected(context, row, { ...call, signal }).then(
    (answer) => answer.status,
    (error: unknown) => {
      if (error instanceof AppError) return undefined;
      throw error;
    },
  );
  const isOver = row.revoked_at !== null && (status === 401 || status === 403);
  if (isOver || (status !== undefined && status >= 200 && status < 300)) await settleTold(context.db, row, { ...knows, tell_at: null, tell_attempts: 0 });
  // Whoever does not trust this deployment any more is asked only now and then.
  else await settleTold(context.db, row, { tell_at: new Date(Date.now() + (status === 401 ? hour : pause(row.tell_attempts))) });
}

/** Milliseconds after which this process looks again at what others know, though nothing told it of a change. */
const lookAgain = 30_000;
/** Milliseconds for which it looks each time after it was told of one: what it was told of may take effect in this process a moment later. */
const takesEffect = 5000;

/** Tells other deployments what they should know: a new key or address of this one, or that it trusts them no longer. */
export function tellPump(context: Context): Pump<PeerRow> {
  const { db, deploymentKeys, platform } = context;
  let lookedAt = Number.NEGATIVE_INFINITY;
  let toldAt = Number.NEGATIVE_INFINITY;
  return {
    name: 'access.tell-peers',
    width: 8,
    wakes(type) {
      const isNews =
        type === 'access.peer.revoked' || type === 'access.peer.changed' || type === 'access.deployment-key.rotated' || type === 'access.setting.changed';
      if (isNews) toldAt = performance.now();
      return isNews;
    },
    async claim(free) {
      const now = performance.now();
      if (now - lookedAt >= lookAgain || now - toldAt < takesEffect) {
        lookedAt = now;
        await noteUntold(db, (await deploymentKeys.current()).id, platform.config.baseUrl);
      }
      return claimUntold(db, free);
    },
    work: (row, signal) => tell(context, row, signal),
  };
}
