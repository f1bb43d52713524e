import type { BlobStore } from '@packhouse/kernel/blobs/blob-store.ts';
import type { Config } from '@packhouse/kernel/config.ts';
import { openBlobStore } from '@packhouse/kernel/start-platform.ts';
import { holdOffGarbage } from '@packhouse/repositories-service/upkeep/hold-off-garbage.ts';
import { withOwnDatabase } from '../own-database.ts';
import { allServices } from '../services.ts';
import type { Terminal } from '../terminal.ts';
import { version } from '../version.ts';
import type { BackupDraft, BackupFolder } from './backup-folder.ts';
import type { BackupRecord, NamedBlob } from './backup-record.ts';
import { backupWords, speak } from './backup-words.ts';
import { OtherContentError, requireContent } from './blob-content.ts';
import { BlobProgress, sayTables } from './copy-progress.ts';
import { eachAtOnce } from './each-at-once.ts';
import { type ExportedDatabase, exportDatabase } from './export-database.ts';
import { listSchemas } from './import-database.ts';
import { markKey, readMasterKey } from './master-key.ts';

export interface TakenBackup {
  name: string;
  record: BackupRecord;
  copied: number;
  copiedBytes: number;
}

/** Answers whether the store has the blob whole. */
async function copyBlob(store: BlobStore, draft: BackupDraft, blob: NamedBlob): Promise<boolean> {
  try {
    await draft.writeBlob(blob, requireContent(blob, (await store.open(blob.sha256)) as AsyncIterable<Buffer>));
    return true;
  } catch (error) {
    if (error instanceof OtherContentError || (error as NodeJS.ErrnoException).code === 'ENOENT') return false;
    throw error;
  }
}

/** Copies what the folder has not got yet; answers the blobs that the store lacks. */
async function copyBlobs(store: BlobStore, draft: BackupDraft, { blobs }: ExportedDatabase, progress: BlobProgress): Promise<string[]> {
  const missing: string[] = [];
  await eachAtOnce(draft.folder.readBlobs(draft.name, blobs, draft.unfinished), async (blob) => {
    if (await draft.folder.hasBlob(blob)) progress.count();
    else if (await copyBlob(store, draft, blob)) progress.count(blob.size);
    else missing.push(blob.sha256);
  });
  return missing.toSorted();
}

/** The moment in words that sort, and that every file system takes as a name. */
const nameBackup = (moment: Date) => moment.toISOString().replaceAll(':', '-');

/** Backs up this installation, whether or not it runs. The caller has the folder to itself. */
export async function takeBackup(config: Config, folder: BackupFolder, options: { withMasterKey: boolean }, out: Terminal): Promise<TakenBackup> {
  await folder.sweep();
  const begun = new Date();
  const name = nameBackup(begun);
  const store = await openBlobStore(config);
  return withOwnDatabase(config, (url) =>
    holdOffGarbage(
      url,
      () => out.say(speak(backupWords.waiting_for_collection)),
      async (requireHeld) => {
        const draft = await folder.begin(name);
        const exported = await out.step(speak(backupWords.step_database), () => exportDatabase(url, listSchemas(allServices()), draft, sayTables(out.say)));
        const progress = new BlobProgress(exported.blobs.count, out.say);
        const missing = await out.step(speak(backupWords.step_blobs), () => copyBlobs(store, draft, exported, progress));
        await requireHeld().catch((cause: unknown) => {
          throw new Error(speak(backupWords.hold_lost), { cause });
        });
        const key = (await readMasterKey(config)) ?? '';
        const record: BackupRecord = {
          version,
          begun: begun.toISOString(),
          ended: new Date().toISOString(),
          ...exported,
          blobs: { ...exported.blobs, missing },
          masterKey: { mark: markKey(key), ...(options.withMasterKey && { key }) },
        };
        await draft.finish(record);
        return { name, record, copied: progress.copied, copiedBytes: progress.copiedBytes };
      },
    ),
  );
}
