import { mkdir, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { syncFolder } from '@packhouse/kernel/blobs/file-handles.ts';
import { z } from 'zod';
import { HomeInUseError, lockHome } from '../home-lock.ts';
import { BackupFolder } from './backup-folder.ts';
import { backupWords, speak } from './backup-words.ts';
import { type KeyProof, makeSeal, noSeal, openSeal } from './seal.ts';

const headFile = 'packhouse-backups.json';
const format = 1;
const Head = z.object({ format: z.int(), encryption: z.object({ salt: z.string(), proof: z.string() }).nullable() });

const shortestKey = 16;

/** Where the key of an encrypted folder comes from. */
export interface KeySource {
  keyFile?: string | undefined;
}

async function readSecret(path: string, { keyFile }: KeySource): Promise<string> {
  const secret = keyFile === undefined ? process.env.PACKHOUSE_BACKUP_KEY : (await readFile(keyFile, 'utf8')).trim();
  if (!secret) throw new Error(speak(backupWords.key_needed, { folder: path }));
  if (secret.length < shortestKey) throw new Error(speak(backupWords.key_too_short));
  return secret;
}

async function openWith(path: string, source: KeySource, proof: KeyProof | null): Promise<BackupFolder> {
  if (proof === null) return new BackupFolder(path, noSeal);
  const seal = openSeal(await readSecret(path, source), proof);
  if (!seal) throw new Error(speak(backupWords.key_is_wrong, { folder: path }));
  return new BackupFolder(path, seal);
}

async function readHead(path: string): Promise<z.output<typeof Head> | undefined> {
  const text = await readFile(join(path, headFile), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  if (text === undefined) return undefined;
  const head = Head.parse(JSON.parse(text));
  if (head.format > format) throw new Error(speak(backupWords.folder_is_newer, { folder: path, format: head.format }));
  return head;
}

/** Opens a folder that has backups. */
export async function openBackupFolder(path: string, source: KeySource): Promise<BackupFolder> {
  const head = await readHead(path);
  if (!head) throw new Error(speak(backupWords.folder_has_none, { folder: path }));
  return openWith(path, source, head.encryption);
}

/** Opens a folder for a new backup; an empty one or a new one is set up. */
export async function prepareBackupFolder(path: string, source: KeySource & { encrypt: boolean }): Promise<BackupFolder> {
  await mkdir(path, { recursive: true, mode: 0o700 });
  const head = await readHead(path);
  if (head) {
    if (source.encrypt && head.encryption === null) throw new Error(speak(backupWords.folder_not_encrypted, { folder: path }));
    return openWith(path, source, head.encryption);
  }
  const others = (await readdir(path)).filter((name) => !/^(run|staging|blobs|backups|lost\+found)$/.test(name));
  if (others.length > 0) throw new Error(speak(backupWords.folder_is_other, { folder: path }));
  const made = source.encrypt ? makeSeal(await readSecret(path, source)) : undefined;
  for (const name of ['staging', 'blobs', 'backups']) await mkdir(join(path, name), { recursive: true, mode: 0o700 });
  const plain = new BackupFolder(path, noSeal);
  await plain.write(headFile, Readable.from([Buffer.from(`${JSON.stringify({ format, encryption: made?.proof ?? null })}\n`)]));
  await syncFolder(path);
  return made ? new BackupFolder(path, made.seal) : plain;
}

/** Has a folder of backups to itself for as long as the work takes. */
export async function withBackupFolder<T>(path: string, work: () => Promise<T>): Promise<T> {
  const unlock = await lockHome(path).catch((error: unknown) => {
    throw error instanceof HomeInUseError ? new Error(speak(backupWords.folder_is_busy, { folder: path })) : error;
  });
  try {
    return await work();
  } finally {
    await unlock();
  }
}
