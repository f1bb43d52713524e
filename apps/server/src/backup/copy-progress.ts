import { backupWords, formatBytes, speak } from './backup-words.ts';

const interval = 5000;

/** Counts the blobs that are copied, and says every few seconds how far it is. */
export class BlobProgress {
  readonly #all: number;
  readonly #say: (text: string) => void;
  #told = Date.now();
  there = 0;
  copied = 0;
  copiedBytes = 0;
  constructor(all: number, say: (text: string) => void) {
    this.#all = all;
    this.#say = say;
  }

  /** One more is done: copied with so many bytes, or there already. */
  count(copiedBytes?: number): void {
    if (copiedBytes === undefined) this.there++;
    else {
      this.copied++;
      this.copiedBytes += copiedBytes;
    }
    if (Date.now() - this.#told < interval) return;
    this.#told = Date.now();
    this.#say(speak(backupWords.progress, { done: this.there + this.copied, all: this.#all, bytes: formatBytes(this.copiedBytes) }));
  }
}

/** Says every few seconds how many tables are copied. */
export function sayTables(say: (text: string) => void): (done: number, all: number) => void {
  let told = Date.now();
  return (done, all) => {
    if (Date.now() - told < interval) return;
    told = Date.now();
    say(speak(backupWords.table_progress, { done, all }));
  };
}
