import { getPackageId } from '@packhouse/contract/repositories/package-search.ts';
import type { ReportType } from '@packhouse/contract/scanning/report-input.ts';
import type { DirectoryEntry } from '@packhouse/peers/repositories.ts';
import type { JudgedThing } from '../assembly/assembly.ts';
import type { Context } from '../context.ts';
import { selectRules } from '../ignore/ignore-queries.ts';
import { readHeldLicences, readLicences } from '../knowledge/set-licences.ts';
import { severityOf } from '../policy/judge-rules.ts';
import type { TargetRow } from '../target/target.ts';
import { selectComponents } from '../violation/evaluation-queries.ts';
import { readFindings } from '../violation/findings.ts';
import { selectOpenIn } from '../violation/violation-list-queries.ts';
import { selectContents, selectIgnored, selectIssueFacts, selectRisksOf } from './content-queries.ts';
import type { Gathered } from './filter-rows.ts';

type Gathering = Pick<Context, 'db' | 'peers'>;
type Repositories = ReadonlyMap<string, DirectoryEntry>;
type Gather = (context: Gathering, targets: readonly TargetRow[], repositories: Repositories) => Promise<Gathered[]>;

const readIds = (targets: readonly Pick<Described, 'id'>[]) => targets.map(({ id }) => id);
const tellTime = (at: Date | null | undefined) => at?.toISOString() ?? null;

/** A version, a build or a release bundle. */
type Described = Pick<JudgedThing, 'id' | 'repository' | 'path' | 'format' | 'package' | 'version'> & Pick<TargetRow, 'scanned_at'>;

/** What every row says of the version that it is about. */
function describe(target: Described, repositories: Repositories) {
  const { repository, path, format, package: name, version, scanned_at } = target;
  const artifact = `${getPackageId(format, name)}:${version}`;
  return {
    artifact,
    names: { artifact: [artifact, `${repository}/${path}`], scanned: scanned_at },
    cells: {
      path: `${repository}/${path}`,
      package_type: format,
      project: repositories.get(repository)?.projectKey ?? null,
      artifact_scan_time: tellTime(scanned_at),
    },
  };
}

const componentId = (ecosystem: string, name: string, version: string) => `${ecosystem === '' ? '' : `${ecosystem.toLowerCase()}://`}${name}:${version}`;
const isCve = (id: string) => id.startsWith('CVE-');

const gatherVulnerabilities: Gather = async (context, targets, repositories) => {
  const { db } = context;
  const found = await readFindings(db, targets, repositories, false);
  const asked = [...found].flatMap(([target_id, list]) => list.map(({ component, canonical }) => ({ target_id, component_id: component.id, canonical })));
  const [ignored, facts] = await Promise.all([selectIgnored(context, asked), selectIssueFacts(db, [...new Set(asked.map(({ canonical }) => canonical))])]);
  const makeKey = (target: number, component: number, canonical: string) => JSON.stringify([target, component, canonical]);
  const rules = new Map(ignored.map((one) => [makeKey(one.target_id, one.component_id, one.canonical), one]));
  return targets.flatMap((target) => {
    const { artifact, names, cells } = describe(target, repositories);
    return (found.get(target.id) ?? []).map(({ component, canonical, rank, score, fixed_versions, names: ids }) => {
      const known = facts.get(canonical);
      const rule = rules.get(makeKey(target.id, component.id, canonical));
      const all = [...new Set([...ids, ...(known?.names ?? [])])];
      const own = componentId(component.ecosystem, component.name, component.version);
      const data = {
        severity: severityOf(rank),
        issue_id: canonical,
        cves: all.filter(isCve),
        vulnerable_component: own,
        impacted_artifact: artifact,
        fixed_versions,
        cvss3_max_score: score,
        summary: known?.summary ?? '',
        published: tellTime(known?.published),
        exploited: known?.exploited ?? null,
        epss: known?.epss ?? null,
        ignored_by: rule?.author ?? null,
        ignore_reason: rule?.notes ?? null,
        ignored_until: rule?.expires_at ?? null,
        ...cells,
      };
      const exploited = (known?.exploited ?? null) !== null;
      const judged = { severity: severityOf(rank), ids: all, fixed: fixed_versions.length > 0, score, published: known?.published ?? null, exploited };
      return { rank, data, component: own, ...names, ...judged };
    });
  });
};

/** Licences of versions, and of what is inside them as far as it says any. */
const gatherLicences: Gather = async (context, targets, repositories) => {
  const [counting, held] = [await readLicences(context, targets), await readHeldLicences(context, targets)];
  const inside = await selectComponents(context.db, [...new Set([...held.values()].flat().map(({ component_id }) => component_id))]);
  const named = new Map(inside.map(({ id, ecosystem, name, version }) => [id, componentId(ecosystem, name, version)]));
  return targets.flatMap((target) => {
    const { artifact, names, cells } = describe(target, repositories);
    const makeRow = (licence: string, component: string, { custom, isUnknown }: { custom: boolean; isUnknown: boolean }) => {
      const data = { license: licence, component, artifact, unknown: isUnknown, custom, ...cells };
      return { rank: isUnknown ? 1 : 2, data, component, ...names, licence, isUnknown };
    };
    const { licences, custom } = counting.get(target.id)!;
    const isUnknown = licences.length === 0;
    return [
      ...(isUnknown ? ['Unknown'] : licences).map((licence) => makeRow(licence, artifact, { custom, isUnknown })),
      ...(held.get(target.id) ?? []).flatMap((one) =>
        one.licences.map((licence) => makeRow(licence, named.get(one.component_id) ?? artifact, { custom: one.custom, isUnknown: false })),
      ),
    ];
  });
};

