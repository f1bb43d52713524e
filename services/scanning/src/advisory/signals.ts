import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { scanningWords } from '@packhouse/contract/scanning/scanning-words.ts';
import { say } from '@packhouse/contract/sentences.ts';
import { readUpTo } from '@packhouse/limits/read-up-to.ts';
import { z } from 'zod';
import type { Context } from '../context.ts';
import type { Content } from '../inventory/content.ts';
import { UnreadableError } from '../inventory/limits.ts';
import { readHead, readKind } from '../inventory/walk-archive.ts';
import { type Exploited, forgetExploited, keepExploited, keepProbabilities, type Probability } from './signal-queries.ts';

/** Lines of one statement. */
const atOnce = 5000;
const mostLines = 5_000_000;
const longestLine = 200;
const largestCatalogue = 64 * 1024 ** 2;

export interface SignalReport {
  records: number;
  changed: number;
  rejected: number;
}

const isCve = (text: string) => /^CVE-\d{4}-\d{4,19}$/.test(text);

/** A line of EPSS: `CVE-2026-1234,0.00042,0.05`. Undefined for what is none. */
function readProbability(line: string): Probability | undefined {
  const [cve = '', epss, percentile] = line.split(',');
  const [first, second] = [Number(epss), Number(percentile)];
  const isPart = (value: number) => value >= 0 && value <= 1;
  return isCve(cve) && isPart(first) && isPart(second) ? { cve, epss: first, percentile: second } : undefined;
}

const open = (content: Content): Readable => Readable.from(content.open());

/** Takes the probabilities of EPSS: a table of lines, packed with gzip or not. */
export async function importEpss({ db }: Pick<Context, 'db'>, content: Content): Promise<SignalReport> {
  const isPacked = readKind(await readHead(content, 512)) === 'gzip';
  const report = { records: 0, changed: 0, rejected: 0 };
  let batch: Probability[] = [];
  const flush = async () => {
    report.changed += await keepProbabilities(db, batch);
    batch = [];
  };
  const source = open(content);
  const unpacked = isPacked ? source.pipe(createGunzip()) : source;
  source.on('error', (error) => unpacked.destroy(error));
  try {
    for await (const line of createInterface({ input: unpacked, crlfDelay: Number.POSITIVE_INFINITY })) {
      if (line.startsWith('#') || line.startsWith('cve,') || line.trim() === '') continue;
      report.records += 1;
      if (report.records > mostLines) throw new UnreadableError(say(scanningWords.archive_entries_exceeded));
      const found = line.length > longestLine ? undefined : readProbability(line);
      if (!found) report.rejected += 1;
      else if (batch.push(found) >= atOnce) await flush();
    }
  } catch (error) {
    if (error instanceof UnreadableError) throw error;
    throw new UnreadableError(say(scanningWords.dump_unreadable, { why: (error as Error).message }), { cause: error });
  }
  if (batch.length > 0) await flush();
  if (report.records === report.rejected) throw new UnreadableError(say(scanningWords.no_such_feed));
  return report;
}

const day = z.string().regex(/^\d{4}-\d{2}-\d{2}$/);
const Catalogue = z.object({ vulnerabilities: z.array(z.unknown()).min(1).max(100_000) });
const Entry = z.object({ cveID: z.string().refine(isCve), dateAdded: day, dueDate: day.nullish(), knownRansomwareCampaignUse: z.string().nullish() });

/** Takes the catalogue of what is known to be exploited; what it lacks is so no more. */
export async function importKev({ db }: Pick<Context, 'db'>, content: Content): Promise<SignalReport> {
  let document: unknown;
  try {
    document = JSON.parse((await readUpTo(open(content), largestCatalogue)).toString('utf8'));
  } catch (error) {
    throw new UnreadableError(say(scanningWords.dump_unreadable, { why: (error as Error).message }), { cause: error });
  }
  const catalogue = Catalogue.safeParse(document);
  if (!catalogue.success) throw new UnreadableError(say(scanningWords.no_such_feed));
  const entries = catalogue.data.vulnerabilities.map((one) => Entry.safeParse(one));
  const known: Exploited[] = entries.flatMap(({ data }) =>
    data ? [{ cve: data.cveID, kev: { added: data.dateAdded, due: data.dueDate ?? null, ransomware: data.knownRansomwareCampaignUse === 'Known' } }] : [],
  );
  if (known.length === 0) throw new UnreadableError(say(scanningWords.no_such_feed));
  const changed = await db.transaction().execute(async (tx) => (await keepExploited(tx, known)) + (await forgetExploited(tx, known)));
  return { records: entries.length, changed, rejected: entries.length - known.length };
}
