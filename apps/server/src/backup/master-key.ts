import { createHmac } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '@packhouse/kernel/config.ts';
import type { BackupRecord } from './backup-record.ts';
import { backupWords, speak } from './backup-words.ts';

type KeyPlace = Pick<Config, 'home' | 'masterKey'>;

const keyFile = ({ home }: Pick<Config, 'home'>) => join(home, 'keys', 'master.key');

/** Where this installation has its master key, in words. */
export const describeMasterKey = (config: KeyPlace) => (config.masterKey === undefined ? keyFile(config) : 'PACKHOUSE_MASTER_KEY');

/** Undefined before the first start. */
export async function readMasterKey(config: KeyPlace): Promise<string | undefined> {
  if (config.masterKey !== undefined) return config.masterKey;
  const text = await readFile(keyFile(config), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  return text?.trim();
}

/** Tells one master key from another, and nothing else: the key is random, so that nobody finds it by trying. */
export const markKey = (key: string) => createHmac('sha256', Buffer.from(key, 'hex')).update('packhouse backup').digest('hex');

/** @throws with words for the operator, unless the restored platform will have the key of the one that was backed up. */
export async function requireMasterKey(config: KeyPlace, { masterKey }: BackupRecord): Promise<void> {
  const here = await readMasterKey(config);
  if (here === undefined && masterKey.key === undefined) throw new Error(speak(backupWords.master_key_needed, { home: config.home }));
  if (here !== undefined && markKey(here) !== masterKey.mark) throw new Error(speak(backupWords.master_key_differs, { place: describeMasterKey(config) }));
}

/** Puts the key of the backup in its place, where none is yet. */
export async function keepMasterKey(config: KeyPlace, { masterKey }: BackupRecord): Promise<void> {
  if (masterKey.key === undefined || (await readMasterKey(config)) !== undefined) return;
  await mkdir(join(config.home, 'keys'), { recursive: true, mode: 0o700 });
  await writeFile(keyFile(config), `${masterKey.key}\n`, { mode: 0o600, flag: 'wx' });
}
