import { Readable } from 'node:stream';
import type { Job } from '@packhouse/kernel/jobs/jobs.ts';
import type { Transaction } from 'kysely';
import type { Context } from '../context.ts';
import type { RepositoriesSchema } from '../schema.ts';
import { getName } from '../storage/path.ts';
import { archiveEntries } from './archive-entries.ts';
import { isSearchedArchive } from './archive-names.ts';
import { replaceEntries, selectRead, selectSize, selectUnread } from './archive-queries.ts';

const readArchiveJob = 'read-archive';
const atOnce = 2000;

/** Has the inside of new archives read, with the transaction that makes them visible. The same content waits once. */
export async function queueArchives(
  context: Pick<Context, 'platform'>,
  transaction: Transaction<RepositoriesSchema>,
  files: readonly { path: string; content: { sha256: string } }[],
): Promise<void> {
  const contents = new Set(files.filter(({ path }) => isSearchedArchive(getName(path))).map(({ content }) => content.sha256));
  if (contents.size === 0) return;
  const known = await selectRead(transaction, [...contents]);
  for (const sha256 of [...contents].filter((one) => !known.has(one)))
    await context.platform.jobs.add(readArchiveJob, { sha256 }, { key: `${readArchiveJob} ${sha256}`, transaction });
}

async function readArchive(context: Context, sha256: string): Promise<void> {
  const size = await selectSize(context.db, sha256);
  if (size === undefined) return;
  async function* bytes(range: { start: number; end: number } | undefined) {
    yield* await context.platform.blobs.open(sha256, range);
  }
  const archive = { size, open: (range?: { start: number; end: number }) => Readable.from(bytes(range), { objectMode: false }) };
  const found = await archiveEntries(archive).catch((error: Error) => error);
  const [paths, problem] = found instanceof Error ? [[], found.message] : [found, undefined];
  await context.db.transaction().execute((tx) => replaceEntries(tx, sha256, paths, problem));
}

/** Reads what is inside one archive, so that searches find it. */
export function archiveJob(context: Context): Job<{ sha256: string }> {
  return { name: readArchiveJob, run: ({ sha256 }) => readArchive(context, sha256) };
}

/** Takes up archives that were there before anybody looked into them. */
export function unreadArchivesJob(context: Context): Job {
  return {
    name: 'read-left-archives',
    cron: '*/10 * * * *',
    async run(_payload, signal) {
      for (const sha256 of await selectUnread(context.db, atOnce)) {
        if (signal.aborted) return;
        await readArchive(context, sha256);
      }
    },
  };
}
