import type { BuildViolation } from '@packhouse/contract/scanning/scanning-build-routes.ts';
import type { Severity } from '@packhouse/contract/severities.ts';
import type { Actor } from '@packhouse/kernel/access/authorisation.ts';
import type { BuildContents } from '@packhouse/peers/builds.ts';
import { findWatchesOf, readJudgedBuild } from '../assembled/judged-assembly.ts';
import { type AssemblyRow, isAssembly } from '../assembly/assembly.ts';
import type { Context } from '../context.ts';
import { severityOf } from '../policy/judge-rules.ts';
import type { TargetRow } from '../target/target.ts';
import { countDue } from '../violation/due-queries.ts';
import { settleThese } from '../violation/evaluation-job.ts';
import type { ActiveWatch } from '../violation/evaluation-queries.ts';
import { findWatchesAt } from '../violation/judging-policies.ts';
import { type BuildViolationRow, selectViolationsIn } from '../violation/violation-list-queries.ts';
import { findReadable } from './build-scan.ts';

/** Violations of one answer; those that fail the build come first. */
const mostViolations = 5000;

const failsBuilds = ({ policies }: Pick<ActiveWatch, 'policies'>) => policies.some(({ rules }) => rules.some(({ actions }) => actions.fail_build));

/** Whether a policy that can fail builds looks at the build, or at any of its files that are these versions. */
export async function canFail(
  { db, peers }: Pick<Context, 'db' | 'peers'>,
  assembly: AssemblyRow | undefined,
  targets: readonly TargetRow[],
): Promise<boolean> {
  if ((await findWatchesOf({ db, peers }, assembly)).some(failsBuilds)) return true;
  return (await findWatchesAt({ db, peers }, targets)).some(failsBuilds);
}

function toBuildViolation({ name, number }: BuildContents, row: BuildViolationRow): BuildViolation {
  const { kind, subject, summary, severity, watch, policy, rule, fails_now, fixed_versions, held } = row;
  const file = `${row.format}://${row.package}:${row.version}`;
  const whole = { component_id: `build://${name}:${number}` };
  const way = isAssembly(row) ? [whole] : [whole, { component_id: file }];
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

/** Violations each once: that a build breaks a rule of a watch by a finding needs no telling where one of its files does. */
function leaveOutTold(rows: readonly BuildViolationRow[]): BuildViolationRow[] {
  const breach = ({ watch_id, policy_id, rule, kind, subject }: BuildViolationRow) => JSON.stringify([watch_id, policy_id, rule, kind, subject]);
  const told = new Set(rows.filter((row) => !isAssembly(row)).map(breach));
  return rows.filter((row) => !isAssembly(row) || !told.has(breach(row)));
}

/** How policies judge a build as what it consists of, and its stored files that the actor may read. */
export async function judgeBuild(context: Context, actor: Actor, build: BuildContents) {
  const targets = await findReadable(context, actor, build);
  await settleThese(
    context,
    targets.map(({ id }) => id),
  );
  const assembly = await readJudgedBuild(context, build);
  const ids = [...(assembly ? [assembly.id] : []), ...targets.map(({ id }) => id)];
  // Asked first: what is judged meanwhile is seen then.
  const isWaiting = (await countDue(context.db, ids)) > 0;
  const rows = leaveOutTold(await selectViolationsIn(context.db, ids, mostViolations));
  return {
    isWaiting,
    canFail: await canFail(context, assembly, targets),
    failsBuild: rows.some(({ fails_now }) => fails_now),
    violations: rows.map((row) => toBuildViolation(build, row)),
    alerts: [...Map.groupBy(rows, ({ watch }) => watch)].map(([watch, own]) => toAlert(watch, own)),
  };
}
