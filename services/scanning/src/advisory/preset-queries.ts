import { type SourceAddresses, sourceKinds } from '@packhouse/contract/scanning/scanning-source-routes.ts';
import type { Db } from '../schema.ts';
import type { SourceRow } from './source-queries.ts';

/** Addresses that somebody chose for feeds. */
export async function selectAddresses(db: Db): Promise<Partial<SourceAddresses>> {
  const rows = await db.selectFrom('source_address').selectAll().execute();
  return Object.fromEntries(rows.map(({ kind, address }) => [kind, address]));
}

export async function keepAddresses(db: Db, addresses: SourceAddresses): Promise<void> {
  await db
    .insertInto('source_address')
    .values(sourceKinds.map((kind) => ({ kind, address: addresses[kind] })))
    .onConflict((conflict) => conflict.column('kind').doUpdateSet(({ ref }) => ({ address: ref('excluded.address') })))
    .execute();
}

export function selectPresetSources(db: Db): Promise<SourceRow[]> {
  return db.selectFrom('source').selectAll().where('preset', 'is not', null).orderBy('id').forUpdate().execute();
}

/** Ecosystems of which something was found here. */
export async function selectEcosystems(db: Db): Promise<string[]> {
  return (await db.selectFrom('component').select('ecosystem').distinct().where('ecosystem', '<>', '').execute()).map(({ ecosystem }) => ecosystem);
}
