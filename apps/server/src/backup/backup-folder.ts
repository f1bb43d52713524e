import { createHash, randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createZstdCompress, createZstdDecompress } from 'node:zlib';
import { syncFolder } from '@packhouse/kernel/blobs/file-handles.ts';
import { BackupRecord, type CheckedFile, type NamedBlob } from './backup-record.ts';
import { backupWords, speak } from './backup-words.ts';
import { readLines } from './read-lines.ts';
import { type Seal, SealError } from './seal.ts';

type Bytes = AsyncIterable<Buffer>;

/** A backup that is not whole yet has this at its end; nothing takes it for one. */
const unfinished = '.unfinished';
const isMissing = (error: unknown) => (error as NodeJS.ErrnoException).code === 'ENOENT';

/** A file of the folder that is not there, or not as it was written. */
export class DamagedError extends Error {
  override name = 'DamagedError';
}

/**
 * A folder of backups: `blobs/ab/…` holds every content once, `backups/<name>/` what is of one backup alone. A file is written under `staging/`,
 * brought to the disk and renamed, so that what has its name is whole.
 */
export class BackupFolder {
  readonly path: string;
  readonly seal: Seal;
  constructor(path: string, seal: Seal) {
    this.path = path;
    this.seal = seal;
  }

  locate(name: string): string {
    return join(this.path, name);
  }

  nameBlob({ sha256 }: Pick<NamedBlob, 'sha256'>): string {
    return `blobs/${sha256.slice(0, 2)}/${this.seal.nameBlob(sha256)}`;
  }

  /** Writes a file; `sealedAs` is the name it is bound to where it will be moved together with its folder. */
  async write(name: string, plain: Bytes, sealedAs = name): Promise<void> {
    const draft = join(this.path, 'staging', randomUUID());
    const target = this.locate(name);
    try {
      await pipeline(
        Readable.from(this.seal.close(sealedAs, plain), { objectMode: false }),
        createWriteStream(draft, { flags: 'wx', mode: 0o600, flush: true }),
      );
      await rename(draft, target);
    } catch (error) {
      await rm(draft, { force: true });
      throw error;
    }
  }

  /** Reads a file. @throws DamagedError */
  async *read(name: string, sealedAs = name): Bytes {
    try {
      yield* this.seal.open(sealedAs, createReadStream(this.locate(name), { highWaterMark: 256 * 1024 }) as Bytes);
    } catch (cause) {
      if (isMissing(cause) || cause instanceof SealError) throw damaged(this.locate(name), cause);
      throw cause;
    }
  }

  /** Whether the blob is in the folder: what has its name and length is whole. */
  async hasBlob(blob: NamedBlob): Promise<boolean> {
    const found = await stat(this.locate(this.nameBlob(blob))).catch(() => undefined);
    return found?.size === this.seal.measure(blob.size);
  }

  /** The names of the finished backups, oldest first. */
  async listBackups(): Promise<string[]> {
    const names = await readdir(join(this.path, 'backups')).catch(() => []);
    return names.filter((name) => !name.endsWith(unfinished)).toSorted();
  }

  async begin(name: string): Promise<BackupDraft> {
    await mkdir(this.locate(`backups/${name}${unfinished}`), { recursive: true, mode: 0o700 });
    return new BackupDraft(this, name);
  }

  async readRecord(name: string): Promise<BackupRecord> {
    const parts: Buffer[] = [];
    for await (const part of this.read(`backups/${name}/backup.json`)) parts.push(part);
    try {
      return BackupRecord.parse(JSON.parse(Buffer.concat(parts).toString()));
    } catch (cause) {
      throw damaged(this.locate(`backups/${name}/backup.json`), cause);
    }
  }

