import { existsSync } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import type { BlobStore } from '@packhouse/kernel/blobs/blob-store.ts';
import { fileBlobs } from '@packhouse/kernel/blobs/file-blobs.ts';
import { settleStoreMark } from '@packhouse/kernel/blobs/store-mark.ts';
import { type Config, ConfigError, readConfig, S3Config } from '@packhouse/kernel/config.ts';
import { openPool } from '@packhouse/kernel/database/database-client.ts';
import { describeStore, openBlobStore } from '@packhouse/kernel/start-platform.ts';
import { listKeptBlobs } from '@packhouse/repositories-service/storage/kept-blobs.ts';
import { parse } from 'yaml';
import { getHolder } from './home-lock.ts';
import { withOwnDatabase } from './own-database.ts';

const usage = `packhouse blobs copy <folder or file.yaml>   copies every blob from that store into the configured one, and makes it the database's
packhouse blobs adopt                        makes the configured store the database's, once everything is found in it`;

interface Outcome {
  copied: number;
  bytes: number;
  there: number;
  /** The database names these, and the source has not got them whole. */
  lost: string[];
}

/** Opens the store that is copied from: a folder of blobs, or an S3 store whose keys and values are in a file as under `blobs.s3`. */
async function openSource(from: string): Promise<BlobStore> {
  if (!existsSync(from)) throw new ConfigError(`There is no ${from}`);
  if ((await stat(from)).isDirectory()) return fileBlobs(from, 0);
  const { s3Blobs } = await import('@packhouse/kernel/blobs/s3-blobs.ts');
  const found = S3Config.safeParse(parse(await readFile(from, 'utf8')));
  if (!found.success) throw new ConfigError(`${from} is no description of an S3 store (bucket, endpoint, accessKeyId, secretAccessKey …)`);
  return s3Blobs(found.data);
}

/** Copies one blob and compares what arrived with its name. Answers whether it is there now. */
async function copyBlob(from: BlobStore, to: BlobStore, sha256: string): Promise<boolean> {
  if ((await from.size(sha256)) === undefined) return false;
  const staged = await to.stage(await from.open(sha256), { isOwn: true });
  if (staged.sha256 !== sha256) {
    await staged.discard();
    return false;
  }
  await staged.promote();
  return true;
}

const atOnce = 4;
const gigabytes = (bytes: number) => `${(bytes / 1e9).toFixed(2)} GB`;

/** Goes over all that the database keeps; what already lies in the store with its length is not copied again, so a broken run is taken up where it ended. */
async function copyAll(databaseUrl: string, from: BlobStore | undefined, to: BlobStore, say: (text: string) => void): Promise<Outcome> {
  const outcome: Outcome = { copied: 0, bytes: 0, there: 0, lost: [] };
  const blobs = listKeptBlobs(databaseUrl)[Symbol.asyncIterator]();
  let told = Date.now();
  const work = async () => {
    for (let next = await blobs.next(); !next.done; next = await blobs.next()) {
      const { sha256, size } = next.value;
      if ((await to.size(sha256)) === size) outcome.there++;
      else if (from && (await copyBlob(from, to, sha256))) {
        outcome.copied++;
        outcome.bytes += size;
      } else outcome.lost.push(sha256);
      if (Date.now() - told < 5000) continue;
      told = Date.now();
      say(`${outcome.there + outcome.copied} in place, ${gigabytes(outcome.bytes)} copied`);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  return outcome;
}

function requireWhole({ lost }: Outcome, where: string): void {
  if (lost.length === 0) return;
  const shown = lost.slice(0, 20).join('\n  ');
  const what = lost.length === 1 ? '1 blob that the database names is' : `${lost.length} blobs that the database names are`;
  throw new Error(`${what} not in ${where}, or not whole:\n  ${shown}\nThe database keeps its store so far.`);
}

async function settle(databaseUrl: string, store: BlobStore): Promise<void> {
  const pool = openPool(databaseUrl, { max: 2, application_name: 'packhouse' });
  try {
    await settleStoreMark(pool, store);
  } finally {
    await pool.end();
  }
}

async function moveTo(config: Config, from: string | undefined): Promise<void> {
  if (await getHolder(config.home))
    throw new ConfigError(`Packhouse runs on ${config.home}. Stop it first, and every other node: what is stored meanwhile is not copied.`);
  const say = (text: string) => void process.stdout.write(`${text}\n`);
  const target = await openBlobStore(config);
  const where = describeStore(config);
  const source = from === undefined ? undefined : await openSource(from);
  await withOwnDatabase(config, async (url) => {
    const outcome = await copyAll(url, source, target, say);
    say(`${outcome.copied} copied (${gigabytes(outcome.bytes)}), ${outcome.there} were there`);
    requireWhole(outcome, where);
    await settle(url, target);
    say(`${where} is now the store of this database`);
  });
}

/** `packhouse blobs copy|adopt`: moves the database to another blob store. Stop every node first: what is stored meanwhile is not copied. */
export async function blobsCommand([action, from, ...rest]: readonly string[]): Promise<void> {
  const isKnown = (action === 'copy' && from !== undefined) || (action === 'adopt' && from === undefined);
  if (!isKnown || rest.length > 0) throw new ConfigError(usage);
  await moveTo(readConfig(process.env), from);
}
