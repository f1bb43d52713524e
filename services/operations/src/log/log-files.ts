import { open, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from '@packhouse/contract/errors.ts';
import type { LogData, LogType } from '@packhouse/contract/operations/operations-log-routes.ts';
import { operationsWords } from '@packhouse/contract/operations/operations-words.ts';

/** Each key stands for this: the service that must run, and the folders of logs that are read under it. */
const places: Record<LogType, { service: string; folders: readonly string[] }> = {
  jfrt: { service: 'artifactory', folders: ['artifactory', 'access', 'event', 'router', 'platform'] },
  jfmc: { service: 'mc', folders: ['mc'] },
  jfxr: { service: 'xray', folders: ['xray'] },
  jfds: { service: 'distribution', folders: ['distribution'] },
  jfpip: { service: 'pipelines', folders: ['pipelines'] },
  jfisv: { service: 'insight', folders: ['insight'] },
};

export interface LogFile {
  /** Folder and name in one word: `router-request.log`. */
  id: string;
  path: string;
}

/** The service, by its name on the wire, that a key of logs belongs to. */
export function getService(type: LogType): string {
  return places[type].service;
}

/** Name of a log file without its ending; files that were moved aside carry a number more. */
const current = /^([\w-]+)\.log$/;
const matchAny = /^([\w-]+(?:\.\d+)?)\.log$/;

/** The files of one key of logs: those written now, or with `aside` also those that were moved aside. */
export async function listLogs(home: string, type: LogType, { aside = false } = {}): Promise<LogFile[]> {
  const perFolder = places[type].folders.map(async (folder) => {
    const entries = await readdir(join(home, 'logs', folder), { withFileTypes: true }).catch(() => []);
    return entries.flatMap((entry) => {
      const name = entry.isFile() ? (aside ? matchAny : current).exec(entry.name)?.[1] : undefined;
      if (name === undefined) return [];
      const label = name === folder || name.startsWith(`${folder}.`) ? name.replace(folder, 'service') : name;
      return [{ id: `${folder}-${label}.log`, path: join(home, 'logs', folder, entry.name) }];
    });
  });
  return (await Promise.all(perFolder)).flatMap((files) => files.toSorted((one, other) => one.id.localeCompare(other.id)));
}

/** Bytes that one look at a log shows at most. */
const tail = 100 * 1024;

export interface Reading {
  /** Bytes that were read before. */
  from: number;
  /** The file they were read from; a file that is another one now is begun anew. */
  fileId?: string | undefined;
  /** `tail` shows the end of what is new, `next` goes on without a gap. */
  mode: 'tail' | 'next';
  /** What lies before this byte is meant, its end. */
  until?: number | undefined;
}

/** Whole lines only, so that no letter is cut in two: a line that is still being written comes with the next look. */
function wholeLines(bytes: Buffer, cutsHead: boolean): { skipped: number; bytes: Buffer } {
  const head = cutsHead ? bytes.indexOf('\n') + 1 : 0;
  const end = bytes.lastIndexOf('\n') + 1;
  // One line longer than a look: shown as it is rather than never.
  if (end <= head) return bytes.length >= tail ? { skipped: 0, bytes } : { skipped: 0, bytes: bytes.subarray(0, 0) };
  return { skipped: head, bytes: bytes.subarray(head, end) };
}

/** The byte at which each line begins. */
function lineStarts(bytes: Buffer, start: number): number[] {
  const starts: number[] = [];
  for (let at = 0; at < bytes.length; ) {
    starts.push(start + at);
    const end = bytes.indexOf('\n', at);
    at = end < 0 ? bytes.length : end + 1;
  }
  return starts;
}

/** Reads what is new in a log file. @throws AppError `not_found` when the list of this key does not name it */
export async function readLog(home: string, type: LogType, id: string, { from, fileId, mode, until }: Reading): Promise<LogData> {
  const file = (await listLogs(home, type)).find((one) => one.id === id);
  const handle = await (file && open(file.path, 'r').catch(() => undefined));
  if (!handle) throw new AppError(operationsWords.no_log_file, { id });
  try {
    const { size, ino, mtime } = await handle.stat();
    const isNew = from > size || (fileId !== undefined && fileId !== String(ino));
    const wanted = isNew ? 0 : from;
    const end = until === undefined ? size : Math.min(until, size);
    const start = mode === 'tail' ? Math.max(wanted, end - tail) : wanted;
    const buffer = Buffer.alloc(Math.min(tail, Math.max(0, end - start)));
    const { bytesRead } = await handle.read(buffer, 0, buffer.length, start);
    const { skipped, bytes } = wholeLines(buffer.subarray(0, bytesRead), start > wanted);
    return {
      log_content: bytes.toString('utf8'),
      file_size: start + skipped + bytes.length,
      last_update_modified: mtime.toISOString(),
      last_update_label: new Date().toISOString(),
      start: start + skipped,
      file_id: String(ino),
      line_starts: lineStarts(bytes, start + skipped),
    };
  } finally {
    await handle.close();
  }
}
