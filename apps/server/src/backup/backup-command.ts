import { resolve } from 'node:path';
import { readConfig } from '@packhouse/kernel/config.ts';
import { type Terminal, terminal } from '../terminal.ts';
import { countRows } from './backup-record.ts';
import { backupWords, formatBytes, speak } from './backup-words.ts';
import { parseCommand, sayList, UsageError, withUsage } from './command-line.ts';
import { describeMasterKey } from './master-key.ts';
import { prepareBackupFolder, withBackupFolder } from './open-backup-folder.ts';
import { pruneBackups } from './prune-backups.ts';
import { takeBackup } from './take-backup.ts';

const options = {
  encrypt: { type: 'boolean' },
  'key-file': { type: 'string' },
  'with-master-key': { type: 'boolean' },
  keep: { type: 'string' },
} as const;

function readKeep(text: string | undefined): number | undefined {
  if (text !== undefined && !/^[1-9]\d{0,5}$/.test(text)) throw new UsageError(speak(backupWords.keep_not_a_number));
  return text === undefined ? undefined : Number(text);
}

async function backUp(path: string, values: ReturnType<typeof parseCommand<typeof options>>['values'], keep: number | undefined, out: Terminal): Promise<void> {
  const config = readConfig(process.env);
  const folder = await prepareBackupFolder(path, { encrypt: values.encrypt === true, keyFile: values['key-file'] });
  const withMasterKey = folder.seal.isEncrypted || values['with-master-key'] === true;
  const { name, record, copied, copiedBytes } = await takeBackup(config, folder, { withMasterKey }, out);
  const { count: blobs, bytes, missing } = record.blobs;
  const figures = { tables: record.tables.length, rows: countRows(record), blobs, bytes: formatBytes(bytes), copied, copiedBytes: formatBytes(copiedBytes) };
  out.say(speak(backupWords.backed_up, { name, ...figures }));
  out.say(withMasterKey ? speak(backupWords.master_key_in) : speak(backupWords.master_key_out, { place: describeMasterKey(config) }));
  if (missing.length > 0) {
    sayList(speak(backupWords.blobs_missing, { count: missing.length }), missing);
    process.exitCode = 3;
    if (keep !== undefined) out.say(speak(backupWords.not_removed));
    return;
  }
  if (keep === undefined) return;
  const removed = await out.step(speak(backupWords.step_old), () => pruneBackups(folder, keep));
  out.say(speak(backupWords.removed, removed));
}

/** `packhouse backup <folder>`: copies this installation, also while it runs. */
export function backupCommand(parameters: readonly string[]): Promise<void> {
  return withUsage(speak(backupWords.backup_usage), parameters, async () => {
    const { folder, values } = parseCommand(parameters, options);
    const keep = readKeep(values.keep);
    const path = resolve(folder);
    await withBackupFolder(path, () => backUp(path, values, keep, terminal()));
  });
}
