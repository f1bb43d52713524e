import { closeSync, fstatSync, mkdirSync, openSync, renameSync, rmSync, statSync, write, writeFileSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';

export interface RotatingFileOptions {
  /** Bytes after which the file is moved aside. */
  maxSize: number;
  /** How many files moved aside are kept. */
  keep: number;
  /** Milliseconds between two looks at the size. */
  checkEvery?: number;
}

export interface RotatingFile {
  write(line: string): void;
  flush(): void;
  close(): void;
}

const asideName = (file: string, number: number) => file.replace(/(\.\w+)?$/, `.${number}$1`);

function getStat(file: string) {
  return statSync(file, { throwIfNoEntry: false });
}

/** Moves `x.log` to `x.1.log`, that to `x.2.log` and so on. One process at a time; the others notice the new file by themselves. */
function rotate(file: string, options: RotatingFileOptions): void {
  const lock = `${file}.lock`;
  try {
    writeFileSync(lock, String(process.pid), { flag: 'wx' });
  } catch {
    const held = getStat(lock);
    if (held && Date.now() - held.mtimeMs > 60_000) rmSync(lock, { force: true });
    return;
  }
  try {
    if ((getStat(file)?.size ?? 0) < options.maxSize) return;
    rmSync(asideName(file, options.keep), { force: true });
    for (let number = options.keep - 1; number >= 1; number--)
      if (getStat(asideName(file, number))) renameSync(asideName(file, number), asideName(file, number + 1));
    renameSync(file, asideName(file, 1));
  } finally {
    rmSync(lock, { force: true });
  }
}

/** Lines that may wait before they are written; a second's worth when little happens. */
const flushAt = 64 * 1024;
const flushEvery = 1000;
/** This much is kept in memory while a disk takes nothing; beyond it the oldest lines are lost rather than the process. */
const memoryLimit = 8 * 1024 * 1024;

class Appender {
  readonly #file: string;
  #fd: number;
  #lines: string[] = [];
  #size = 0;
  #isWriting = false;
  constructor(file: string) {
    this.#file = file;
    this.#fd = openSync(file, 'a', 0o640);
  }

  add(line: string): void {
    this.#lines.push(line);
    this.#size += line.length;
    if (this.#size > memoryLimit) this.#size -= this.#lines.shift()!.length;
    if (this.#size >= flushAt && !this.#isWriting) this.write();
  }

  /** Hands what waits to the disk; one write at a time, so that lines keep their order. */
  write(): void {
    if (this.#isWriting || this.#lines.length === 0) return;
    const batch = Buffer.from(this.#take());
    this.#isWriting = true;
    write(this.#fd, batch, 0, batch.length, null, () => {
      // A full disk must not end the process: these lines are lost and the next ones are tried again.
      this.#isWriting = false;
      if (this.#size >= flushAt) this.write();
    });
  }

  writeNow(): void {
    try {
      if (this.#lines.length > 0) writeSync(this.#fd, this.#take());
    } catch {
      // As above.
    }
  }

  /** Goes on in the file that has this name now, and in the old one while no new one can be made: a number that was closed may soon be another file's. */
  reopen(): void {
    if (this.#isWriting) return;
    const next = openSync(this.#file, 'a', 0o640);
    closeSync(this.#fd);
    this.#fd = next;
  }

  isStale(): boolean {
    return fstatSync(this.#fd).ino !== getStat(this.#file)?.ino;
  }

  close(): void {
    this.writeNow();
    if (!this.#isWriting) closeSync(this.#fd);
  }

  #take(): string {
    const text = this.#lines.join('');
    this.#lines = [];
    this.#size = 0;
    return text;
  }
}

/**
 * A log file that several processes append to at once and that is moved aside when it has grown. Lines are written whole and in order;
 * they wait in memory for at most a second.
 */
export function openRotatingFile(file: string, options: RotatingFileOptions): RotatingFile {
  mkdirSync(dirname(file), { recursive: true });
  const appender = new Appender(file);
  const look = () => {
    try {
      if ((getStat(file)?.size ?? 0) >= options.maxSize) rotate(file, options);
      if (appender.isStale()) appender.reopen();
    } catch {
      // The folder cannot be written for the moment; the next look tries again.
    }
  };
  const timers = [setInterval(look, options.checkEvery ?? 2000).unref(), setInterval(() => appender.write(), flushEvery).unref()];
  return {
    write: (line) => appender.add(line),
    flush: () => appender.writeNow(),
    close() {
      for (const timer of timers) clearInterval(timer);
      appender.close();
    },
  };
}

/** Bytes of a size in words: `20m`, `512k`, `1g`. */
export function getBytes(size: string): number {
  const match = /^(\d+)\s*([kmg]?)b?$/i.exec(size.trim());
  if (!match) throw new Error(`'${size}' is not a size; write it as 20m, 512k or 1g`);
  const factor = { '': 1, k: 1024, m: 1024 ** 2, g: 1024 ** 3 }[match[2]!.toLowerCase()]!;
  return Number(match[1]) * factor;
}
