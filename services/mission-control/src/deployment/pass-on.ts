import { hash } from 'node:crypto';
import type { Beacon } from '@packhouse/contract/mission-control/beacon-routes.ts';
import type { Context } from '../context.ts';

/** Gives insight what another deployment says that it stores, so that it is known over time. */
async function noteFigures({ peers }: Context, id: string, { storage, counts }: Beacon, at: Date): Promise<void> {
  const levels = [
    ...(storage.used === null ? [] : [{ metric: 'storedBytes', labels: {}, value: storage.used }]),
    ...(counts.files === undefined ? [] : [{ metric: 'storedFiles', labels: {}, value: counts.files }]),
  ];
  await peers.insight?.note(id, at, levels);
}

/** Milliseconds after which what a deployment says is passed on though it is what this process passed on before: another one may have heard something else since. */
const heldFor = 5 * 60_000;
/** Deployments of which it is remembered. */
const mostRemembered = 2000;

/** What each deployment said when it was passed on last. */
const passedOn = new WeakMap<object, Map<string, { what: string; at: number }>>();

/** What others want to know of a beacon, in short. Figures are kept day by day. */
function digest({ storage, counts, licences }: Beacon, at: Date): string {
  const wanted = [at.toISOString().slice(0, 10), storage.used, counts.files, licences.map(({ jti }) => jti)];
  return hash('sha256', JSON.stringify(wanted), 'base64');
}

function getPassedOn(context: Context) {
  const known = passedOn.get(context) ?? new Map<string, { what: string; at: number }>();
  if (known.size >= mostRemembered) known.clear();
  passedOn.set(context, known);
  return known;
}

interface Hearing {
  at: Date;
  /** Nobody waits for it, so that it need not be said again. */
  mayBeKnown?: boolean;
}

/** Passes on what another deployment said of itself, where it is something else than the last time. Whoever cannot take it now hears of the next one. */
export async function passOn(context: Context, id: string, beacon: Beacon | undefined, { at, mayBeKnown = false }: Hearing): Promise<void> {
  if (!beacon) return;
  const all = getPassedOn(context);
  const [known, what] = [all.get(id), digest(beacon, at)];
  if (mayBeKnown && known?.what === what && performance.now() - known.at < heldFor) return;
  const done = await Promise.allSettled([noteFigures(context, id, beacon, at), ...context.listeners.map((tell) => tell(id, beacon))]);
  for (const one of done) if (one.status === 'rejected') context.log.warn({ err: one.reason as Error, deployment: id }, 'a beacon could not be passed on');
  if (done.every(({ status }) => status === 'fulfilled')) all.set(id, { what, at: performance.now() });
  else all.delete(id);
}
