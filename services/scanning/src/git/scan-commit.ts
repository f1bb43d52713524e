import { AppError } from '@packhouse/contract/errors.ts';
import { gitWords } from '@packhouse/contract/scanning/git-words.ts';
import { type Said, say } from '@packhouse/contract/sentences.ts';
import { severities } from '@packhouse/contract/severities.ts';
import { componentKey, keepComponents } from '../component/component-queries.ts';
import type { Context } from '../context.ts';
import type { TreeFile } from '../git-read/git-output.ts';
import type { GitSession } from '../git-read/git-session.ts';
import type { LockProblem } from '../git-read/lock-thread.ts';
import { usualLimits } from '../inventory/limits.ts';
import { findLockKind } from '../inventory/lock-files.ts';
import { matchComponents } from '../match/match-components.ts';
import { replaceInventory } from '../target/target-queries.ts';
import type { GitContext } from './git-context.ts';
import {
  countComponents,
  type GitScanRow,
  keepNewFindings,
  keepScan,
  type ScanFinding,
  type ScanJudging,
  type ScannedFile,
  selectJudging,
  selectKnown,
  selectScan,
  selectScanFindings,
} from './git-queries.ts';
import { mostNewFindings, type NewFinding } from './git-tables.ts';

/** Raised whenever lock files are read better than before: all are then read again. */
const readerVersion = 3;
const mostFiles = 1000;
const mostFindings = 20_000;
const largestFile = usualLimits.file;

/** Why a content was not read, as it is kept: by the name of the sentence. */
const problems: Readonly<Record<LockProblem | 'large', Said>> = {
  slow: say(gitWords.lock_file_too_slow),
  full: say(gitWords.lock_file_too_full),
  unreadable: say(gitWords.lock_file_unreadable),
  elsewhere: say(gitWords.lock_file_elsewhere),
  large: say(gitWords.lock_file_too_large, { size: largestFile / 1024 ** 2 }),
};
type Problem = keyof typeof problems;

const toProblem = (kept: string | null): Said | null => (kept === null ? null : (problems[kept as Problem] ?? null));

/** Content means what its file's name says: the same bytes under another name are read anew. */
const makeDigest = (oid: string, path: string) => `git:${oid}:${path.slice(path.lastIndexOf('/') + 1)}`;

/** Keeps what a content holds under its name in git, so that it is never read again. */
async function keepContent(context: GitContext, file: TreeFile, bytes: Buffer | undefined): Promise<{ id: number; partial: string | null }> {
  const read = bytes && bytes.length <= largestFile ? await context.locks.read(file.path, bytes, usualLimits.components) : 'large';
  const [found, partial] = typeof read === 'string' ? [[], read] : [read, null];
  const ids = await keepComponents(
    context.db,
    found.map(({ component }) => component),
  );
  await matchComponents(context, [...ids.values()]);
  const nodes = found.map(({ component, location }) => ({ component_id: ids.get(componentKey(component))!, location, layer: null, licences: [] }));
  const subject = { digest: makeDigest(file.oid, file.path), extractor: readerVersion, partial };
  return { id: await context.db.transaction().execute((tx) => replaceInventory(tx, subject, nodes, [])), partial };
}

