import type { FormatId } from '@packhouse/contract/repositories/format-ids.ts';
import { getPackageId } from '@packhouse/contract/repositories/package-search.ts';
import type { SearchFilters } from '@packhouse/contract/repositories/search-query.ts';
import { findUnusedFilters } from '@packhouse/contract/repositories/used-filters.ts';
import { type ScanState, scanStates } from '@packhouse/contract/scanning/scan-states.ts';
import * as contract from '@packhouse/contract/scanning/scanning-routes.ts';
import type { Actor } from '@packhouse/kernel/access/authorisation.ts';
import { handle } from '@packhouse/kernel/http/http.ts';
import type { FastifyInstance } from 'fastify';
import type { z } from 'zod';
import type { Context } from '../context.ts';
import { readReasons } from '../ignore/alert.ts';
import { mayIgnoreAt, requireScanningAt } from '../ignore/ignore-rule.ts';
import { readSupportOf } from '../support/support.ts';
import { rescan } from '../target/rescan.ts';
import type { TargetRow } from '../target/target.ts';
import { addAssessments } from '../vex/assess.ts';
import { selectJudged } from './coverage-queries.ts';
import { findingCounts } from './finding-count-queries.ts';
import { countHeld, selectFindings, selectHeld, selectIssuePage, selectPartial } from './finding-queries.ts';
import { toHeld, toIssues } from './issues.ts';
import { mayRead, needVersion, readableRepositories } from './readable-targets.ts';
import { filesWith } from './scan-directory.ts';
import { searchTargets } from './search-queries.ts';

/** Beyond so many files the search does not look; people search for a name then. */
const mostSearched = 5000;

/** Worst first; files that nobody can read count only when all are such. */
const stateOrder: readonly ScanState[] = ['scan failed', 'in progress', 'not scanned', 'scanned'];

function getState(targets: readonly Pick<TargetRow, 'state'>[]): ScanState {
  return stateOrder.find((state) => targets.some((target) => target.state === state)) ?? scanStates[4];
}

const readIds = (targets: readonly TargetRow[]) => targets.map(({ id }) => id);

async function readDetails(context: Context, actor: Actor, targets: readonly [TargetRow, ...TargetRow[]]): Promise<contract.ScanDetails> {
  const { db, peers } = context;
  const [first] = targets;
  const ids = readIds(targets);
  const [[counts], components, partial, judged, issues, all, support] = await Promise.all([
    findingCounts(context, [first]),
    countHeld(db, ids),
    selectPartial(db, ids),
    selectJudged(db, ids),
    selectIssuePage(context, ids, { ignored: false, skipped: true, limit: 0, offset: 0 }),
    peers.repositories?.list(),
    readSupportOf(context, ids),
  ]);
  const status = getState(targets);
  const told = targets.find((target) => target.state === status);
  return {
    component_id: getPackageId(first.format, first.package),
    name: first.package,
    version: first.version,
    package_type: first.format,
    repository: first.repository,
    path: first.path,
    sha256: first.sha256,
    status,
    reason: told?.reason ?? null,
    ...(told?.reason ? { said: { message: told.reason, ...told.said } } : {}),
    partial,
    scanned_at: targets.find((target) => target.scanned_at)?.scanned_at?.toISOString() ?? null,
    vulnerabilities: counts ?? null,
    judged,
    active: issues.active,
    ignored: issues.ignored,
    may_ignore: mayIgnoreAt(
      actor,
      all?.find(({ key }) => key === first.repository),
      first.path,
    ),
    components,
    licenses: [...new Set(targets.flatMap(({ licences }) => licences))],
    unsupported: support.filter(({ state }) => state === 'ended'),
  };
}

interface IssueQuery {
  filter: 'active' | 'ignored';
  order_by: 'severity' | 'exploitation';
  num_of_rows: number;
  page_num: number;
}

