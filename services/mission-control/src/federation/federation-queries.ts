import { type Selectable, sql } from 'kysely';
import type { Db } from '../schema.ts';
import type { FederationInsert, FederationTables, Step } from './federation-schema.ts';

export type FederationRow = Selectable<FederationTables['federation']>;
export type PartRow = Selectable<FederationTables['federation_part']>;

export function selectFederations(db: Db): Promise<FederationRow[]> {
  return db.selectFrom('federation').selectAll().orderBy('created_at').execute();
}

/** Any federation by its id, or by its source: the star that begins there, otherwise a mesh that was set up with it, where those are meant, too. */
export function selectFederation(db: Db, key: string, modes: readonly FederationRow['mode'][] = ['star']): Promise<FederationRow | undefined> {
  return db
    .selectFrom('federation')
    .selectAll()
    .where(sql<boolean>`id::text = ${key} or (source = ${key} and mode = any(${[...modes]}::text[]))`)
    .where('ending', '=', false)
    .orderBy('mode', 'desc')
    .orderBy('created_at')
    .executeTakeFirst();
}

export async function upsertFederation(db: Db, row: FederationInsert): Promise<void> {
  const { id: _, created_by: __, ...change } = row;
  await db
    .insertInto('federation')
    .values(row)
    .onConflict((conflict) => conflict.column('id').doUpdateSet(change))
    .execute();
}

export async function setFilter(db: Db, id: string, filter: { include: string[]; exclude: string[] }): Promise<void> {
  await db.updateTable('federation').set(filter).where('id', '=', id).execute();
}

export async function setEnding(db: Db, id: string, copies: FederationRow['copies']): Promise<void> {
  await db.updateTable('federation').set({ ending: true, copies }).where('id', '=', id).execute();
}

/** Forgets one that is ending, whoever has not been told; answers what it was. */
export async function deleteEnding(db: Db, id: string): Promise<FederationRow | undefined> {
  const found = await db.deleteFrom('federation').where('id', '=', id).where('ending', '=', true).returningAll().executeTakeFirst();
  if (found) await db.deleteFrom('federation_part').where('federation', '=', id).execute();
  return found;
}

/** Wants a part to be what it says from now on; a deployment that has none left is told that, too. */
export async function wantParts(db: Db, federation: string, parts: ReadonlyMap<string, readonly string[]>): Promise<void> {
  for (const [deployment, targets] of parts)
    await sql`
      insert into federation_part (federation, deployment, targets) values (${federation}, ${deployment}, ${[...targets]})
      on conflict (federation, deployment) do update set targets = excluded.targets, revision = federation_part.revision + 1, failures = 0, next_at = now()`.execute(
      db,
    );
  await sql`update federation_part set targets = '{}', revision = revision + 1, failures = 0, next_at = now()
    where federation = ${federation} and deployment <> all(${[...parts.keys()]}::text[])`.execute(db);
}

export function selectParts(db: Db): Promise<PartRow[]> {
  return db.selectFrom('federation_part').selectAll().orderBy('deployment').execute();
}

/** Seconds; longer than all steps of a part take. */
const lease = 180;

/** Takes parts whose deployment has not come as far as is wanted, or was not looked at for an hour. */
export async function claimParts(db: Db, free: number): Promise<PartRow[]> {
  const { rows } = await sql<PartRow>`
    update federation_part set lease_until = now() + make_interval(secs => ${lease}) where (federation, deployment) in (
      select federation, deployment from federation_part where next_at <= now() and (lease_until is null or lease_until < now())
      order by next_at limit ${free} for update skip locked)
    returning *`.execute(db);
  return rows;
}

/** Takes the parts of one federation that are due, for whoever waits for them. */
export async function claimPartsOf(db: Db, federation: string): Promise<PartRow[]> {
  const { rows } = await sql<PartRow>`
    update federation_part set lease_until = now() + make_interval(secs => ${lease})
    where federation = ${federation} and next_at <= now() and (lease_until is null or lease_until < now()) returning *`.execute(db);
  return rows;
}

/** Longest pause between two tries, and between two looks, in seconds. */
const longest = 120;
const lookAgain = 3600;

/** Notes how far a part has come; one that is ended and done goes, with the federation when it was the last. */
export async function settlePart(db: Db, part: PartRow, steps: readonly Step[], isDone: boolean): Promise<void> {
  const { federation, deployment, revision } = part;
  await sql`
    update federation_part set steps = ${JSON.stringify(steps)}, lease_until = null, applied = case when ${isDone} then ${revision} else applied end,
      failures = case when ${isDone} then 0 else failures + 1 end,
      next_at = case when revision > ${revision} then now() when ${isDone} then now() + make_interval(secs => ${lookAgain})
        else now() + make_interval(secs => least(${longest}, power(2, least(failures + 1, 10)))) end
    where federation = ${federation} and deployment = ${deployment}`.execute(db);
  await sql`delete from federation_part where federation = ${federation} and targets = '{}' and applied = revision`.execute(db);
  await sql`delete from federation where id = ${federation} and ending and not exists (select 1 from federation_part where federation = ${federation})`.execute(
    db,
  );
}

/** Deployments that are trusted, but that mission control does not know, under the ids that it has given them. */
export async function nameUnknown(db: Db, found: readonly { deployment: string; url: string }[]) {
  for (const { deployment, url } of found)
    await sql`insert into federation_candidate (id, deployment, url) values (gen_random_uuid(), ${deployment}, ${url})
      on conflict (deployment) do update set url = excluded.url`.execute(db);
  return db.selectFrom('federation_candidate').selectAll().orderBy('url').execute();
}
