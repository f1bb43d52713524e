import { AppError } from '@packhouse/contract/errors.ts';
import * as contract from '@packhouse/contract/scanning/git-pull-routes.ts';
import { gitWords } from '@packhouse/contract/scanning/git-words.ts';
import { sharedWords } from '@packhouse/contract/shared-words.ts';
import { handle } from '@packhouse/kernel/http/http.ts';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../context.ts';
import { type ScanJudging, selectJudging } from '../git/git-queries.ts';
import { needRepository } from './git-view-queries.ts';
import { type ComparedFinding, compareScans, findPull, type PullRow, selectPulls } from './pull-queries.ts';

/** Findings of a page of pull requests that are counted, and those of one that are told. */
const mostFindings = 20_000;
const mostTold = 1000;

const getPairs = (rows: readonly PullRow[]) =>
  rows.flatMap(({ scan, base_scan: base }) => (scan === null || base === null ? [] : [{ scan: Number(scan), base: Number(base) }]));

const getScans = (rows: readonly PullRow[]) => rows.flatMap(({ scan }) => (scan === null ? [] : [Number(scan)]));

function toScan(row: PullRow, findings: readonly ComparedFinding[], judging: ScanJudging | undefined): contract.GitPullRequest['scan'] {
  if (row.scan === null || row.base_scan === null || row.at === null) return null;
  const count = (kind: ComparedFinding['kind']) => findings.filter((one) => one.kind === kind).length;
  const fresh = Object.groupBy(
    findings.filter(({ kind }) => kind === 'fresh'),
    ({ severity }) => severity,
  );
  return {
    at: row.at.toISOString(),
    commit: row.commit!,
    base: row.base,
    files: row.files!,
    filesRead: row.files_read!,
    notJudged: judging?.notJudged ?? [],
    judgedBy: judging?.judgedBy ?? [],
    fresh: Object.fromEntries(Object.entries(fresh).map(([severity, list]) => [severity, list.length])),
    fixed: count('fixed'),
    unchanged: count('unchanged'),
  };
}

function toPull(row: PullRow, findings: readonly ComparedFinding[], judgings: ReadonlyMap<number, ScanJudging>): contract.GitPullRequest {
  const { number, title, state, url, seen_at: seenAt } = row;
  return { number, title, state, url, seenAt: seenAt.toISOString(), scan: toScan(row, findings, judgings.get(Number(row.scan))) };
}

/** @throws AppError `bad_request` */
function readBefore(after: string | undefined): number | undefined {
  if (after === undefined) return undefined;
  if (!/^\d{1,9}$/.test(after)) throw new AppError(sharedWords.after_is_no_cursor);
  return Number(after);
}

/** Pull requests of repositories of source code. */
export function pullRoutes(app: FastifyInstance, { db, platform }: Context): void {
  handle(app, platform, contract.listGitPullRequests, async ({ params, query }) => {
    const { id } = await needRepository(db, params);
    const { rows, total } = await selectPulls(db, id, { state: query.state, before: readBefore(query.after), limit: query.limit });
    const page = rows.slice(0, query.limit);
    const findings = Map.groupBy(await compareScans(db, getPairs(page), mostFindings), ({ scan }) => Number(scan));
    const judgings = await selectJudging(db, getScans(page));
    const items = page.map((row) => toPull(row, findings.get(Number(row.scan)) ?? [], judgings));
    return { items, total, next: rows.length > page.length ? String(page.at(-1)!.number) : null };
  });

  handle(app, platform, contract.readGitPullRequest, async ({ params }) => {
    const repository = await needRepository(db, params);
    const row = await findPull(db, repository.id, params.number);
    if (!row) throw new AppError(gitWords.no_git_pull);
    const all = await compareScans(db, getPairs([row]), mostFindings);
    const told = (kind: ComparedFinding['kind']) =>
      all
        .filter((one) => one.kind === kind)
        .slice(0, mostTold)
        .map(({ scan: _scan, kind: _kind, ...finding }) => finding);
    const findings = { fresh: told('fresh'), fixed: told('fixed'), unchanged: told('unchanged') };
    return {
      ...toPull(row, all, await selectJudging(db, getScans([row]))),
      repository: { id: repository.id, fullName: repository.full_name },
      findings,
      cut: all.length > findings.fresh.length + findings.fixed.length + findings.unchanged.length || all.length === mostFindings,
    };
  });
}
