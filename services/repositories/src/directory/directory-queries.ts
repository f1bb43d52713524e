import { type Db, type RepositoryRow, repositoryColumns } from '../schema.ts';

export function selectRepositories(db: Db): Promise<RepositoryRow[]> {
  return db.selectFrom('repository').select(repositoryColumns).orderBy('key').execute();
}

export function selectRepositoryByKey(db: Db, key: string): Promise<RepositoryRow | undefined> {
  return db.selectFrom('repository').select(repositoryColumns).where('key', '=', key).executeTakeFirst();
}

export function selectMembers(db: Db): Promise<{ virtual_id: number; member_id: number }[]> {
  return db.selectFrom('repository_member').select(['virtual_id', 'member_id']).orderBy('virtual_id').orderBy('position').execute();
}
