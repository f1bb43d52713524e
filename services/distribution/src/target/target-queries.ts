import { distributionWords } from '@packhouse/contract/distribution/distribution-words.ts';
import { AppError } from '@packhouse/contract/errors.ts';
import type { Insertable, Selectable, Updateable } from 'kysely';
import type { Db, TargetTable } from '../schema.ts';

export type TargetRow = Selectable<TargetTable>;

export const selectTargets = (db: Db): Promise<TargetRow[]> => db.selectFrom('target').selectAll().orderBy('name').execute();

function found(row: TargetRow | undefined, name: string): TargetRow {
  if (!row) throw new AppError(distributionWords.no_distribution_target, { name });
  return row;
}

/** @throws AppError `not_found` */
export async function needTarget(db: Db, name: string): Promise<TargetRow> {
  return found(await db.selectFrom('target').selectAll().where('name', '=', name).executeTakeFirst(), name);
}

/** What may be told of targets, in the order of their names; one that is gone is known by its name alone. */
export async function selectTargetPlaces(db: Db, names: readonly string[]): Promise<{ name: string; url: string }[]> {
  const rows = await db
    .selectFrom('target')
    .select(['name', 'url'])
    .where('name', 'in', [...names])
    .execute();
  const urls = new Map(rows.map(({ name, url }) => [name, url]));
  return names.toSorted().map((name) => ({ name, url: urls.get(name) ?? '' }));
}

/** Held until the transaction ends: a token is kept only for the address it was given for. @throws AppError `not_found` */
export async function lockTarget(db: Db, name: string): Promise<TargetRow> {
  return found(await db.selectFrom('target').selectAll().where('name', '=', name).forUpdate().executeTakeFirst(), name);
}

/** Nothing when the name is taken. */
export function insertTarget(db: Db, values: Insertable<TargetTable>): Promise<TargetRow | undefined> {
  return db
    .insertInto('target')
    .values(values)
    .onConflict((conflict) => conflict.column('name').doNothing())
    .returningAll()
    .executeTakeFirst();
}

export function updateTarget(db: Db, name: string, change: Updateable<TargetTable>): Promise<TargetRow> {
  return db.updateTable('target').set(change).where('name', '=', name).returningAll().executeTakeFirstOrThrow();
}
