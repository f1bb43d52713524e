import { type Actor, isAllowed, repositoryResource } from '@packhouse/kernel/access/authorisation.ts';
import type { Judge, Judged, StandingViolation } from '@packhouse/peers/verdicts.ts';
import { findWatchesOf, readJudgedBuild } from '../assembled/judged-assembly.ts';
import type { Context } from '../context.ts';
import { severityOf } from '../policy/judge-rules.ts';
import type { TargetRow } from '../target/target.ts';
import { selectTargets } from '../target/target-queries.ts';
import { countDue } from '../violation/due-queries.ts';
import { findWatchesAt } from '../violation/judging-policies.ts';
import { type BuildViolationRow, selectViolationsIn } from '../violation/violation-list-queries.ts';

const mostViolations = 1000;

interface Place {
  repository: string;
  path: string;
}

/** Where the thing lies; undefined where there is nothing that the actor may read. */
async function findPlaces({ peers }: Context, actor: Actor, what: Judged): Promise<readonly Place[] | undefined> {
  if ('build' in what) return peers.builds?.stored(actor, what.build);
  return [what];
}

/** Files that stand for versions and are scanned, and what is known of those that were taken up. */
async function findTargets(context: Context, actor: Actor, places: readonly Place[]): Promise<{ files: number; targets: TargetRow[] }> {
  const { peers, db } = context;
  let files = 0;
  const targets: TargetRow[] = [];
  for (const [key, those] of Map.groupBy(places, ({ repository }) => repository)) {
    const repository = peers.repositories?.peek(key);
    if (!repository || repository.scanned === false) continue;
    const paths = those.map(({ path }) => path).filter((path) => isAllowed(actor, 'read', repositoryResource(repository, path)));
    const leads = ((await peers.contents?.leads(key, paths)) ?? []).map(({ path }) => path);
    files += leads.length;
    if (leads.length > 0) targets.push(...(await selectTargets(db, key, leads)));
  }
  return { files, targets };
}

const toStanding = ({ watch, policy, subject, severity, fails_now: fails, blocks_from: blocksFrom }: BuildViolationRow): StandingViolation => ({
  watch,
  policy,
  issue: subject,
  severity: severityOf(severity),
  blocks: fails || (blocksFrom !== null && blocksFrom <= new Date()),
});

/** Tells other services how policies judge a build or a file. */
export function judgeForOthers(context: Context): Judge {
  return async (actor, what) => {
    const places = await findPlaces(context, actor, what);
    if (!places) return undefined;
    const { files, targets } = await findTargets(context, actor, places);
    if ('path' in what && files === 0) return undefined;
    const build = 'build' in what ? await context.peers.builds?.contents(actor, what.build) : undefined;
    const assembly = build && (await readJudgedBuild(context, build));
    const ids = [...targets.map(({ id }) => id), ...(assembly ? [assembly.id] : [])];
    const waiting = files - targets.length + (await countDue(context.db, ids));
    const rows = ids.length === 0 ? [] : await selectViolationsIn(context.db, ids, mostViolations);
    const looking = [...(await findWatchesAt(context, targets)), ...(await findWatchesOf(context, assembly))];
    return { files, waiting, watches: [...new Set(looking.map(({ name }) => name))].sort(), violations: rows.map(toStanding) };
  };
}
