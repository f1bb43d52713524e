import { statfs } from 'node:fs/promises';
import { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { AppError } from '@packhouse/contract/errors.ts';

const mebibyte = 1024 ** 2;
/** How old a look at the disk may be, in milliseconds, and how much may be written after it, before the disk is asked again. */
const oldest = 1000;
const unwatched = 16 * mebibyte;
const usualReserve = 256 * mebibyte;

export interface DiskRoom {
  /** Bytes of the disk and those of them that can be written. */
  total: number;
  free: number;
}

/** The disk under a folder. */
export async function diskRoom(folder: string): Promise<DiskRoom> {
  const { bsize, blocks, bavail } = await statfs(folder);
  return { total: bsize * blocks, free: bsize * bavail };
}

/** Bytes of a disk of this size that stay free: `keepFree`, or 256 MB where that is left out, and a tenth of a disk on which that would be more. */
export function keptFree(total: number, keepFree?: number): number {
  return keepFree ?? Math.min(usualReserve, total / 10);
}

/** How much a client says that its body has, and 0 when it does not say. */
export function announcedLength(body: Readable): number {
  if (!(body instanceof IncomingMessage)) return 0;
  const length = Number(body.headers['content-length'] ?? 0);
  return Number.isFinite(length) ? length : 0;
}

/**
 * Keeps a part of a disk free: a database or another program on it needs some to go on, and a disk that is full to the last byte cannot even be
 * tidied up. The disk is asked once a second while something is written, and after every 16 MB of this process; in between it is a matter of adding up.
 */
export class FreeSpace {
  readonly #folder: string;
  readonly #keepFree: number | undefined;
  #room: DiskRoom = { total: 0, free: 0 };
  #lookedAt = Number.NEGATIVE_INFINITY;
  #written = 0;
  /** `keepFree`: bytes, none with 0. Left out, it is 256 MB, or a tenth of a disk on which that would be more. */
  constructor(folder: string, keepFree?: number) {
    this.#folder = folder;
    this.#keepFree = keepFree;
  }

  /**
   * Room for so many bytes more, of which nothing is set aside. What the platform itself has to write to go on may use half of what is kept free.
   * @throws AppError `storage_full`
   */
  async require(bytes: number, isOwn = false): Promise<void> {
    if (this.#keepFree === 0) return;
    let isFresh = false;
    if (performance.now() - this.#lookedAt > oldest || this.#written + bytes > unwatched) {
      await this.#look();
      isFresh = true;
    }
    if (this.#has(bytes, isOwn)) return;
    // Room may have been made since; nobody is refused for what was.
    if (!isFresh) await this.#look();
    if (isFresh || !this.#has(bytes, isOwn)) throw new AppError('storage_full');
  }

  #has(bytes: number, isOwn: boolean): boolean {
    const { total, free } = this.#room;
    const reserve = keptFree(total, this.#keepFree);
    return free - this.#written - bytes >= (isOwn ? reserve / 2 : reserve);
  }

  /** These bytes are about to be written. @throws AppError `storage_full` */
  async take(bytes: number, isOwn = false): Promise<void> {
    await this.require(bytes, isOwn);
    this.#written += bytes;
  }

  async #look(): Promise<void> {
    this.#room = await diskRoom(this.#folder);
    this.#lookedAt = performance.now();
    this.#written = 0;
  }
}
