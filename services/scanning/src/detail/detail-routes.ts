import { AppError } from '@packhouse/contract/errors.ts';
import { getPackageId } from '@packhouse/contract/repositories/package-search.ts';
import type { ScanState } from '@packhouse/contract/scanning/scan-states.ts';
import * as contract from '@packhouse/contract/scanning/scanning-component-routes.ts';
import { scanningWords } from '@packhouse/contract/scanning/scanning-words.ts';
import { severities } from '@packhouse/contract/severities.ts';
import type { Actor } from '@packhouse/kernel/access/authorisation.ts';
import { handle } from '@packhouse/kernel/http/http.ts';
import type { FastifyInstance } from 'fastify';
import { changeIndexedBuilds, listIndexedBuilds } from '../assembled/judged-builds.ts';
import { countReleaseBundles } from '../assembly/assembly-queries.ts';
import { countWaiting, readParts } from '../build/build-scan.ts';
import type { Context } from '../context.ts';
import { requireScanningAt } from '../ignore/ignore-rule.ts';
import { readSetLicences } from '../knowledge/set-licences.ts';
import { findRisk } from '../risk/risk.ts';
import { orderVersions } from '../risk/version-order.ts';
import { readVersion } from '../summary/component-routes.ts';
import { toHeld } from '../summary/issues.ts';
import { mayRead, needVersion, readableRepositories } from '../summary/readable-targets.ts';
import { countActive, countComponents, readHeld } from '../summary/version-contents.ts';
import { readSupportOf } from '../support/support.ts';
import { changeScanned, findScannable } from '../target/indexing.ts';
import { getLeadPath } from '../target/lead-path.ts';
import { rescan } from '../target/rescan.ts';
import type { TargetRow } from '../target/target.ts';
import { findJudgingPolicies } from '../violation/judging-policies.ts';
import { countViolations } from '../violation/violation-count-queries.ts';
import { selectScanned, selectTargetAt } from './detail-queries.ts';
import { findHolders, findImpact, toHolding } from './impact.ts';

type Targets = readonly [TargetRow, ...TargetRow[]];

const readIds = (targets: Targets) => targets.map(({ id }) => id);
const readComponents = (targets: Targets) => [...new Set(targets.flatMap(({ component_id }) => component_id ?? []))];

async function readRisk(context: Context, actor: Actor, targets: Targets): Promise<contract.OperationalRisk | undefined> {
  const [main] = targets;
  const repositories = await readableRepositories(context, actor);
  const versions = (await context.peers.contents?.versions(main.format, main.package)) ?? [];
  return findRisk(
    main,
    orderVersions(
      main.format,
      versions.filter(({ repository }) => repositories.has(repository)),
    ),
    await readSupportOf(context, readIds(targets)),
  );
}

async function readLicences(context: Context, targets: Targets): Promise<string[]> {
  const set = await readSetLicences(context, targets);
  return [...new Set(targets.flatMap((target) => set.get(target.id) ?? target.licences))];
}

async function countTabs(context: Context, actor: Actor, targets: Targets) {
  const { db } = context;
  const ids = readIds(targets);
  const [violations, issues, licences, risk, held, holders] = await Promise.all([
    countViolations(db, ids),
    countActive(context, targets),
    readLicences(context, targets),
    readRisk(context, actor, targets),
    countComponents(db, targets),
    findHolders(context, actor, readComponents(targets)),
  ]);
  return {
    violations: violations.active,
    security_issues: issues,
    licenses: licences.length,
    operational_risk: risk && risk.level !== 'None' ? 1 : 0,
    descendants: Math.max(0, held - (targets[0].component_id === null ? 0 : 1)),
    ancestors: holders.length,
  };
}

function versionRoutes(app: FastifyInstance, context: Context): void {
  const { db, platform } = context;
  handle(app, platform, contract.readTabCounts, async ({ query }, { actor }) => {
    const targets = await needVersion(context, actor, query);
    const [data, policies] = await Promise.all([countTabs(context, actor, targets), findJudgingPolicies(context, targets)]);
    return { data, policies };
  });
  handle(app, platform, contract.readPackageTree, async ({ query }, { actor }) => {
    const targets = await needVersion(context, actor, query);
    const offset = (query.page_num - 1) * query.num_of_rows;
    if (query.ancestors === 'true') {
      const rows = await findHolders(context, actor, readComponents(targets));
      return { data: rows.slice(offset, offset + query.num_of_rows).map(toHolding), total_count: rows.length };
    }
    const rows = await readHeld(db, targets, { limit: query.num_of_rows, offset });
    return { data: rows.map(toHeld), total_count: await countComponents(db, targets) };
  });
  handle(app, platform, contract.readComponentDetails, async ({ query }, { actor }) => readVersion(context, actor, query));
  handle(app, platform, contract.readAboutBox, async ({ query }, { actor }) => {
    const targets = await needVersion(context, actor, query);
    const [main] = targets;
    const [self] = main.component_id === null ? [] : await readHeld(db, targets, { limit: 1, offset: 0 });
    return {
      component_id: getPackageId(main.format, main.package),
      name: main.package,
      version: main.version,
      package_type: main.format,
      purl: self?.purl ?? '',
      sha256: main.sha256,
      licenses: await readLicences(context, targets),
    };
  });
  handle(app, platform, contract.listOperationalRisks, async ({ query }, { actor }) => {
    const risk = await readRisk(context, actor, await needVersion(context, actor, query));
    return { data: risk ? [risk] : [], total_count: risk ? 1 : 0 };
  });
}

