import { lstat, opendir } from 'node:fs/promises';
import { join } from 'node:path';

const interval = 2000;
/** Bytes of a block, whatever the file system calls one. https://man7.org/linux/man-pages/man3/stat.3type.html */
const block = 512;
/** What a file or folder takes even when it is empty. */
const least = 256;

/** Adds up what lies in a folder until it is more than `most`; links are not followed, what goes meanwhile counts nothing, and a folder that cannot be read counts as too much. */
async function isLargerThan(folder: string, most: number): Promise<boolean> {
  let sum = 0;
  for (const open = [folder]; open.length > 0; ) {
    const entries = await opendir(open.pop()!).catch((error: NodeJS.ErrnoException) => error);
    // Nobody knows what lies in a folder that the command keeps to itself.
    if (entries instanceof Error) {
      if (entries.code === 'EACCES') return true;
      continue;
    }
    for await (const entry of entries) {
      const path = join(entry.parentPath, entry.name);
      const found = await lstat(path).catch(() => undefined);
      sum += least + (found?.blocks ?? 0) * block;
      if (sum > most) return true;
      if (found?.isDirectory()) open.push(path);
    }
  }
  return false;
}

/** Looks again and again how much lies in a folder; the command can make it larger than the limit by what it writes in between. */
export class FolderWatch {
  readonly #folder: string;
  readonly #most: number;
  constructor(folder: string, most: number) {
    this.#folder = folder;
    this.#most = most;
  }

  isExceeded(): Promise<boolean> {
    return isLargerThan(this.#folder, this.#most);
  }

  /** Calls once when there is too much; returns how to stop. */
  start(onExcess: () => void): () => void {
    let isOver = false;
    const look = async () => {
      const isExceeded = await this.isExceeded().catch(() => false);
      if (isOver) return;
      if (isExceeded) onExcess();
      else timer = setTimeout(() => void look(), interval);
    };
    let timer = setTimeout(() => void look(), interval);
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }
}
