import type { BuildRetention } from '@packhouse/contract/repositories/build-routes.ts';
import type { Selectable } from 'kysely';
import type { Db } from '../schema.ts';
import type { BuildRetentionTable } from './build-schema.ts';

export type BuildRetentionRow = Selectable<BuildRetentionTable>;

export interface BuildPlace {
  repositoryId: number;
  name: string;
}

export function selectBuildRetention(db: Db, { repositoryId, name }: BuildPlace): Promise<BuildRetentionRow | undefined> {
  return db.selectFrom('build_retention').selectAll().where('repository_id', '=', repositoryId).where('name', '=', name).executeTakeFirst();
}

export function selectBuildRetentions(db: Db): Promise<BuildRetentionRow[]> {
  return db.selectFrom('build_retention').selectAll().orderBy('repository_id').orderBy('name').execute();
}

/** Without any limit nothing is kept in mind. */
export async function replaceBuildRetention(db: Db, { repositoryId, name }: BuildPlace, retention: BuildRetention, by: string): Promise<void> {
  if (retention.keepRuns === null && retention.keepDays === null) {
    await db.deleteFrom('build_retention').where('repository_id', '=', repositoryId).where('name', '=', name).execute();
    return;
  }
  const values = { keep_runs: retention.keepRuns, keep_days: retention.keepDays, artifacts: retention.artifacts, modified_at: new Date(), modified_by: by };
  await db
    .insertInto('build_retention')
    .values({ repository_id: repositoryId, name, ...values })
    .onConflict((conflict) => conflict.columns(['repository_id', 'name']).doUpdateSet(values))
    .execute();
}
