import { Readable } from 'node:stream';
import { scanningWords } from '@packhouse/contract/scanning/scanning-words.ts';
import { say } from '@packhouse/contract/sentences.ts';
import { readUpTo } from '@packhouse/limits/read-up-to.ts';
import type { Context } from '../context.ts';
import { UnreadableError } from '../inventory/limits.ts';
import { download } from './download.ts';

/** A list of what changed is smaller than this. */
const largestList = 64 * 1024 ** 2;
const largestRecord = 5 * 1024 ** 2;
/** More changes than these come quicker with everything. */
const mostRecords = 2000;
/** Records that are fetched at a time. */
const width = 4;

interface Asked {
  /** Address of the dump with everything; the list of changes and each record are beside it. */
  url: string;
  since: Date;
  signal: AbortSignal;
  onRecords: (done: number, total: number) => void;
}

/** Ids of what changed after a moment, by the publisher's list, newest first; undefined where there is no such list. */
async function listChanges(context: Pick<Context, 'platform'>, { url, since, signal }: Asked): Promise<Map<string, Date> | undefined> {
  const list = await download(context, { url: new URL('modified_id.csv', url).href, headers: {}, signal, onBytes: () => undefined }).catch((error: unknown) => {
    if (error instanceof UnreadableError) return undefined;
    throw error;
  });
  if (!list) return undefined;
  const text = (await readUpTo(list.body, largestList)).toString('utf8');
  const changes = new Map<string, Date>();
  for (const line of text.split('\n')) {
    const [moment = '', id = ''] = line.trim().split(',');
    const at = new Date(moment);
    if (!/^[A-Za-z0-9._:-]{1,128}$/.test(id) || Number.isNaN(at.getTime())) continue;
    if (at > since) changes.set(id, at);
  }
  return changes;
}

/** One record, as a line. What the publisher lists and then does not have, or has otherwise, ends the run. */
async function fetchRecord(context: Pick<Context, 'platform'>, { url, signal }: Asked, id: string): Promise<string> {
  const found = await download(context, { url: new URL(`${encodeURIComponent(id)}.json`, url).href, headers: {}, signal, onBytes: () => undefined });
  const text = found ? (await readUpTo(found.body, largestRecord)).toString('utf8') : '';
  const record = parse(text);
  if (record?.id !== id) throw new UnreadableError(say(scanningWords.record_is_another, { id }));
  return `${JSON.stringify(record)}\n`;
}

function parse(text: string): { id?: unknown } | undefined {
  try {
    return JSON.parse(text) as { id?: unknown };
  } catch {
    return undefined;
  }
}

/** Records that changed after a moment, a line each; undefined where it is quicker, or only possible, to fetch everything. */
export async function fetchIncrement(context: Pick<Context, 'platform'>, asked: Asked): Promise<{ lines: Readable; count: number; newest: Date } | undefined> {
  const changes = await listChanges(context, asked);
  if (!changes || changes.size > mostRecords) return undefined;
  const ids = [...changes.keys()];
  async function* read(): AsyncGenerator<Buffer> {
    for (let at = 0; at < ids.length; at += width) {
      const part = ids.slice(at, at + width);
      yield Buffer.from((await Promise.all(part.map((id) => fetchRecord(context, asked, id)))).join(''));
      asked.onRecords(at + part.length, ids.length);
    }
  }
  const newest = new Date(Math.max(asked.since.getTime(), ...[...changes.values()].map((one) => one.getTime())));
  return { lines: Readable.from(read()), count: ids.length, newest };
}
