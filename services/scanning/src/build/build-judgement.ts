import type { BuildViolation } from '@packhouse/contract/scanning/scanning-build-routes.ts';
import type { Severity } from '@packhouse/contract/severities.ts';
import type { Actor } from '@packhouse/kernel/access/authorisation.ts';
import type { BuildContents } from '@packhouse/peers/builds.ts';
import type { Context } from '../context.ts';
import { severityOf } from '../policy/judge-rules.ts';
import type { TargetRow } from '../target/target.ts';
import { selectActiveWatches } from '../violation/evaluation-queries.ts';
import { type BuildViolationRow, selectViolationsIn } from '../violation/violation-list-queries.ts';
import { reaches } from '../watch/reach.ts';
import { findReadable } from './build-scan.ts';

/** Violations of one answer; those that fail the build come first. */
const mostViolations = 5000;

/** Whether a policy that can fail builds looks at any of these versions. */
export async function canFail({ db, peers }: Pick<Context, 'db' | 'peers'>, targets: readonly TargetRow[]): Promise<boolean> {
  const watches = (await selectActiveWatches(db)).filter(({ policies }) => policies.some(({ rules }) => rules.some(({ actions }) => actions.fail_build)));
  if (watches.length === 0) return false;
  const repositories = new Map(((await peers.repositories?.list()) ?? []).map((one) => [one.key, one]));
  return targets.some((target) => {
    const repository = repositories.get(target.repository);
    return repository !== undefined && watches.some((watch) => reaches(watch, repository, target));
  });
}

function toBuildViolation({ name, number }: BuildContents, row: BuildViolationRow): BuildViolation {
  const { kind, subject, summary, severity, watch, policy, rule, fails_now, fixed_versions, held } = row;
  const file = `${row.format}://${row.package}:${row.version}`;
  const way = [{ component_id: `build://${name}:${number}` }, { component_id: file }];
  const ids = held.map((one) => `${one.type.toLowerCase()}://${one.name}:${one.version}`);
  const components = Object.fromEntries(
    (ids.length > 0 ? ids : [file]).map((id) => [id, { fixed_versions, impact_paths: [id === file ? way : [...way, { component_id: id }]] }]),
  );
  return {
    issue_id: subject,
    type: kind,
    summary,
    severity: severityOf(severity),
    watch_name: watch,
    fail_build: fails_now,
    cves: subject.startsWith('CVE-') ? [{ cve: subject, cwe: [] }] : [],
    components,
    references: [],
    policies: [{ policy, rule }],
    ...(kind === 'license' ? { license_key: subject, license_name: subject } : {}),
  };
}

interface Alert {
  watch_name: string;
  top_severity: Severity;
  created: string;
  issues: { severity: Severity; type: BuildViolation['type']; summary: string; created: string }[];
}

function toAlert(watch: string, rows: readonly BuildViolationRow[]): Alert {
  const opened = rows.map(({ opened_at }) => opened_at.getTime());
  return {
    watch_name: watch,
    top_severity: severityOf(Math.min(...rows.map(({ severity }) => severity))),
    created: new Date(Math.max(...opened)).toISOString(),
    issues: rows.map(({ severity, kind, summary, subject, opened_at }) => ({
      severity: severityOf(severity),
      type: kind,
      summary: summary || subject,
      created: opened_at.toISOString(),
    })),
  };
}

/** How policies judge the stored files of a build that the actor may read. */
export async function judgeBuild(context: Context, actor: Actor, build: BuildContents) {
  const targets = await findReadable(context, actor, build);
  const rows = await selectViolationsIn(
    context.db,
    targets.map(({ id }) => id),
    mostViolations,
  );
  return {
    canFail: await canFail(context, targets),
    failsBuild: rows.some(({ fails_now }) => fails_now),
    violations: rows.map((row) => toBuildViolation(build, row)),
    alerts: [...Map.groupBy(rows, ({ watch }) => watch)].map(([watch, own]) => toAlert(watch, own)),
  };
}