/** Nothing here looks into code, so that nothing is concluded from not having looked. */
async function readApplicability(context: Context, actor: Actor, query: Parameters<typeof needVersion>[2] & { cve: string }) {
  const [main] = await needVersion(context, actor, query);
  const isScanned = main.scanned_at !== null;
  const result = isScanned ? ('not_covered' as const) : ('not_scanned' as const);
  const reason = isScanned ? scanningWords.applicability_not_covered.en : scanningWords.applicability_not_scanned.en;
  return { data: [{ cve: query.cve, result, reason }], total_count: 1 };
}

function issueWayRoutes(app: FastifyInstance, context: Context): void {
  const { platform } = context;
  handle(app, platform, contract.readImpactPath, async ({ query }, { actor }) => findImpact(context, actor, query, false));
  handle(app, platform, contract.readUnifiedImpactPath, async ({ query }, { actor }) => findImpact(context, actor, query, true));
  handle(app, platform, contract.readApplicability, async ({ query }, { actor }) => readApplicability(context, actor, query));
  handle(app, platform, contract.triggerApplicability, async ({ body }, { actor }) => readApplicability(context, actor, body));
}

async function scanFile(context: Context, actor: Actor, address: string, { repo, path: asked }: { repo: string; path: string }): Promise<ScanState> {
  const repositories = await readableRepositories(context, actor);
  const key = repo.replace(/-cache$/, '');
  const path = getLeadPath(repositories.get(key)?.format, asked);
  const target = await selectTargetAt(context.db, key, path);
  if (!target || !mayRead(actor, repositories, target)) throw new AppError(scanningWords.nothing_scanned);
  requireScanningAt(actor, repositories.get(key), path);
  const entry = { actor: actor.name, address, action: 'scan.requested', subject: `${key}/${path}` };
  await rescan(context, [target], (tx) => context.platform.identity.audit(entry, tx));
  return (await selectTargetAt(context.db, key, path))?.state ?? 'not scanned';
}

async function readIndex(context: Context, actor: Actor) {
  const scannable = [...(await readableRepositories(context, actor)).values()].filter((one) => one.class === 'local' || one.class === 'remote');
  const figures = await selectScanned(
    context.db,
    scannable.map(({ key }) => key),
  );
  const data = scannable.map((one) => ({
    name: one.key,
    type: one.class,
    pkg_type: one.format,
    indexed: context.peers.repositories?.peek(one.key)?.scanned !== false,
    ...(figures.get(one.key) ?? { scanned: 0, total: 0 }),
  }));
  return { data, total_count: data.length };
}

/** Has some repositories scanned, and others not. @throws AppError `bad_request` where one cannot be, or is named for both */
async function changeIndexed(context: Context, { indexed, notIndexed }: { indexed: string[]; notIndexed: string[] }, by: { actor: string; address: string }) {
  const all = await findScannable(context, undefined);
  const [on, off] = [new Set(indexed), new Set(notIndexed)];
  for (const key of [...on, ...off]) {
    if (on.has(key) && off.has(key)) throw new AppError(scanningWords.repository_named_twice, { key });
    if (!all.some((one) => one.key === key)) throw new AppError(scanningWords.repository_not_scannable, { key });
  }
  await changeScanned(context, all, ({ key, scanned }) => on.has(key) || (scanned && !off.has(key)), by);
}

async function readHistory(context: Context, actor: Actor, name: string, { projectKey, limit }: { projectKey: string | undefined; limit: number }) {
  const runs = (await context.peers.builds?.history(actor, { name, projectKey }, limit)) ?? [];
  const data = [];
  for (const { number, startedAt } of runs) {
    const build = await context.peers.builds?.contents(actor, { name, number, projectKey });
    if (!build) continue;
    const parts = await readParts(context, actor, build);
    const issues = new Map(parts.flatMap((part) => part.issues.map((issue) => [issue.id, issue] as const)));
    const isJudged = parts.some(({ target, issues: found }) => target !== undefined || found.length > 0);
    const status: ScanState = countWaiting(parts) > 0 ? 'in progress' : isJudged ? 'scanned' : 'not scanned';
    const severity = severities.find((one) => [...issues.values()].some((issue) => issue.severity === one)) ?? null;
    data.push({ number, started: startedAt.toISOString(), status, issues: issues.size, severity });
  }
  return { data, total_count: data.length };
}

/** What the console asks about one version, about what vulnerabilities reach, and about scans as such. */
export function detailRoutes(app: FastifyInstance, context: Context): void {
  const { platform } = context;
  versionRoutes(app, context);
  issueWayRoutes(app, context);
  handle(app, platform, contract.scanArtifact, async ({ body }, { actor, address }) => ({ status: await scanFile(context, actor, address, body) }));
  for (const route of [contract.readIndex, contract.readXrayRepositoryIndex])
    handle(app, platform, route, async (_input, { actor }) => readIndex(context, actor));
  handle(app, platform, contract.readIndexedBuilds, async () => {
    const [data, bundles] = await Promise.all([listIndexedBuilds(context), countReleaseBundles(context.db)]);
    return { data, total_count: data.length, release_bundles: bundles };
  });
  handle(app, platform, contract.updateIndexedResources, async ({ body }, { actor, address }) => {
    await changeIndexed(context, body, { actor: actor.name, address });
    await changeIndexedBuilds(context, body.indexedBuilds, body.notIndexedBuilds, { actor, address });
    return { ...(await readIndex(context, actor)), builds: await listIndexedBuilds(context) };
  });
  handle(app, platform, contract.readBuildHistory, async ({ params, query }, { actor }) =>
    readHistory(context, actor, params.id, { projectKey: query.projectKey, limit: query.num_of_rows }),
  );
}
