import { AppError } from '@packhouse/contract/errors.ts';
import type { Selectable } from 'kysely';
import type { Context } from '../context.ts';
import type { Db, TargetTable } from '../schema.ts';
import type { Reach } from './call-target.ts';

export type TargetRow = Selectable<TargetTable>;

export const selectTargets = (db: Db): Promise<TargetRow[]> => db.selectFrom('target').selectAll().orderBy('name').execute();

/** @throws AppError `not_found` */
export async function needTarget(db: Db, name: string): Promise<TargetRow> {
  const row = await db.selectFrom('target').selectAll().where('name', '=', name).executeTakeFirst();
  if (!row) throw new AppError('not_found', { message: `There is no distribution target ${name}` });
  return row;
}

export function reachOf({ platform }: Pick<Context, 'platform'>, row: TargetRow): Reach {
  return { name: row.name, url: row.url, token: platform.secrets.decrypt(row.token), allowPrivate: row.allow_private };
}
