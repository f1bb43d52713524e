import { accessWords } from '@packhouse/contract/access/access-words.ts';
import { AppError } from '@packhouse/contract/errors.ts';
import { type By, inChange } from '../audit/change.ts';
import type { Context } from '../context.ts';
import type { Db } from '../schema.ts';
import { type EnvironmentRow, selectEnvironments } from './environment-queries.ts';
import { putLifecycle, selectLifecycle } from './lifecycle-queries.ts';
import type { ProjectRow } from './project-queries.ts';

type Owner = Pick<ProjectRow, 'id' | 'key'> | null;

/** What has arrived here is released. */
export const releaseStage = 'PROD';
/** Until somebody says otherwise, this alone comes before. */
const firstStage = 'DEV';

/** The stages before the release stage in their order; a project without an order of its own has that of all. */
export async function readStages(db: Db, owner: Owner): Promise<EnvironmentRow[]> {
  const own = owner ? await selectLifecycle(db, owner.id) : undefined;
  const order = own ?? (await selectLifecycle(db, null));
  const known = await selectEnvironments(db, owner ? [owner.id] : []);
  if (!order) return known.filter(({ name }) => name === firstStage);
  return order.flatMap((id) => known.find((one) => one.id === id) ?? []);
}

function findStage(known: readonly EnvironmentRow[], name: string): EnvironmentRow {
  const found = known.find((one) => one.name.toLowerCase() === name.toLowerCase());
  if (!found) throw new AppError(accessWords.no_such_stage, { name });
  if (found.name === releaseStage || found.category !== 'promote') throw new AppError(accessWords.stage_takes_no_promotions, { name: found.name });
  return found;
}

/** @throws AppError `bad_request` for stages that there are not, that take no promotions, and for one named twice */
export async function changeLifecycle(context: Context, owner: Owner, names: readonly string[], by: By): Promise<void> {
  await inChange(context, by, async (transaction, record) => {
    const before = await readStages(transaction, owner);
    const known = await selectEnvironments(transaction, owner ? [owner.id] : []);
    const stages = names.map((name) => findStage(known, name));
    const twice = stages.find(({ id }, at) => stages.findIndex((other) => other.id === id) !== at);
    if (twice) throw new AppError(accessWords.stage_named_twice, { name: twice.name });
    await putLifecycle(
      transaction,
      owner?.id ?? null,
      stages.map(({ id }) => id),
    );
    const tell = (rows: readonly EnvironmentRow[]) => ({ stages: rows.map(({ name }) => name) });
    await record({ action: 'lifecycle.changed', subject: owner?.key ?? 'all', before: tell(before), after: tell(stages) });
  });
}
