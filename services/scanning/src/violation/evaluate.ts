import type { PolicyRule } from '@packhouse/contract/scanning/policy-routes.ts';
import type { PolicyType } from '@packhouse/contract/scanning/policy-types.ts';
import type { AnyTransaction } from '@packhouse/kernel/database/database.ts';
import type { Transaction } from 'kysely';
import { type AssemblyRow, isAssembly, type JudgedThing, toThing } from '../assembly/assembly.ts';
import { selectAssembliesById, selectJudgedBuilds, selectParts } from '../assembly/assembly-queries.ts';
import { listWatched } from '../assembly/judged-repositories.ts';
import type { Context } from '../context.ts';
import type { HeldLicences } from '../knowledge/knowledge-queries.ts';
import { readRisks } from '../knowledge/known-risks.ts';
import { readHeldLicences, readLicences } from '../knowledge/set-licences.ts';
import { asksExploitation } from '../policy/judge-rules.ts';
import type { Db, ScanningSchema } from '../schema.ts';
import { readLabels } from '../watch/labels.ts';
import { type Changes, compare, compareBlocks, findBlocks, type PlannedBlock, type Reasons } from './compare.ts';
import {
  type ActiveWatch,
  type BlockRow,
  type Due,
  deleteDue,
  holdRules,
  holdUsedRules,
  planAnew,
  selectActiveWatches,
  selectBlocksOf,
  selectComponents,
  selectLiveRules,
  selectTargetsById,
  selectViolationsOf,
  takeDue,
  type ViolationRow,
} from './evaluation-queries.ts';
import { type Finding, readFindings } from './findings.ts';
import { type Facts, judgeTargets, makeKey, type Wanted } from './judge-targets.ts';
import { changeBlocks, endRulesOfOccurrences, type HappenedEvent, insertViolationEvents, insertViolations, updateViolations } from './keep-queries.ts';
import { readReasons } from './reasons.ts';
import { queueTelling } from './tell.ts';

type Asking = Pick<Context, 'peers' | 'platform'>;

/** Versions of one transaction. */
const atOnce = 500;

const readParts = (db: Db, assemblies: readonly AssemblyRow[]) =>
  selectParts(
    db,
    assemblies.map(({ id }) => id),
  );

const asksAbout = (watches: readonly ActiveWatch[], asks: (rule: PolicyRule) => boolean) =>
  watches.some(({ policies }) => policies.some(({ rules }) => rules.some(asks)));

async function readFacts(db: Db, { peers }: Asking, ids: readonly number[], kept: readonly ViolationRow[]): Promise<Facts> {
  const [watches, files, assemblies, directory] = await Promise.all([
    selectActiveWatches(db),
    selectTargetsById(db, ids),
    selectAssembliesById(db, ids),
    listWatched({ peers }),
  ]);
  const targets: JudgedThing[] = [...files, ...assemblies.map(toThing)];
  const judged = watches.length === 0 ? [] : targets;
  const repositories = new Map(directory.map((one) => [one.key, one]));
  const asks = (kind: PolicyType) => watches.some(({ policies }) => policies.some(({ type }) => type === kind));
  const findings = asks('security') ? await readFindings(db, judged, repositories, asksAbout(watches, asksExploitation)) : new Map<number, Finding[]>();
  const canonicals = [...new Set([...findings.values()].flatMap((list) => list.map(({ canonical }) => canonical)))];
  const parts = asks('license') || asks('operational_risk') ? await readParts(db, assemblies) : new Map<number, JudgedThing[]>();
  const versions = [...new Map([...judged, ...[...parts.values()].flat()].map((one) => [one.id, one])).values()].filter((one) => !isAssembly(one));
  const held = asks('license') ? await readHeldLicences({ db, peers }, versions) : new Map<number, HeldLicences[]>();
  const own = await selectComponents(
    db,
    versions.flatMap(({ component_id }) => component_id ?? []),
  );
  const inside = await selectComponents(db, [...new Set([...held.values()].flat().map(({ component_id }) => component_id))]);
  return {
    watches,
    targets,
    labelOf: await readLabels({ peers }, watches, files),
    findings,
    repositories,
    parts,
    judgedBuilds: assemblies.length > 0 ? await selectJudgedBuilds(db) : new Map(),
    components: new Map([...inside, ...own].map((one) => [one.id, one])),
    held,
    licences: asks('license') ? await readLicences({ db, peers }, versions) : new Map(),
    risks: asks('operational_risk')
      ? await readRisks(
          db,
          own.map(({ id }) => id),
        )
      : new Map(),
    rules: await selectLiveRules(db, canonicals),
    known: new Map(kept.map((row) => [makeKey(row), row.id])),
  };
}

