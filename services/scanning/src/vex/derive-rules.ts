import { randomUUID } from 'node:crypto';
import { type Analysis, justifications } from '@packhouse/contract/scanning/analysis.ts';
import type { Transaction } from 'kysely';
import type { Context } from '../context.ts';
import type { ArtifactFit, ComponentFit } from '../ignore/fit.ts';
import { insertRules } from '../ignore/ignore-queries.ts';
import { listRepositories } from '../ignore/ignore-rule.ts';
import type { ScanningSchema } from '../schema.ts';
import { endKeptRules, isTrusted, type KeptRule, type SaidRow, selectKeptRules, selectSaid } from './rule-queries.ts';

// A statement is acted on by ignore rules that come of it, so that whatever asks what is ignored knows it.

/** Rules of one statement of SQL. */
const atOnce = 500;
/** So many products of a rule are told. */
const shownProducts = 200;

/** This takes something out; never what says that there is something to fear, or that nobody knows yet. */
const isRelieving = ({ status }: SaidRow) => status === 'not_affected' || status === 'fixed';

const hasVersion = ({ version, range, sha256 }: ComponentFit & ArtifactFit) => [version, range, sha256].some((said) => said !== undefined);

/** Whether it says of which versions it speaks: what is fixed is so in some versions, and a product that names none would stand for all of them. */
const isBounded = ({ components, artifacts }: SaidRow) => (components?.every(hasVersion) ?? false) || (artifacts?.every(hasVersion) ?? false);

/** Whether a statement holds where another one does, too. */
const reaches = (one: SaidRow, other: SaidRow) => one.project === null || one.project === other.project;

/** What holds of all that an issuer said, the latest last: of a product the last word counts, whichever document it stands in. */
function selectStanding(said: readonly SaidRow[]): SaidRow[] {
  const same = Map.groupBy(said, ({ key }) => key);
  const isOverridden = (row: SaidRow) => {
    const about = same.get(row.key)!;
    return about
      .slice(about.indexOf(row) + 1)
      .some((later) => !isRelieving(later) && reaches(later, row) && later.names.some((name) => row.names.includes(name)));
  };
  return said.filter((row) => isRelieving(row) && (row.status !== 'fixed' || isBounded(row)) && !isOverridden(row));
}

/** What rules of one statement are about: all that are components together, all that are files, and each part of something by itself. */
function groupScopes(rows: readonly SaidRow[]): Pick<SaidRow, 'components' | 'artifacts'>[] {
  const everywhere = rows.flatMap(({ components, artifacts }) => (artifacts === null ? (components ?? []) : []));
  const files = rows.flatMap(({ components, artifacts }) => (components === null ? (artifacts ?? []) : []));
  const parts = rows.filter(({ components, artifacts }) => components !== null && artifacts !== null);
  return [
    ...(everywhere.length > 0 ? [{ components: everywhere, artifacts: null }] : []),
    ...(files.length > 0 ? [{ components: null, artifacts: files }] : []),
    ...parts.map(({ components, artifacts }) => ({ components, artifacts })),
  ];
}

/** What CycloneDX calls the justifications of the others; what it has no word for is told in the notes alone. */
const inCycloneDx: Readonly<Record<string, (typeof justifications)[number]>> = {
  component_not_present: 'code_not_present',
  vulnerable_code_not_present: 'code_not_present',
  vulnerable_code_not_in_execute_path: 'code_not_reachable',
  inline_mitigations_already_exist: 'protected_by_mitigating_control',
};

/** What is fixed is told by the statement itself: no rule of people says so. */
function analyse({ status, justification }: SaidRow): Analysis | null {
  if (status !== 'not_affected') return null;
  const known = justification === null ? undefined : (inCycloneDx[justification] ?? justifications.find((one) => one === justification));
  return { state: 'not_affected', ...(known ? { justification: known } : {}) };
}

/** In the words of the other rules, for whoever reads it there. */
function describe({ names, products }: SaidRow) {
  const components = products
    .filter(({ unknown }) => !unknown)
    .slice(0, shownProducts)
    .map(({ name }) => ({ name: name.slice(0, 500) }));
  return { vulnerabilities: names, ...(components.length > 0 ? { components } : {}) };
}

function makeRule(issuer: string, row: SaidRow, scope: Pick<SaidRow, 'components' | 'artifacts'>) {
  const { statement, document, project, names, status, justification, impact } = row;
  const why = [justification, impact].filter(Boolean).join('. ');
  return {
    uuid: randomUUID(),
    project,
    filters: describe(row),
    names,
    ...scope,
    watches: null,
    policies: null,
    licences: null,
    risks: false,
    notes: `VEX of ${issuer}${why === '' ? '' : `: ${why}`}`,
    analysis: analyse(row),
    author: issuer,
    expires_at: null,
    violation_id: null,
    vex_statement: statement,
    vex: { document, status, justification, impact },
  };
}

const makeKey = ({ statement, components, artifacts }: Pick<KeptRule, 'statement' | 'components' | 'artifacts'>) =>
  JSON.stringify([statement, components, artifacts]);

/**
 * Makes the ignore rules that come of what an issuer says what they have to be: of some vulnerabilities, or of all. May be done any number of times, by whoever has the turn.
 */
export async function deriveRules(
  { peers }: Pick<Context, 'peers'>,
  tx: Transaction<ScanningSchema>,
  { issuer, names, by }: { issuer: string; names?: readonly string[]; by: string },
): Promise<void> {
  const standing = (await isTrusted(tx, issuer)) ? selectStanding(await selectSaid(tx, issuer, names)) : [];
  const byStatement = [...Map.groupBy(standing, ({ statement }) => statement).values()];
  const wanted = byStatement.flatMap((rows) =>
    groupScopes(rows).map((scope) => ({ row: rows[0]!, scope, key: makeKey({ statement: rows[0]!.statement, ...scope }) })),
  );
  const kept = await selectKeptRules(tx, issuer, names);
  const [asked, there] = [new Set(wanted.map(({ key }) => key)), new Set(kept.map(makeKey))];
  await endKeptRules(
    tx,
    kept.filter((rule) => !asked.has(makeKey(rule))).map(({ id }) => id),
    by,
  );
  const fresh = wanted.filter(({ key }) => !there.has(key));
  const projects = [...new Set(fresh.flatMap(({ row }) => row.project ?? []))];
  const repositories = await listRepositories({ peers }, projects);
  for (let at = 0; at < fresh.length; at += atOnce) {
    const rules = fresh.slice(at, at + atOnce).map(({ row, scope }) => makeRule(issuer, row, scope));
    await insertRules(tx, rules, repositories);
  }
}
