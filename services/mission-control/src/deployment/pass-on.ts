import { hash } from 'node:crypto';
import type { Beacon } from '@packhouse/contract/mission-control/beacon-routes.ts';
import type { Context } from '../context.ts';
import { noteTold } from './deployment-queries.ts';

/** Gives insight what another deployment says that it stores, so that it is known over time. */
async function noteFigures({ peers }: Context, id: string, { storage, counts }: Beacon, at: Date): Promise<void> {
  const levels = [
    ...(storage.used === null ? [] : [{ metric: 'blobBytes', labels: {}, value: storage.used }]),
    ...(counts.files === undefined ? [] : [{ metric: 'storedFiles', labels: {}, value: counts.files }]),
  ];
  await peers.insight?.note(id, at, levels);
}

/** What others want to know of a beacon, in short. Figures are kept day by day. */
function digest({ storage, counts, licences }: Beacon, at: Date): string {
  const wanted = [at.toISOString().slice(0, 10), storage.used, counts.files, licences.map(({ jti }) => jti)];
  return hash('sha256', JSON.stringify(wanted), 'base64');
}

interface Hearing {
  at: Date;
  /** What was passed on before, unless somebody waits for this. */
  known?: string | null;
}

/** Passes on what another deployment said of itself, where it is something else than the last time. Whoever cannot take it now hears of the next one. */
export async function passOn(context: Context, id: string, beacon: Beacon, { at, known = null }: Hearing): Promise<void> {
  const what = digest(beacon, at);
  if (known === what) return;
  const done = await Promise.allSettled([noteFigures(context, id, beacon, at), ...context.listeners.map((tell) => tell(id, beacon))]);
  for (const one of done) if (one.status === 'rejected') context.log.warn({ err: one.reason as Error, deployment: id }, 'a beacon could not be passed on');
  await noteTold(context.db, id, at, done.every(({ status }) => status === 'fulfilled') ? what : null);
}
