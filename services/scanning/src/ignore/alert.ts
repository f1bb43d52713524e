import { AppError } from '@packhouse/contract/errors.ts';
import { getPackageId } from '@packhouse/contract/repositories/package-search.ts';
import type { IgnoredBy } from '@packhouse/contract/scanning/ignored-by.ts';
import { type ArtifactAlert, anything, type IgnoreRuleInput, mostAlerts } from '@packhouse/contract/scanning/scanning-ignore-routes.ts';
import { scanningWords } from '@packhouse/contract/scanning/scanning-words.ts';
import { type Severity, severities } from '@packhouse/contract/severities.ts';
import { type Actor, authorise, isAllowed, repositoryResource } from '@packhouse/kernel/access/authorisation.ts';
import type { DirectoryEntry } from '@packhouse/peers/repositories.ts';
import type { z } from 'zod';
import type { Context } from '../context.ts';
import { getLeadPath } from '../target/lead-path.ts';
import type { TargetRow } from '../target/target.ts';
import { type AlertRow, selectAlertRows, selectAlerts, selectIdsOf } from './alert-queries.ts';
import { type IgnoreRuleRow, narrowRule, selectRules } from './ignore-queries.ts';
import { type By, createRule, mayIgnore, mayIgnoreAt, removeRule, requireIgnoringAt, toRule, without } from './ignore-rule.ts';
import { nameRule } from './name-rule.ts';

type Asking = Pick<Context, 'db' | 'peers'>;

interface Place {
  repoKey: string;
  path: string;
}

/** A file with all readable files of its repository that stand for the same version: their alert is one. */
interface Item {
  repository: DirectoryEntry;
  targets: readonly TargetRow[];
}

/** @throws AppError `repository_not_found`, `forbidden` */
async function findPlace({ peers }: Asking, actor: Actor, { repoKey, path }: Place): Promise<DirectoryEntry> {
  const key = repoKey.replace(/-cache$/, '');
  const all = (await peers.repositories?.list()) ?? [];
  const repository = all.find((one) => one.key === repoKey) ?? all.find((one) => one.key === key && one.class === 'remote');
  // What somebody may not read is answered like what is not there.
  authorise(actor, 'read', repository ? repositoryResource(repository, path) : { type: 'repository', name: repoKey, path });
  if (!repository) throw new AppError('repository_not_found');
  return repository;
}

/** Gives what a file stands for, or undefined where it stands for no version or was not scanned. */
async function findItem(context: Asking, actor: Actor, place: Place): Promise<Item | undefined> {
  const repository = await findPlace(context, actor, place);
  const scanned = context.db.selectFrom('target').selectAll().where('repository', '=', repository.key).where('scanned_at', 'is not', null);
  const target = await scanned.where('path', '=', getLeadPath(repository.format, place.path)).executeTakeFirst();
  if (!target) return undefined;
  const targets = await scanned
    .where('format', '=', target.format)
    .where('package', '=', target.package)
    .where('version', '=', target.version)
    .orderBy('path')
    .execute();
  const readable = targets.filter(({ path }) => isAllowed(actor, 'read', repositoryResource(repository, path)));
  return { repository, targets: readable };
}

async function needItem(context: Asking, actor: Actor, place: Place): Promise<Item> {
  const item = await findItem(context, actor, place);
  if (!item) throw new AppError(scanningWords.nothing_scanned);
  return item;
}

const readIds = (targets: readonly Pick<TargetRow, 'id'>[]) => targets.map(({ id }) => id);
const getFile = ({ path }: Pick<TargetRow, 'path'>) => path.slice(path.lastIndexOf('/') + 1);
const getFolder = ({ repository, path }: Pick<TargetRow, 'repository' | 'path'>) => `${repository}/${path.slice(0, path.lastIndexOf('/') + 1)}`;

/** Whether a rule is about some files alone. */
function isAboutOnly(rule: Pick<IgnoreRuleRow, 'artifacts' | 'components'>, targets: readonly Pick<TargetRow, 'repository' | 'path'>[]): boolean {
  const files = new Set(targets.map((target) => getFolder(target) + getFile(target)));
  return rule.components === null && rule.artifacts !== null && rule.artifacts.every(({ folder, name }) => files.has(`${folder}${name}`));
}

function toIgnoredBy(row: IgnoreRuleRow, targets: readonly Pick<TargetRow, 'repository' | 'path'>[]): IgnoredBy {
  const { uuid, author, notes, created_at, expires_at, vex } = row;
  return {
    id: uuid,
    author,
    notes,
    created: created_at.toISOString(),
    expires_at: expires_at?.toISOString() ?? null,
    own: isAboutOnly(row, targets),
    ...(vex && { vex }),
  };
}

type Ignored = Pick<AlertRow, 'rule_id'>;

const rulesById = async ({ db }: Pick<Asking, 'db'>, rows: readonly Ignored[]) => {
  const ids = new Set(rows.flatMap(({ rule_id }) => (rule_id === null ? [] : [rule_id])));
  return new Map((await selectRules(db, [...ids])).map((row) => [row.id, row]));
};

/** Why findings in some files are ignored, by the rule. */
export async function readReasons(context: Pick<Asking, 'db'>, rows: readonly Ignored[], targets: readonly TargetRow[]): Promise<Map<number, IgnoredBy>> {
  return new Map([...(await rulesById(context, rows))].map(([id, rule]) => [id, toIgnoredBy(rule, targets)]));
}