  /** Reads a compressed file of a backup, finished or not, and compares it with its checksum. @throws DamagedError */
  async *readChecked(name: string, { file, sha256 }: CheckedFile, folder = name): Bytes {
    const place = `backups/${folder}/${file}`;
    const hash = createHash('sha256');
    const stored = this.read(place, `backups/${name}/${file}`);
    async function* hashing(): Bytes {
      for await (const chunk of stored) {
        hash.update(chunk);
        yield chunk;
      }
    }
    const plain = createZstdDecompress();
    const reading = pipeline(Readable.from(hashing(), { objectMode: false }), plain);
    reading.catch(() => undefined);
    try {
      yield* plain as Bytes;
      await reading;
    } catch (cause) {
      throw cause instanceof DamagedError ? cause : damaged(this.locate(place), cause);
    }
    if (hash.digest('hex') !== sha256) throw damaged(this.locate(place));
  }

  /** The blobs of a backup, in the order of their checksums. */
  async *readBlobs(name: string, list: CheckedFile, folder = name): AsyncGenerator<NamedBlob> {
    for await (const line of readLines(this.readChecked(name, list, folder))) {
      const [sha256, size] = line.split('\t');
      yield { sha256: sha256!, size: Number(size) };
    }
  }

  /** Takes away what interrupted commands left. The caller has the folder to itself. */
  async sweep(): Promise<void> {
    await rm(join(this.path, 'staging'), { recursive: true, force: true });
    await mkdir(join(this.path, 'staging'), { mode: 0o700 });
    const names = await readdir(join(this.path, 'backups'));
    for (const name of names.filter((one) => one.endsWith(unfinished))) await this.#remove(name);
  }

  /** A backup that is removed half-way is not one any more. */
  async removeBackup(name: string): Promise<void> {
    const doomed = `${name}${unfinished}`;
    await rename(this.locate(`backups/${name}`), this.locate(`backups/${doomed}`));
    await syncFolder(this.locate('backups'));
    await this.#remove(doomed);
  }

  async #remove(name: string): Promise<void> {
    await rm(this.locate(`backups/${name}`), { recursive: true, force: true });
  }
}

/** A backup that is being made. */
export class BackupDraft {
  readonly folder: BackupFolder;
  readonly name: string;
  /** The folder that its files are in until then, among the backups. */
  readonly unfinished: string;
  readonly #touched = new Set<string>();
  constructor(folder: BackupFolder, name: string) {
    this.folder = folder;
    this.name = name;
    this.unfinished = `${name}${unfinished}`;
  }

  /** Writes a file compressed. */
  async writeChecked(file: string, plain: Readable): Promise<CheckedFile> {
    const hash = createHash('sha256');
    let size = 0;
    const compressed = createZstdCompress();
    async function* hashing(): Bytes {
      for await (const chunk of compressed as Bytes) {
        hash.update(chunk);
        size += chunk.length;
        yield chunk;
      }
    }
    await Promise.all([pipeline(plain, compressed), this.#write(file, hashing())]);
    return { file, sha256: hash.digest('hex'), size };
  }

  async writeBlob(blob: NamedBlob, plain: Bytes): Promise<void> {
    const name = this.folder.nameBlob(blob);
    const shard = this.folder.locate(`blobs/${blob.sha256.slice(0, 2)}`);
    if (!this.#touched.has(shard)) await mkdir(shard, { recursive: true, mode: 0o700 });
    this.#touched.add(shard);
    await this.folder.write(name, plain);
  }

  /** Makes it a backup: everything it names is on the disk before it has its name. */
  async finish(record: BackupRecord): Promise<void> {
    await this.#write('backup.json', Readable.from([Buffer.from(`${JSON.stringify(record, null, 1)}\n`)]));
    const [place, draft] = [this.folder.locate(`backups/${this.name}`), this.folder.locate(`backups/${this.unfinished}`)];
    for (const shard of [...this.#touched, this.folder.locate('blobs'), draft]) await syncFolder(shard);
    await rename(draft, place);
    await syncFolder(this.folder.locate('backups'));
  }

  async #write(file: string, plain: Bytes): Promise<void> {
    await this.folder.write(`backups/${this.unfinished}/${file}`, plain, `backups/${this.name}/${file}`);
  }
}

function damaged(file: string, cause?: unknown): DamagedError {
  return new DamagedError(speak(backupWords.file_damaged, { file }), { cause });
}
