import type { Context } from '../context.ts';
import type { Seen } from './verdict.ts';

/** Gives insight what another deployment says that it stores, so that it is known over time. What insight cannot take is not missed here. */
export async function noteFigures({ peers, log }: Context, id: string, { beacon }: Seen, at: Date): Promise<void> {
  if (!beacon || !peers.insight) return;
  const { storage, counts } = beacon;
  const levels = [
    ...(storage.used === null ? [] : [{ metric: 'blobBytes', labels: {}, value: storage.used }]),
    ...(counts.files === undefined ? [] : [{ metric: 'storedFiles', labels: {}, value: counts.files }]),
  ];
  await peers.insight.note(id, at, levels).catch((error: Error) => log.warn({ err: error, deployment: id }, 'figures of a deployment could not be kept'));
}
