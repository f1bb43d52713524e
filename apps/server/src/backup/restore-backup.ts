import { Readable } from 'node:stream';
import type { BlobStore } from '@packhouse/kernel/blobs/blob-store.ts';
import type { Config } from '@packhouse/kernel/config.ts';
import { describeAddress } from '@packhouse/kernel/database/database-address.ts';
import { describeStore, openBlobStore } from '@packhouse/kernel/start-platform.ts';
import type pg from 'pg';
import { getHolder } from '../home-lock.ts';
import { withOwnDatabase } from '../own-database.ts';
import { allServices } from '../services.ts';
import type { Terminal } from '../terminal.ts';
import { type BackupFolder, DamagedError } from './backup-folder.ts';
import type { BackupRecord, NamedBlob } from './backup-record.ts';
import { backupWords, speak } from './backup-words.ts';
import { OtherContentError, readThrough, requireContent } from './blob-content.ts';
import { compareRestored, type RestoredCounts } from './compare-restored.ts';
import { BlobProgress, sayTables } from './copy-progress.ts';
import { eachAtOnce } from './each-at-once.ts';
import { importDatabase } from './import-database.ts';
import { keepMasterKey, requireMasterKey } from './master-key.ts';

export interface Restored extends RestoredCounts {
  there: number;
  /** Files of the backup that are missing or damaged, in their order. */
  damaged: string[];
}

/** Blobs of the backup that are not to be had. */
export class DamagedBlobsError extends Error {
  override name = 'DamagedBlobsError';
  readonly files: readonly string[];
  constructor(files: readonly string[]) {
    super();
    this.files = files;
  }
}

/** The blob's bytes as the backup has them. @throws DamagedError or OtherContentError */
const readBlob = (folder: BackupFolder, blob: NamedBlob) => requireContent(blob, folder.read(folder.nameBlob(blob)));

const isDamage = (error: unknown) => error instanceof DamagedError || error instanceof OtherContentError;

/** Whether the store has it, down to the last byte: an earlier run may have brought it, or somebody else. */
async function hasWhole(store: BlobStore, blob: NamedBlob): Promise<boolean> {
  if ((await store.size(blob.sha256)) !== blob.size) return false;
  try {
    await readThrough(blob, (await store.open(blob.sha256)) as AsyncIterable<Buffer>);
    return true;
  } catch (error) {
    if (!isDamage(error)) throw error;
    await store.delete(blob.sha256);
    return false;
  }
}

/** Answers false when the backup has not got it whole. */
async function bringBlob(folder: BackupFolder, store: BlobStore, blob: NamedBlob): Promise<boolean> {
  const body = Readable.from(readBlob(folder, blob), { objectMode: false });
  let failure: unknown;
  body.once('error', (error) => {
    failure = error;
  });
  try {
    const staged = await store.stage(body, { isOwn: true });
    await staged.promote();
    return true;
  } catch (error) {
    if (isDamage(failure ?? error)) return false;
    throw error;
  }
}

/** Brings every blob and compares it on the way. @throws DamagedBlobsError unless told to go on without some. */
async function bringBlobs(from: { folder: BackupFolder; name: string; record: BackupRecord }, store: BlobStore, isIncomplete: boolean, out: Terminal) {
  const { folder, name, record } = from;
  const progress = new BlobProgress(record.blobs.count, out.say);
  const lost = new Set<string>();
  await eachAtOnce(folder.readBlobs(name, record.blobs), async (blob) => {
    if (await hasWhole(store, blob)) progress.count();
    else if (await bringBlob(folder, store, blob)) progress.count(blob.size);
    else lost.add(blob.sha256);
  });
  const damaged = [...lost].toSorted().map((sha256) => folder.locate(folder.nameBlob({ sha256 })));
  if (damaged.length > 0 && !isIncomplete) throw new DamagedBlobsError(damaged);
  return { lost, damaged, there: progress.there };
}

function describeDatabase(config: Config): string {
  return config.databaseUrl === undefined ? `${config.home}/postgres` : describeAddress(config.databaseUrl);
}

/** Restores a backup into the configured database and blob store, both of which are empty. */
export async function restoreBackup(
  config: Config,
  from: { folder: BackupFolder; name: string },
  options: { isIncomplete: boolean },
  out: Terminal,
): Promise<Restored & { record: BackupRecord }> {
  const { folder, name } = from;
  const record = await folder.readRecord(name);
  const holder = await getHolder(config.home);
  if (holder) throw new Error(speak(backupWords.server_runs, { home: config.home, pid: holder.pid }));
  await requireMasterKey(config, record);
  const store = await openBlobStore(config);
  let brought: Awaited<ReturnType<typeof bringBlobs>>;
  let counts: RestoredCounts;
  await withOwnDatabase(config, (url) =>
    importDatabase({
      url,
      place: describeDatabase(config),
      home: config.home,
      services: allServices(),
      ...from,
      record,
      async before() {
        if ((await store.readMark()) !== undefined) throw new Error(speak(backupWords.store_not_empty, { place: describeStore(config) }));
        await keepMasterKey(config, record);
        brought = await out.step(speak(backupWords.step_blobs), () => bringBlobs({ ...from, record }, store, options.isIncomplete, out));
      },
      onTable: sayTables(out.say),
      async examine(client: pg.ClientBase) {
        counts = await compareRestored(client, { ...from, record }, brought.lost);
      },
    }),
  );
  return { ...counts!, damaged: brought!.damaged, there: brought!.there, record };
}

/** Reads all of a backup. Answers the files that are missing or damaged. */
export async function checkBackup(
  { folder, name }: { folder: BackupFolder; name: string },
  out: Terminal,
): Promise<{ damaged: string[]; record: BackupRecord }> {
  const record = await folder.readRecord(name);
  const damaged: string[] = [];
  const note = (file: string) => (error: unknown) => {
    if (!isDamage(error)) throw error;
    damaged.push(folder.locate(file));
  };
  for (const table of record.tables) await drain(folder.readChecked(name, table)).catch(note(`backups/${name}/${table.file}`));
  const progress = new BlobProgress(record.blobs.count, out.say);
  const checkBlobs = eachAtOnce(folder.readBlobs(name, record.blobs), async (blob) => {
    await readThrough(blob, folder.read(folder.nameBlob(blob))).catch(note(folder.nameBlob(blob)));
    progress.count();
  });
  await checkBlobs.catch(note(`backups/${name}/${record.blobs.file}`));
  return { damaged: damaged.toSorted(), record };
}

async function drain(bytes: AsyncIterable<Buffer>): Promise<void> {
  for await (const _ of bytes);
}