/** What judging some versions comes to; nothing is written. */
export interface Outcome {
  changes: Changes;
  wanted: Wanted[];
  kept: readonly ViolationRow[];
  reasons: Reasons;
}

export async function judge(db: Db, context: Asking, ids: readonly number[], now = new Date(), due: readonly Due[] = []): Promise<Outcome> {
  const kept = await selectViolationsOf(db, ids);
  const facts = await readFacts(db, context, ids, kept);
  const wanted = judgeTargets(facts);
  const reasons = await readReasons(db, facts, kept, due);
  return { wanted, kept, reasons, changes: compare(kept, wanted, now, reasons) };
}

/** When each of some versions was pulled last, where rules ask for it. */
export async function readPulls({ peers }: Asking, wanted: readonly Wanted[]): Promise<(target: JudgedThing) => Date | undefined> {
  const places = Map.groupBy(
    wanted.filter(({ actions, target }) => actions.block_download?.active && !isAssembly(target)),
    ({ target }) => target.repository,
  );
  const found = new Map<string, Date>();
  for (const [repository, those] of places) {
    const paths = [...new Set(those.map(({ target }) => target.path))];
    for (const [path, at] of (await peers.contents?.pulled(repository, paths)) ?? []) found.set(`${repository}/${path}`, at);
  }
  return ({ repository, path }) => found.get(`${repository}/${path}`);
}

/** What content is not to be given out for each violation that is wanted, by the key of the violation. */
export async function planBlocks(context: Asking, { wanted, kept, changes }: Outcome): Promise<Map<string, PlannedBlock>> {
  if (!wanted.some(({ actions }) => actions.block_download?.active)) return new Map();
  const opened = new Map([
    ...kept.map((row) => [makeKey(row), row.opened_at] as const),
    ...changes.changed.map((row) => [makeKey(row), row.opened_at] as const),
    ...changes.fresh.map((row) => [row.key, row.opened_at] as const),
  ]);
  const pulls = wanted.some(({ actions }) => actions.block_download?.running_days !== undefined) ? await readPulls(context, wanted) : () => undefined;
  const planned = findBlocks(
    wanted.map((one) => ({ ...one, openedAt: opened.get(one.key)! })),
    pulls,
  );
  return new Map(planned.map((one) => [one.key, one]));
}

async function keepBlocks(tx: Db, { kept }: Outcome, planned: ReadonlyMap<string, PlannedBlock>, freshIds: ReadonlyMap<string, number>): Promise<BlockRow[]> {
  const before = await selectBlocksOf(
    tx,
    kept.map(({ id }) => id),
  );
  const ids = new Map([...kept.map((row) => [makeKey(row), row.id] as const), ...freshIds]);
  const { gone, fresh } = compareBlocks(
    before,
    [...planned.values()].map(({ key, ...block }) => ({ ...block, violation_id: ids.get(key)! })),
  );
  await changeBlocks(tx, gone, fresh);
  return fresh;
}

async function announce({ platform }: Asking, tx: AnyTransaction, { changes }: Outcome, blocks: readonly BlockRow[]): Promise<void> {
  const { fresh, changed, opened, closed } = changes;
  if (fresh.length > 0 || changed.length > 0)
    await platform.outbox.publish(tx, { type: 'violation.changed', subject: 'violations', data: { opened, closed: closed.length } });
  if (opened > 0) await queueTelling({ platform }, tx);
  if (blocks.length > 0) {
    const sums = [...new Set(blocks.map(({ sha256 }) => sha256))];
    await platform.outbox.publish(tx, { type: 'policy.blocked', subject: 'blocks', data: { sums } });
  }
}

