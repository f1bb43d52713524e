import { sql } from 'kysely';
import type { Db } from '../schema.ts';
import { type PlacedRegister, type SignedRegister, upsertRegisters } from './register-queries.ts';

/** A number of an origin as somebody else has heard of it. */
export interface Heard {
  origin: string;
  number: number;
  /** Of what was written under it: a deployment that was restored from a backup writes numbers again. Unknown of versions before. */
  mark: string | null;
}

/** The beginning of a signature differs for everything that was ever signed. */
const getMark = (signature: string) => signature.slice(0, 22);

export const toHeard = ({ origin, number, signature }: SignedRegister): Heard => ({ origin, number, mark: getMark(signature) });

/** Keeps what was written here, and under which numbers. */
export async function upsertWritten(db: Db, registers: readonly PlacedRegister[]): Promise<void> {
  if (registers.length === 0) return;
  await upsertRegisters(db, registers);
  const incarnations = registers.map(({ origin }) => origin.slice(origin.lastIndexOf('.') + 1));
  const numbers = registers.map(({ number }) => number);
  const marks = registers.map(({ signature }) => getMark(signature));
  await sql`insert into federation_written (incarnation, number, mark) select * from unnest(${incarnations}::text[], ${numbers}::bigint[], ${marks}::text[])
    on conflict (incarnation, number) do update set mark = excluded.mark, at = now()`.execute(db);
}

/** Whether something else was heard of under one of these numbers than was written here. What was written so long ago that it is forgotten is believed. */
export async function hasOthers(db: Db, incarnation: string, heard: readonly Heard[]): Promise<boolean> {
  if (heard.length === 0) return false;
  const numbers = heard.map(({ number }) => number);
  const marks = heard.map(({ mark }) => mark);
  const { rows } =
    await sql`select 1 from federation_written as w join unnest(${numbers}::bigint[], ${marks}::text[]) as heard (number, mark) on heard.number = w.number
    where w.incarnation = ${incarnation} and w.mark <> heard.mark limit 1`.execute(db);
  return rows.length > 0;
}

/** From now on numbers are counted anew, and every link asks its other end for what was lost. */
export async function forgetWritten(db: Db): Promise<void> {
  await sql`delete from federation_written`.execute(db);
  await sql`update federation_link set own_missing = true where direction = 'out' and phase <> 'ending'`.execute(db);
}

export async function isOwnMissing(db: Db, link: string): Promise<boolean> {
  return (await db.selectFrom('federation_link').select('own_missing').where('id', '=', link).executeTakeFirst())?.own_missing ?? false;
}

export async function noteOwnFetched(db: Db, link: string): Promise<void> {
  await db.updateTable('federation_link').set({ own_missing: false }).where('id', '=', link).execute();
}

/** Of two that have one number the first one stays: its origin is to learn that there was another. */
export async function noteSeen(db: Db, seen: readonly Heard[]): Promise<void> {
  if (seen.length === 0) return;
  const origins = seen.map(({ origin }) => origin);
  const numbers = seen.map(({ number }) => number);
  const marks = seen.map(({ mark }) => mark);
  await sql`insert into federation_seen (origin, number, marked, mark)
    select origin, number, number, mark from unnest(${origins}::text[], ${numbers}::bigint[], ${marks}::text[]) as heard (origin, number, mark)
    on conflict (origin) do update set number = excluded.number, marked = excluded.marked, mark = excluded.mark
    where federation_seen.number < excluded.number`.execute(db);
}

export async function selectSeen(db: Db, deployment: string): Promise<Heard[]> {
  const { rows } = await sql<Heard>`select origin, number, case when marked = number then mark end as mark
    from federation_seen where starts_with(origin, ${`${deployment}.`})`.execute(db);
  return rows;
}
