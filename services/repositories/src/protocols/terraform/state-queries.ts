import { sql } from 'kysely';
import type { Db } from '../../schema.ts';

/** Which state: a name in a repository. */
export interface StateName {
  repositoryId: number;
  name: string;
}

export interface StateLock {
  lockId: string;
  /** The client says this about itself, as it sent it. */
  info: string;
  takenBy: string;
}

/** More than anybody goes back to; older ones make room. The newest stays, however large. */
const keptVersions = 200;
const keptBytes = 128 * 1024 * 1024;
/** How often a lock is tried for that goes from hand to hand. */
const attempts = 5;

/** The newest content, still encrypted. */
export async function selectState(db: Db, { repositoryId, name }: StateName): Promise<string | undefined> {
  const { rows } = await sql<{ content: string }>`
    select content from terraform_state where repository_id = ${repositoryId} and name = ${name} order by id desc limit 1`.execute(db);
  return rows[0]?.content;
}

export async function hasState(db: Db, { repositoryId, name }: StateName): Promise<boolean> {
  const { rows } = await sql`select from terraform_state where repository_id = ${repositoryId} and name = ${name} limit 1`.execute(db);
  return rows.length > 0;
}

export async function insertState(db: Db, { repositoryId, name }: StateName, content: string, by: string): Promise<void> {
  await sql`insert into terraform_state (repository_id, name, content, created_by) values (${repositoryId}, ${name}, ${content}, ${by})`.execute(db);
  await sql`
    delete from terraform_state where id in (
      select id from (
        select id, row_number() over newest as nth, sum(octet_length(content)) over newest as bytes
        from terraform_state where repository_id = ${repositoryId} and name = ${name} window newest as (order by id desc)
      ) kept where nth > ${keptVersions} or (nth > 1 and bytes > ${keptBytes})
    )`.execute(db);
}

/** Answers whether there was one. */
export async function deleteStates(db: Db, { repositoryId, name }: StateName): Promise<boolean> {
  const { numAffectedRows } = await sql`delete from terraform_state where repository_id = ${repositoryId} and name = ${name}`.execute(db);
  return (numAffectedRows ?? 0n) > 0n;
}

/** The lock; nobody changes it until the transaction ends. */
export async function selectLock(db: Db, { repositoryId, name }: StateName): Promise<StateLock | undefined> {
  const { rows } = await sql<StateLock>`
    select lock_id as "lockId", info, taken_by as "takenBy" from terraform_state_lock
    where repository_id = ${repositoryId} and name = ${name} for update`.execute(db);
  return rows[0];
}

/** Answers whether the lock was free. */
async function insertLock(db: Db, { repositoryId, name }: StateName, lock: StateLock): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into terraform_state_lock (repository_id, name, lock_id, info, taken_by)
    values (${repositoryId}, ${name}, ${lock.lockId}, ${lock.info}, ${lock.takenBy}) on conflict do nothing`.execute(db);
  return (numAffectedRows ?? 0n) > 0n;
}

/**
 * Takes the lock, or answers who holds it. A holder that lets go between the two leaves nothing to see: then the lock
 * is tried for again, and `unsettled` is answered when it was neither to be had nor held at any attempt.
 */
export async function takeLock(db: Db, state: StateName, lock: StateLock): Promise<'taken' | 'unsettled' | StateLock> {
  for (let attempt = 0; attempt < attempts; attempt++) {
    if (await insertLock(db, state, lock)) return 'taken';
    const holder = await selectLock(db, state);
    if (holder) return holder;
  }
  return 'unsettled';
}

/** Forgets locks that nobody let go for a month, of every state. Answers how many. */
export async function deleteOldLocks(db: Db): Promise<number> {
  const { numAffectedRows } = await sql`delete from terraform_state_lock where taken_at < now() - interval '1 month'`.execute(db);
  return Number(numAffectedRows ?? 0n);
}

export async function deleteLock(db: Db, { repositoryId, name }: StateName): Promise<void> {
  await sql`delete from terraform_state_lock where repository_id = ${repositoryId} and name = ${name}`.execute(db);
}