/** Judges versions, of which those whose rules somebody ends at this moment are left out. */
async function judgeHeld(tx: Transaction<ScanningSchema>, context: Asking, due: readonly Due[]): Promise<{ outcome: Outcome; settled: readonly Due[] }> {
  const outcome = await judge(
    tx,
    context,
    due.map(({ target_id }) => target_id),
    new Date(),
    due,
  );
  const ignored = outcome.wanted.filter((one) => one.ignored !== undefined);
  const held = await holdUsedRules(tx, [...new Set(ignored.map((one) => one.ignored!.by))]);
  const busy = new Set(ignored.filter((one) => !held.has(one.ignored!.by)).map(({ target }) => target.id));
  if (busy.size === 0) return { outcome, settled: due };
  return judgeHeld(
    tx,
    context,
    due.filter(({ target_id }) => !busy.has(target_id)),
  );
}

/** Makes what is kept of some versions what it has to be; answers of which. May be done any number of times. */
async function settleTargets(tx: Transaction<ScanningSchema>, context: Asking, due: readonly Due[]): Promise<readonly Due[]> {
  const { outcome, settled } = await judgeHeld(tx, context, due);
  const { changes, wanted, reasons } = outcome;
  // Known before rows are written, so that each is written once: the database writes it again only where its blocks change and nothing else does.
  const planned = await planBlocks(context, outcome);
  const withBlock = <Row>(row: Row, key: string) => ({ ...row, blocks_from: planned.get(key)?.from_at ?? null });
  const inserted = await insertViolations(
    tx,
    changes.fresh.map(({ key, ...row }) => withBlock(row, key)),
  );
  const freshIds = new Map(inserted.map((row) => [makeKey(row), row.id]));
  await updateViolations(
    tx,
    changes.changed.map((row) => withBlock(row, row.state === 'closed' ? '' : makeKey(row))),
  );
  const byKey = new Map(wanted.map((one) => [one.key, one]));
  const beginnings = changes.fresh.map(({ key, state, ignored_by: rule_id }): HappenedEvent => {
    const violation_id = freshIds.get(key)!;
    const reason = reasons.opening(byKey.get(key)!);
    return state === 'active' ? { violation_id, what: 'opened', reason, rule_id } : { violation_id, what: 'ignored', reason: null, rule_id };
  });
  await insertViolationEvents(tx, [...beginnings, ...changes.events]);
  const blocks = await keepBlocks(tx, outcome, planned, freshIds);
  await endRulesOfOccurrences(
    tx,
    changes.changed.filter(({ state }) => state === 'closed').map(({ id }) => id),
  );
  await announce(context, tx, outcome, blocks);
  return settled;
}

/** Judges what is taken; answers how much. A version of which somebody ends a rule at this moment goes on waiting: that has it judged again. */
async function evaluate({ db, ...context }: Asking & Pick<Context, 'db'>, take: (tx: Db) => Promise<Due[]>): Promise<number> {
  return db.transaction().execute(async (tx) => {
    const taken = await take(tx);
    if (taken.length > 0) await planAnew(tx);
    const ids = taken.map(({ target_id }) => target_id);
    const busy = taken.length > 0 ? await holdRules(tx, ids) : new Set<number>();
    const due = taken.filter(({ target_id }) => !busy.has(target_id));
    const settled = due.length > 0 ? await settleTargets(tx, context, due) : [];
    await deleteDue(
      tx,
      settled.map(({ target_id }) => target_id),
    );
    return settled.length;
  });
}

/** Judges versions that wait for it, the newest change first; answers how many. */
export const evaluateSome = (context: Asking & Pick<Context, 'db'>, limit = atOnce): Promise<number> => evaluate(context, (tx) => takeDue(tx, limit));

/** Judges those of some versions, builds and release bundles that wait for it and that nobody else judges at this moment; answers how many. */
export const evaluateThese = (context: Asking & Pick<Context, 'db'>, ids: readonly number[]): Promise<number> =>
  evaluate(context, (tx) => takeDue(tx, atOnce, ids));