/** What is wrong with versions, or with builds and release bundles. */
export async function gatherViolations({ db }: Pick<Gathering, 'db'>, targets: readonly Described[], repositories: Repositories): Promise<Gathered[]> {
  const rows = await selectOpenIn(db, readIds(targets));
  const [rules, facts] = await Promise.all([
    selectRules(db, [...new Set(rows.flatMap(({ ignored_by }) => ignored_by ?? []))]),
    selectIssueFacts(db, [...new Set(rows.filter(({ kind }) => kind === 'security').map(({ subject }) => subject))]),
  ]);
  const byId = new Map(targets.map((target) => [target.id, target]));
  return rows.flatMap((row) => {
    const target = byId.get(row.target_id);
    if (!target) return [];
    const { artifact, names, cells } = describe(target, repositories);
    const { artifact_scan_time: _unused, ...place } = cells;
    const rule = row.is_ignored ? rules.find(({ id }) => id === row.ignored_by) : undefined;
    const known = facts.get(row.subject);
    const components = row.held.map(({ type, name, version }) => componentId(type, name, version));
    const data = {
      severity: severityOf(row.severity),
      type: row.kind,
      issue_id: row.subject,
      watch_name: row.watch,
      policy_name: row.policy,
      rule: row.rule,
      status: row.is_ignored ? 'Ignored' : 'Active',
      component: components,
      impacted_artifact: artifact,
      fixed_versions: row.fixed_versions,
      summary: row.summary,
      created: tellTime(row.opened_at),
      blocking_from: tellTime(row.blocks_from),
      fail_build: row.fails_build,
      ignored_by: rule?.author ?? null,
      ignore_reason: rule?.notes ?? null,
      ignored_until: tellTime(rule?.expires_at),
      violation_id: String(row.id),
      ...place,
    };
    const judged = {
      severity: severityOf(row.severity),
      ids: [row.subject, ...(known?.names ?? [])],
      fixed: row.fixed_versions.length > 0,
      published: known?.published ?? null,
      exploited: (known?.exploited ?? null) !== null,
      score: row.score,
    };
    const licence = row.kind === 'license' ? { licence: row.subject } : {};
    const governed = { kind: row.kind, watch: row.watch, policy: row.policy, ignored: row.is_ignored, opened: row.opened_at };
    return [{ rank: row.severity, data, component: components.join(' '), ...names, ...judged, ...licence, ...governed }];
  });
}

const riskRanks = ['High', 'Medium', 'Low', 'None'];

const gatherRisks: Gather = async ({ db }, targets, repositories) => {
  const risks = await selectRisksOf(
    db,
    targets.flatMap(({ component_id }) => component_id ?? []),
  );
  return targets.flatMap((target) => {
    const risk = target.component_id === null ? undefined : risks.get(target.component_id);
    if (!risk) return [];
    const { artifact, names, cells } = describe(target, repositories);
    const { artifact_scan_time: _unused, ...place } = cells;
    const { reasons, support: _told, ...facts } = risk.facts;
    const data = { risk: risk.level, component: artifact, risk_reason: reasons.join('. '), artifact, ...facts, ...place };
    return [{ rank: riskRanks.indexOf(risk.level) + 1, data, component: artifact, ...names, risk: risk.level }];
  });
};

const gatherComponents: Gather = async ({ db }, targets, repositories) => {
  const held = Map.groupBy(await selectContents(db, readIds(targets)), ({ target_id }) => target_id);
  return targets.flatMap((target) => {
    const { artifact, names, cells } = describe(target, repositories);
    return (held.get(target.id) ?? []).map(({ name, version, ecosystem, purl, location }) => ({
      rank: 1,
      data: { component: name, version, ecosystem, purl, location, artifact, ...cells },
      component: componentId(ecosystem, name, version),
      ...names,
    }));
  });
};

/** Rows of what a build or release bundle consists of, as rows of that: where its parts lie is told beside. */
export function asRowsOf({ format, package: name, version }: Pick<JudgedThing, 'format' | 'package' | 'version'>, rows: readonly Gathered[]): Gathered[] {
  const whole = `${getPackageId(format, name)}:${version}`;
  const replaced = ['artifact', 'impacted_artifact'];
  return rows.map((row) => {
    const data = Object.fromEntries(Object.entries(row.data).map(([column, value]) => [column, replaced.includes(column) ? whole : value]));
    return { ...row, data, artifact: [...row.artifact, whole] };
  });
}

/** How the rows of each type are made of versions. */
export const gatherers: Readonly<Record<ReportType, Gather>> = {
  vulnerabilities: gatherVulnerabilities,
  licenses: gatherLicences,
  violations: gatherViolations,
  operationalRisks: gatherRisks,
  components: gatherComponents,
};
