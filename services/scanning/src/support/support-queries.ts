import { sql } from 'kysely';
import type { Db } from '../schema.ts';
import type { Product } from './read-products.ts';

/** All that a source tells, each cycle as a text. */
async function selectTold(db: Db, sourceId: number): Promise<string[]> {
  const { rows } = await sql<{ told: string }>`
    select row(product.name, cycle.cycle, cycle.released, cycle.support_until, cycle.eol, cycle.ended)::text as told
    from support_product product join support_cycle cycle on cycle.product_id = product.id where product.source_id = ${sourceId}`.execute(db);
  return rows.map(({ told }) => told);
}

/** Puts what a source tells in the place of what it told before; answers how many cycles are new or others. */
export async function replaceProducts(tx: Db, sourceId: number, products: readonly Product[]): Promise<number> {
  await sql`select id from source where id = ${sourceId} for update`.execute(tx);
  const before = new Set(await selectTold(tx, sourceId));
  await sql`delete from support_product where source_id = ${sourceId}`.execute(tx);
  const given = sql`jsonb_to_recordset(${JSON.stringify(products)}::jsonb) as given (name text, label text, names jsonb, cycles jsonb)`;
  await sql`insert into support_product (source_id, name, label) select ${sourceId}, name, label from ${given}`.execute(tx);
  await sql`
    insert into support_name (name, product_id)
    select distinct spoken.name, product.id from ${given}
      join support_product product on product.source_id = ${sourceId} and product.name = given.name
      cross join lateral jsonb_array_elements_text(given.names) as spoken (name)`.execute(tx);
  await sql`
    insert into support_cycle (product_id, cycle, released, support_until, eol, ended)
    select product.id, one.cycle, one.released, one."supportUntil", one.eol, one.ended from ${given}
      join support_product product on product.source_id = ${sourceId} and product.name = given.name
      cross join lateral jsonb_to_recordset(given.cycles) as one (cycle text, released date, "supportUntil" date, eol date, ended boolean)`.execute(tx);
  return (await selectTold(tx, sourceId)).filter((one) => !before.has(one)).length;
}

/** How many cycles each source tells of. */
export async function countCycles(db: Db): Promise<Map<number, number>> {
  const { rows } = await sql<{ source_id: number; count: number }>`
    select product.source_id, count(*)::integer as count from support_product product join support_cycle cycle on cycle.product_id = product.id
    group by product.source_id`.execute(db);
  return new Map(rows.map(({ source_id, count }) => [source_id, count]));
}

/** Whether anybody tells until when products are supported. */
export async function selectHasCycles(db: Db): Promise<boolean> {
  const { rows } = await sql<{ known: boolean }>`select exists (select from support_cycle) as known`.execute(db);
  return rows[0]?.known ?? false;
}

/** A release cycle that something belongs to. */
export interface CycleRow {
  product: string;
  cycle: string;
  released: string | null;
  support_until: string | null;
  eol: string | null;
  ended: boolean;
}

/**
 * The cycle that a version belongs to: the longest that the version is, or goes on from. Of two sources that know it, that which was made last counts.
 * `candidate` is a query of `name`, `version` and whatever else its rows are told apart by, which `key` names.
 */
const joined = (candidate: ReturnType<typeof sql>, key: ReturnType<typeof sql>) => sql`
  select distinct on (${key}) candidate.*, product.label as product, cycle.cycle, to_char(cycle.released, 'YYYY-MM-DD') as released,
    to_char(cycle.support_until, 'YYYY-MM-DD') as support_until, to_char(cycle.eol, 'YYYY-MM-DD') as eol, cycle.ended
  from (${candidate}) as candidate
    join support_name spoken on spoken.name = candidate.name
    join support_product product on product.id = spoken.product_id
    join support_cycle cycle on cycle.product_id = product.id
      and starts_with(ltrim(candidate.version, 'v'), cycle.cycle) and substr(ltrim(candidate.version, 'v'), length(cycle.cycle) + 1, 1) !~ '[0-9]'
  order by ${key}, product.source_id desc, length(cycle.cycle) desc`;

export interface PlatformCycle extends CycleRow {
  target_id: number;
  what: 'version' | 'distribution' | 'runtime' | 'base' | 'component';
  name: string;
  version: string;
}

/** Cycles of some versions, of what they are built on, and of the packages in them, as far as anybody tells of them. */
export async function selectPlatformCycles(db: Db, targets: readonly number[]): Promise<PlatformCycle[]> {
  const ids = sql`${targets}::bigint[]`;
  const bare = sql`lower(split_part(component.purl, '@', 1))`;
  const candidate = sql`
    select target.id as target_id, 'version' as what, ${bare} as name, component.version from target join component on component.id = target.component_id
      where target.id = any(${ids})
    union select target.id, platform.kind, platform.name, platform.version from target join subject_platform platform on platform.subject_id = target.subject_id
      where target.id = any(${ids})
    union select target.id, 'component', ${bare}, component.version from target join inventory on inventory.subject_id = target.subject_id
      join component on component.id = inventory.component_id where target.id = any(${ids}) and component.id is distinct from target.component_id`;
  const key = sql`candidate.target_id, candidate.what, candidate.name, candidate.version`;
  const { rows } = await sql<PlatformCycle>`${joined(candidate, key)}`.execute(db);
  return rows;
}

/** Cycles of versions that nothing here has to hold; those that nobody tells of are left out. `name`: a package URL without its version. */
export async function selectCyclesOf(db: Db, asked: readonly { name: string; version: string }[]): Promise<(CycleRow & { name: string; version: string })[]> {
  const candidate = sql`select name, version from unnest(${asked.map(({ name }) => name)}::text[], ${asked.map(({ version }) => version)}::text[]) as given (name, version)`;
  const { rows } = await sql<CycleRow & { name: string; version: string }>`${joined(candidate, sql`candidate.name, candidate.version`)}`.execute(db);
  return rows;
}
