import DataLoader from 'dataloader';
import type { Db } from '../schema.ts';
import { type DownloadDay, selectDownloadDays } from './download-day-queries.ts';

/** Downloads of sets of versions: of all that are asked for at one moment by one query. */
export function openDownloadDays(db: Db): (versionIds: readonly number[]) => Promise<DownloadDay[]> {
  const loader = new DataLoader((sets: readonly (readonly number[])[]) => selectDownloadDays(db, sets), { cache: false });
  return (versionIds) => loader.load(versionIds);
}
