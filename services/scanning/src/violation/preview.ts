import { mostPreviewed, type Preview } from '@packhouse/contract/scanning/watch-routes.ts';
import type { Actor } from '@packhouse/kernel/access/authorisation.ts';
import type { Transaction } from 'kysely';
import { isAssembly } from '../assembly/assembly.ts';
import type { Context } from '../context.ts';
import { severityOf } from '../policy/judge-rules.ts';
import type { ScanningSchema } from '../schema.ts';
import { judge, type Outcome, planBlocks, readPulls } from './evaluate.ts';
import { selectBlocksOf } from './evaluation-queries.ts';
import type { Wanted } from './judge-targets.ts';
import { beginPreview, countTargets, selectNewestTargets } from './preview-queries.ts';
import { mayReadViolation, readReadable } from './violation-view.ts';

type Sample = Preview['opening'][number];

const atOnce = 500;
/** Lists hold so many of each. */
const mostListed = 50;
const week = 7 * 24 * 3_600_000;

class RolledBack extends Error {
  override name = 'RolledBack';
}

interface Place {
  repository: string;
  path: string;
  package: string;
  version: string;
  subject: string;
  severity: number;
}

const toSample = ({ repository, path, package: name, version, subject, severity }: Place, pulled: boolean): Sample => ({
  repository,
  path,
  package: name,
  version,
  subject,
  severity: severityOf(severity),
  pulled,
});

/** What would be blocked, now or after days of grace, that nothing blocks yet: one of what is wrong with each version. */
async function findNewBlocks(context: Context, tx: Transaction<ScanningSchema>, outcome: Outcome): Promise<Wanted[]> {
  const planned = await planBlocks(context, outcome);
  const targets = new Map(outcome.kept.map((row) => [row.id, row.target_id]));
  const kept = await selectBlocksOf(
    tx,
    outcome.kept.filter(({ state }) => state === 'active').map(({ id }) => id),
  );
  const blocked = new Set(kept.map(({ violation_id }) => targets.get(violation_id)!));
  const fresh = outcome.wanted.filter((one) => !one.ignored && planned.has(one.key) && !isAssembly(one.target) && !blocked.has(one.target.id));
  return [...new Map(fresh.map((one) => [one.target.id, one])).values()];
}

async function look(context: Context, tx: Transaction<ScanningSchema>, now: Date): Promise<Preview> {
  const found: Preview = { opens: 0, closes: 0, blocks: 0, pulled: 0, judged: 0, total: await countTargets(tx), opening: [], closing: [], blocking: [] };
  const note = (list: Sample[], sample: Sample) => (list.length < mostListed ? list.push(sample) : undefined);
  for (let before = Number.MAX_SAFE_INTEGER; found.judged < mostPreviewed; ) {
    const ids = await selectNewestTargets(tx, before, Math.min(atOnce, mostPreviewed - found.judged));
    if (ids.length === 0) break;
    before = ids.at(-1)!;
    found.judged += ids.length;
    const outcome = await judge(tx, context, ids, now);
    const { changes, wanted, kept } = outcome;
    const pulls = await readPulls(context, wanted);
    const isPulled = (at: Date | undefined) => at !== undefined && at.getTime() > now.getTime() - week;
    found.opens += changes.opened;
    found.closes += changes.closed.length;
    const openedKeys = new Set(changes.fresh.filter(({ state }) => state === 'active').map(({ key }) => key));
    const again = new Set(changes.events.filter(({ what }) => what === 'opened').map(({ violation_id }) => violation_id));
    for (const row of [...changes.fresh.filter(({ key }) => openedKeys.has(key)), ...kept.filter(({ id }) => again.has(id))])
      note(found.opening, toSample(row, false));
    for (const row of changes.closed) note(found.closing, toSample(row, false));
    for (const one of await findNewBlocks(context, tx, outcome)) {
      const pulled = isPulled(pulls(one.target));
      found.blocks += 1;
      if (pulled) found.pulled += 1;
      note(found.blocking, toSample({ ...one.target, subject: one.subject, severity: one.severity }, pulled));
    }
  }
  return found;
}

/** What saving something would do: it is saved, judged by the same code as ever, and rolled back. Of what the actor may not read it gives numbers alone. */
export async function preview(context: Context, actor: Actor, save: (tx: Transaction<ScanningSchema>) => Promise<void>): Promise<Preview> {
  let found: Preview | undefined;
  try {
    await context.db.transaction().execute(async (tx) => {
      await beginPreview(tx);
      await save(tx);
      found = await look(context, tx, new Date());
      throw new RolledBack();
    });
  } catch (error) {
    if (!(error instanceof RolledBack)) throw error;
  }
  const readable = await readReadable(context, actor);
  const keep = (list: readonly Sample[]) => list.filter((place) => mayReadViolation(actor, readable, place));
  const { opening, closing, blocking } = found!;
  return { ...found!, opening: keep(opening), closing: keep(closing), blocking: keep(blocking) };
}
