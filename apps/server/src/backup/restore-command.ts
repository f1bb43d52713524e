import { resolve } from 'node:path';
import { readConfig } from '@packhouse/kernel/config.ts';
import { type Terminal, terminal } from '../terminal.ts';
import type { BackupFolder } from './backup-folder.ts';
import { countRows } from './backup-record.ts';
import { backupWords, formatBytes, speak } from './backup-words.ts';
import { parseCommand, sayList, withUsage } from './command-line.ts';
import { openBackupFolder } from './open-backup-folder.ts';
import { checkBackup, DamagedBlobsError, restoreBackup } from './restore-backup.ts';

const options = {
  backup: { type: 'string' },
  list: { type: 'boolean' },
  check: { type: 'boolean' },
  incomplete: { type: 'boolean' },
  'key-file': { type: 'string' },
} as const;

async function choose(folder: BackupFolder, wanted: string | undefined): Promise<string> {
  const names = await folder.listBackups();
  const name = wanted ?? names.at(-1);
  if (name === undefined) throw new Error(speak(backupWords.folder_has_none, { folder: folder.path }));
  if (!names.includes(name)) throw new Error(speak(backupWords.backup_unknown, { name, folder: folder.path, names: names.join(', ') }));
  return name;
}

async function list(folder: BackupFolder, out: Terminal): Promise<void> {
  for (const name of await folder.listBackups()) {
    const record = await folder.readRecord(name);
    const { count: blobs, bytes } = record.blobs;
    out.say(speak(backupWords.listed, { name, version: record.version, rows: countRows(record), blobs, bytes: formatBytes(bytes) }));
  }
}

async function check(from: { folder: BackupFolder; name: string }, out: Terminal): Promise<void> {
  const { damaged, record } = await checkBackup(from, out);
  if (damaged.length > 0) {
    sayList(speak(backupWords.blobs_damaged, { count: damaged.length }), damaged);
    throw new Error(speak(backupWords.mend_backup));
  }
  const { count: blobs, bytes } = record.blobs;
  out.say(speak(backupWords.checked, { name: from.name, tables: record.tables.length, rows: countRows(record), blobs, bytes: formatBytes(bytes) }));
}

async function restore(from: { folder: BackupFolder; name: string }, isIncomplete: boolean, out: Terminal): Promise<void> {
  const restored = await restoreBackup(readConfig(process.env), from, { isIncomplete }, out).catch((error: unknown) => {
    if (!(error instanceof DamagedBlobsError)) throw error;
    sayList(speak(backupWords.blobs_damaged, { count: error.files.length }), error.files);
    throw new Error(speak(backupWords.nothing_restored), { cause: error });
  });
  const { record, artifacts, there, damaged, lostArtifacts } = restored;
  const { count: blobs, bytes } = record.blobs;
  const figures = { tables: record.tables.length, rows: countRows(record), artifacts, blobs, bytes: formatBytes(bytes), there };
  out.say(speak(backupWords.restored, { name: from.name, ...figures }));
  if (damaged.length === 0) return;
  sayList(speak(backupWords.blobs_damaged, { count: damaged.length }), damaged);
  sayList(speak(backupWords.artifacts_lost, { count: lostArtifacts.length }), lostArtifacts);
  process.exitCode = 3;
}

/** `packhouse restore <folder>`: brings a backup into an empty installation, lists the backups, or examines one. */
export function restoreCommand(parameters: readonly string[]): Promise<void> {
  return withUsage(speak(backupWords.restore_usage), parameters, async () => {
    const { folder: path, values } = parseCommand(parameters, options);
    const out = terminal();
    const folder = await openBackupFolder(resolve(path), { keyFile: values['key-file'] });
    if (values.list) return list(folder, out);
    const from = { folder, name: await choose(folder, values.backup) };
    return values.check ? check(from, out) : restore(from, values.incomplete === true, out);
  });
}
