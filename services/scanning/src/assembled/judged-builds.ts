import { AppError } from '@packhouse/contract/errors.ts';
import type { BuildRef, IndexedBuild } from '@packhouse/contract/scanning/scanning-component-routes.ts';
import { scanningWords } from '@packhouse/contract/scanning/scanning-words.ts';
import { forgetJudgedBuilds, replaceJudgedBuilds, selectBuildRepositories, selectJudgedBuilds, selectNamesIn } from '../assembly/assembly-queries.ts';
import type { Context } from '../context.ts';
import { queueEvaluation } from '../evaluation-queue.ts';
import type { By } from '../policy/keep-policy.ts';

/** Names of builds, or of release bundles, that are judged, and of those that are not. */
export interface JudgedLists {
  indexed: readonly string[];
  others: readonly string[];
}

/** Of the builds or release bundles that a repository keeps. */
export async function readLists({ db }: Pick<Context, 'db'>, repository: string): Promise<JudgedLists> {
  const [names, chosen] = await Promise.all([selectNamesIn(db, repository), selectJudgedBuilds(db)]);
  const judged = chosen.get(repository);
  return { indexed: judged ? [...judged].sort() : names, others: judged ? names.filter((name) => !judged.has(name)) : [] };
}

/** Has builds or release bundles of these names judged, and no others of the repository, from now on; or all of them, such as come later included. */
export async function chooseBuilds(context: Context, repository: string, names: readonly string[] | 'all', { actor, address }: By): Promise<void> {
  const { db, platform } = context;
  const before = await readLists(context, repository);
  const after = names === 'all' ? names : [...new Set(names)].sort();
  await db.transaction().execute(async (tx) => {
    if (after === 'all') await forgetJudgedBuilds(tx, repository);
    else await replaceJudgedBuilds(tx, repository, after);
    const entry = { actor: actor.name, address, action: 'judged-builds.updated', subject: repository };
    await platform.identity.audit({ ...entry, before: { judged: before.indexed }, after: { judged: after } }, tx);
    await queueEvaluation(context, { transaction: tx });
  });
}

/** Every build, and those that are judged though there is no run of them yet. */
export async function listIndexedBuilds(context: Pick<Context, 'db'>): Promise<IndexedBuild[]> {
  const found: IndexedBuild[] = [];
  for (const repository of await selectBuildRepositories(context.db)) {
    const { indexed, others } = await readLists(context, repository);
    found.push(...indexed.map((name) => ({ repository, name, indexed: true })), ...others.map((name) => ({ repository, name, indexed: false })));
  }
  return found;
}

/** Has some builds judged and others not; the rest stays as it is. @throws AppError `bad_request` where one is named for both */
export async function changeIndexedBuilds(context: Context, on: readonly BuildRef[], off: readonly BuildRef[], by: By): Promise<void> {
  const both = on.find((one) => off.some(({ repository, name }) => repository === one.repository && name === one.name));
  if (both) throw new AppError(scanningWords.build_named_twice, { name: both.name });
  for (const repository of new Set([...on, ...off].map((one) => one.repository))) {
    const namesIn = (list: readonly BuildRef[]) => list.filter((one) => one.repository === repository).map(({ name }) => name);
    const { indexed, others } = await readLists(context, repository);
    const [more, less] = [namesIn(on), new Set(namesIn(off))];
    const judged = [...indexed, ...more].filter((name) => !less.has(name));
    const isAll = [...indexed, ...others].every((name) => judged.includes(name));
    await chooseBuilds(context, repository, isAll ? 'all' : judged, by);
  }
}
