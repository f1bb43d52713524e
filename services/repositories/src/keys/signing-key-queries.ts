import { sql } from 'kysely';
import type { Db } from '../schema.ts';
import type { ListingKeyKind } from './key-schema.ts';

export interface StoredKey {
  id: number;
  kind: ListingKeyKind;
  name: string;
  fingerprint: string;
  publicKey: string;
  /** Encrypted with the platform's own key. */
  privateKey: string;
  createdAt: Date;
  createdBy: string;
  retiredAt: Date | null;
  publishedUntil: Date | null;
}

const columns = sql`id, kind, name, fingerprint, public_key as "publicKey", private_key as "privateKey", created_at as "createdAt",
  created_by as "createdBy", retired_at as "retiredAt", published_until as "publishedUntil"`;

export async function selectKeys(db: Db): Promise<StoredKey[]> {
  return (await sql<StoredKey>`select ${columns} from signing_key order by id desc`.execute(db)).rows;
}

/** Keys that clients may still rely on, the present one first. */
export async function selectPublishedKeys(db: Db, kind: ListingKeyKind): Promise<StoredKey[]> {
  const { rows } = await sql<StoredKey>`
    select ${columns} from signing_key where kind = ${kind} and (retired_at is null or published_until > now()) order by retired_at is null desc, id desc`.execute(
    db,
  );
  return rows;
}

export type NewKey = Pick<StoredKey, 'name' | 'fingerprint' | 'publicKey' | 'privateKey'>;

/** The present key of a kind, unless there is one. */
export async function insertKey(db: Db, kind: ListingKeyKind, key: NewKey, by: string): Promise<void> {
  await sql`
    insert into signing_key (kind, name, fingerprint, public_key, private_key, created_by)
    values (${kind}, ${key.name}, ${key.fingerprint}, ${key.publicKey}, ${key.privateKey}, ${by})
    on conflict (kind) where retired_at is null do nothing`.execute(db);
}

export async function retireKey(db: Db, kind: ListingKeyKind, publishedDays: number): Promise<void> {
  await sql`
    update signing_key set retired_at = now(), published_until = now() + make_interval(days => ${publishedDays})
    where kind = ${kind} and retired_at is null`.execute(db);
}
