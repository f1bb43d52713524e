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

/** Passes on what another deployment said of itself. Whoever cannot take it now hears of the next one. */
export async function passOn(context: Context, id: string, beacon: Beacon | undefined, at: Date): Promise<void> {
  if (!beacon) return;
  const done = await Promise.allSettled([noteFigures(context, id, beacon, at), ...context.listeners.map((tell) => tell(id, beacon))]);
  for (const one of done) if (one.status === 'rejected') context.log.warn({ err: one.reason as Error, deployment: id }, 'a beacon could not be passed on');
}