/** One page of the vulnerabilities of a version; only what is on the page is read whole. */
async function readIssues(context: Context, targets: readonly TargetRow[], { filter, order_by, num_of_rows, page_num }: IssueQuery) {
  const ignored = filter === 'ignored';
  const page = await selectIssuePage(context, readIds(targets), {
    ignored,
    skipped: true,
    byExploitation: order_by === 'exploitation',
    limit: num_of_rows,
    offset: (page_num - 1) * num_of_rows,
  });
  const rows = await selectFindings(context, readIds(targets), { ids: page.ids, ignored });
  const reasons = await readReasons(context, rows, targets);
  const places = new Map(page.ids.map((id, index) => [id, index]));
  const data = toIssues(rows, (id) => reasons.get(id)).sort((a, b) => (places.get(a.id) ?? 0) - (places.get(b.id) ?? 0));
  return { data: await addAssessments(context, data, rows, targets), total_count: ignored ? page.ignored : page.active };
}

interface SearchQuery {
  direction: 'asc' | 'desc';
  num_of_rows: number;
  order_by: 'name' | 'package_type' | 'updated';
  page_num: number;
  search?: string | undefined;
}

async function search(context: Context, actor: Actor, query: SearchQuery, filters: SearchFilters) {
  const repositories = await readableRepositories(context, actor);
  // A virtual repository stands for its members, and `<key>-cache` for what a remote one has stored.
  const chosen = filters.repositories?.length ? new Set(await context.peers.repositories?.storing(filters.repositories)) : undefined;
  const found = await searchTargets(context.db, {
    repositories: chosen ? [...repositories.keys()].filter((key) => chosen.has(key)) : [...repositories.keys()],
    search: query.search,
    filters,
    findings: filters.severities?.length || filters.cve ? await filesWith(context, filters) : undefined,
    order: query.order_by,
    direction: query.direction,
    limit: mostSearched,
  });
  const readable = found.filter((target) => mayRead(actor, repositories, target));
  const versions = [...Map.groupBy(readable, (target) => JSON.stringify([target.format, target.package, target.version])).values()];
  const page = versions.slice((query.page_num - 1) * query.num_of_rows, query.page_num * query.num_of_rows).map((same) => same[0]!);
  const counts = await findingCounts(context, page);
  const data = page.map((target, index) => ({
    component_id: getPackageId(target.format, target.package),
    name: target.package,
    version: target.version,
    package_type: target.format as FormatId,
    repository: target.repository,
    status: target.state as ScanState,
    vulnerabilities: counts[index] ?? null,
  }));
  return { data, total_count: versions.length, unused: findUnusedFilters('security', filters, { scans: true }) };
}

/** The scan of one version that the actor may read. @throws AppError `not_found` */
export async function readVersion(context: Context, actor: Actor, ref: z.output<typeof contract.VersionRef>): Promise<contract.ScanDetails> {
  return readDetails(context, actor, await needVersion(context, actor, ref));
}

/** Serves what the console shows of scans: only of what the caller may read. */
export function componentRoutes(app: FastifyInstance, context: Context): void {
  const { db, platform } = context;
  const version = { xray_version: platform.version, xray_revision: platform.version };
  handle(app, platform, contract.getXrayVersion, async () => version);
  handle(app, platform, contract.componentDetails, async ({ body }, { actor }) => readVersion(context, actor, body));
  handle(app, platform, contract.searchComponents, async ({ query, body }, { actor }) =>
    search(context, actor, query, (typeof body === 'object' && body.filters) || {}),
  );
  handle(app, platform, contract.listIssues, async ({ query }, { actor }) => readIssues(context, await needVersion(context, actor, query), query));
  handle(app, platform, contract.listHeldComponents, async ({ query }, { actor }) => {
    const ids = readIds(await needVersion(context, actor, query));
    const [rows, total] = await Promise.all([
      selectHeld(db, ids, { limit: query.num_of_rows, offset: (query.page_num - 1) * query.num_of_rows }),
      countHeld(db, ids),
    ]);
    return { data: rows.map(toHeld), total_count: total };
  });
  handle(app, platform, contract.getScanStatus, async ({ body }, { actor }) => ({ status: getState(await needVersion(context, actor, body)) }));
  handle(app, platform, contract.scanNow, async ({ body }, { actor, address }) => {
    const targets = await needVersion(context, actor, body);
    const repositories = await readableRepositories(context, actor);
    for (const { repository, path } of targets) requireScanningAt(actor, repositories.get(repository), path);
    const entry = { actor: actor.name, address, action: 'scan.requested', subject: `${body.packageId}:${body.version}` };
    await rescan(context, targets, (tx) => platform.identity.audit(entry, tx));
    return { status: getState(await needVersion(context, actor, body)) };
  });
}