/** Reads the lock files of a commit: only those whose content was never seen are fetched, all in one go. */
async function readFiles(context: GitContext, session: GitSession, commit: string): Promise<ScannedFile[]> {
  const all = await session.tree(commit, (path) => path.length <= 1000 && !path.includes('\0') && findLockKind(path) !== undefined);
  const files = all.slice(0, mostFiles);
  const known = await selectKnown(
    context.db,
    files.map(({ oid, path }) => makeDigest(oid, path)),
    readerVersion,
  );
  const fresh = files.filter(({ oid, path }) => !known.has(makeDigest(oid, path)));
  const byOid = Map.groupBy(fresh, ({ oid }) => oid);
  await session.files([...byOid.keys()], async (oid, bytes, why) => {
    if (why === 'absent') return;
    for (const file of byOid.get(oid) ?? []) known.set(makeDigest(file.oid, file.path), await keepContent(context, file, bytes));
  });
  const scanned = files.map(({ path, oid }) => {
    const one = known.get(makeDigest(oid, path));
    return { path, oid, subject_id: one?.id ?? null, problem: one ? toProblem(one.partial) : say(gitWords.lock_file_absent) };
  });
  const left = all
    .slice(mostFiles, mostFiles * 2)
    .map(({ path, oid }) => ({ path, oid, subject_id: null, problem: say(gitWords.too_many_lock_files, { count: mostFiles }) }));
  return [...scanned, ...left];
}

const makeKey = ({ advisory, ecosystem, component }: Pick<ScanFinding, 'advisory' | 'ecosystem' | 'component'>) =>
  JSON.stringify([advisory, ecosystem, component]);

export interface JudgedScan extends ScanJudging {
  found: number;
  fresh: NewFinding[] | null;
  /** All that is new, the worst first. */
  brought: readonly ScanFinding[];
}

/** Says of a scan what is new: what its base does not have, and what became known since it was judged before. Null where there is nothing to compare with. */
export async function judgeScan({ db }: Pick<Context, 'db'>, { scan, since }: Scanned, base: GitScanRow | undefined): Promise<JudgedScan> {
  const findings = await selectScanFindings(db, scan.id, mostFindings);
  const found = new Set(findings.map(makeKey)).size;
  const before = base && new Set((await selectScanFindings(db, base.id, mostFindings)).map(makeKey));
  const isNew = (one: ScanFinding) => (before ? !before.has(makeKey(one)) : false) || (scan.kind === 'branch' && one.found_at > since);
  const brought = findings
    .filter(isNew)
    .sort((a, b) => severities.indexOf(a.severity) - severities.indexOf(b.severity) || a.component.localeCompare(b.component));
  const fresh = brought.slice(0, mostNewFindings).map(({ ecosystem: _ecosystem, purl: _purl, found_at: _at, ...one }) => one);
  const kept = before || fresh.length > 0 ? fresh : null;
  await keepNewFindings(db, scan.id, kept);
  const judging = (await selectJudging(db, [scan.id])).get(Number(scan.id)) ?? { judgedBy: [], notJudged: [] };
  return { found, fresh: kept, brought, ...judging };
}

export interface WantedScan {
  repository: number;
  ref: string;
  kind: GitScanRow['kind'];
  commit: string;
  pull?: number;
  base: string | null;
  /** What was found before counts no more. */
  isWanted?: boolean;
}

/** A scan, and when its commit was looked at before: what became known later was told to nobody. */
export interface Scanned {
  scan: GitScanRow;
  since: Date;
}

/** Scans a commit of a ref, unless that was done. @throws AppError */
export async function scanCommit(
  context: GitContext,
  session: GitSession,
  { repository, ref, kind, commit, pull, base, isWanted = false }: WantedScan,
): Promise<Scanned> {
  const { db } = context;
  const known = await selectScan(db, repository, ref, commit);
  if (known?.current && !isWanted) return { scan: known, since: known.at };
  const fetched = await session.fetch(kind === 'base' ? commit : ref);
  // Commits that come meanwhile are looked at the next time; what was fetched is what is told of.
  if (kind === 'base' && fetched !== commit) throw new AppError(gitWords.git_lacks_it, { host: '' });
  const files = await readFiles(context, session, fetched);
  const components = await countComponents(
    db,
    files.flatMap(({ subject_id }) => subject_id ?? []),
  );
  const made = { repository, ref, kind, pull_request: pull ?? null, commit: fetched, base, components };
  const scan = await db.transaction().execute((tx) => keepScan(tx, made, files));
  return { scan, since: known?.commit === fetched ? known.at : scan.at };
}