/** Worst severity that is active in each of some files of a repository. */
export async function alertsIn(context: Asking, repository: string, paths: readonly string[]): Promise<ReadonlyMap<string, Severity>> {
  return selectAlerts(context, repository, paths);
}

/** The alert of a file, for who may read it. */
export async function readAlert(context: Asking, actor: Actor, place: Place): Promise<ArtifactAlert | null> {
  const item = await findItem(context, actor, place);
  const [first] = item?.targets ?? [];
  if (!item || !first) return null;
  const rows = await selectAlertRows(context, readIds(item.targets), mostAlerts);
  const rules = await rulesById(context, rows);
  const findings = rows.map(({ canonical, severity, summary, rule_id }) => {
    const rule = rule_id === null ? undefined : rules.get(rule_id);
    return { id: canonical, severity: severities[severity - 1] ?? 'Unknown', summary, ignored: rule ? toIgnoredBy(rule, item.targets) : null };
  });
  return {
    packageId: getPackageId(first.format, first.package),
    version: first.version,
    severity: findings.find(({ ignored }) => !ignored)?.severity ?? null,
    active: rows[0]?.active ?? 0,
    ignored: rows[0]?.ignored ?? 0,
    findings,
    allowed: mayIgnoreItem(actor, item),
  };
}

async function readCounts(context: Asking, { targets }: Item): Promise<{ active: number; ignored: number }> {
  const [row] = await selectAlertRows(context, readIds(targets), 1);
  return { active: row?.active ?? 0, ignored: row?.ignored ?? 0 };
}

const mayIgnoreItem = (actor: Actor, { repository, targets }: Item) => targets.every(({ path }) => mayIgnoreAt(actor, repository, path));

/** @throws AppError `unauthenticated` or `forbidden` */
function requireItem(actor: Actor, { repository, targets }: Item): void {
  for (const { path } of targets) requireIgnoringAt(actor, repository, path);
}

/** Where a project administrator ignores something, the rule is the project's. */
const getProject = (actor: Actor, { repository }: Item) => (mayIgnore(actor, undefined) ? undefined : repository.projectKey);

type Ignoring = Place & Pick<z.output<typeof IgnoreRuleInput>, 'notes' | 'expires_at'> & { findings?: readonly string[] | undefined };

/** Ignores findings of a file: some of them, or all, those to come included. */
export async function ignoreItem(context: Asking & Pick<Context, 'platform'>, by: By, { findings, notes, expires_at, ...place }: Ignoring) {
  const item = await needItem(context, by.actor, place);
  requireItem(by.actor, item);
  const artifacts = item.targets.map((target) => ({ name: getFile(target), path: getFolder(target) }));
  const filters = { vulnerabilities: [...(findings ?? [anything])], artifacts };
  const { uuid } = await createRule(context, by, { notes, expires_at, ignore_filters: filters }, getProject(by.actor, item), { allowed: true });
  return { id: uuid, ...(await readCounts(context, item)) };
}

/** Takes findings out of a rule; those that it hides beside them stay hidden. */
async function takeOut(
  context: Asking & Pick<Context, 'platform'>,
  by: By,
  row: IgnoreRuleRow,
  { shown, hidden }: { shown: readonly string[]; hidden: readonly string[] },
): Promise<void> {
  const { db, platform } = context;
  const rest = hidden.filter((id) => !shown.includes(id));
  const everything = row.names?.length === 0;
  const left = everything
    ? rest.length > 0 && { filters: { ...row.filters, vulnerabilities: rest, cves: undefined }, names: rest }
    : without(row, await selectIdsOf(context, shown));
  if (!left) return removeRule(context, by, row);
  const entry = { actor: by.actor.name, address: by.address, action: 'ignore-rule.changed', subject: row.uuid, name: nameRule(row) };
  await db.transaction().execute(async (tx) => {
    await narrowRule(tx, row.id, left);
    await platform.identity.audit({ ...entry, before: toRule(row), after: toRule({ ...row, ...left }) }, tx);
  });
}

/** Shows findings of a file again, as far as rules about it alone hide them. */
export async function unignoreItem(
  context: Asking & Pick<Context, 'platform'>,
  by: By,
  { findings, ...place }: Place & { findings?: readonly string[] | undefined },
) {
  const item = await needItem(context, by.actor, place);
  requireItem(by.actor, item);
  const isOfPlace = !mayIgnore(by.actor, item.repository.projectKey);
  // Behind a rule that goes another may show: it is asked again until nothing more changes.
  for (const done = new Set<number>(); ; ) {
    const rows = (await selectAlertRows(context, readIds(item.targets), 100_000)).filter(({ rule_id }) => rule_id !== null);
    const wanted = rows.filter(({ canonical }) => !findings || findings.includes(canonical));
    const rules = [...(await rulesById(context, wanted)).values()].filter((row) => !done.has(row.id) && isAboutOnly(row, item.targets));
    const mine = rules.filter((row) => isOfPlace || mayIgnore(by.actor, row.project ?? undefined));
    if (mine.length === 0) return readCounts(context, item);
    for (const row of mine) {
      done.add(row.id);
      const named = (list: readonly AlertRow[]) => list.filter(({ rule_id }) => rule_id === row.id).map(({ canonical }) => canonical);
      await takeOut(context, by, row, { shown: named(wanted), hidden: named(rows) });
    }
  }
}
