import { readdir, rm } from 'node:fs/promises';
import { basename } from 'node:path';
import type { BackupFolder } from './backup-folder.ts';
import type { NamedBlob } from './backup-record.ts';

/** Yields those blobs of one list that begin with the given digits, which never go back; the rest waits for the next call. */
class SortedBlobs {
  readonly #blobs: AsyncIterator<NamedBlob>;
  #next: NamedBlob | undefined;
  #isBegun = false;
  constructor(blobs: AsyncIterable<NamedBlob>) {
    this.#blobs = blobs[Symbol.asyncIterator]();
  }

  async *take(shard: string): AsyncGenerator<NamedBlob> {
    if (!this.#isBegun) await this.#advance();
    this.#isBegun = true;
    for (; this.#next && this.#next.sha256.slice(0, 2) <= shard; await this.#advance()) yield this.#next;
  }

  async #advance(): Promise<void> {
    const { value, done } = await this.#blobs.next();
    this.#next = done ? undefined : value;
  }
}

/**
 * Removes all backups but the newest, then every blob that none of those left names. The lists are sorted, so one folder of blobs after another is
 * compared, and only its names are in memory. Cut short, it is made up for the next time.
 */
export async function pruneBackups(folder: BackupFolder, keep: number): Promise<{ backups: number; blobs: number }> {
  const names = await folder.listBackups();
  const old = names.slice(0, -keep);
  // Read before anything is removed: were one of them damaged, nobody could tell what it needs.
  const lists = await Promise.all(names.slice(-keep).map(async (name) => new SortedBlobs(folder.readBlobs(name, (await folder.readRecord(name)).blobs))));
  for (const name of old) await folder.removeBackup(name);
  let removed = 0;
  for (const shard of (await readdir(folder.locate('blobs'))).toSorted()) {
    const named = new Set<string>();
    for (const list of lists) for await (const blob of list.take(shard)) named.add(basename(folder.nameBlob(blob)));
    const found = await readdir(folder.locate(`blobs/${shard}`));
    for (const name of found.filter((one) => !named.has(one))) {
      await rm(folder.locate(`blobs/${shard}/${name}`));
      removed++;
    }
  }
  return { backups: old.length, blobs: removed };
}
