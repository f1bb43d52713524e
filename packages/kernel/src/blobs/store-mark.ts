import { randomUUID } from 'node:crypto';
import { AppError } from '@packhouse/contract/errors.ts';
import type pg from 'pg';
import { kernelSchema } from '../database/kernel-migrations.ts';
import type { BlobStore } from './blob-store.ts';

/** The store and the database do not belong to each other; the message says what to do. */
export class OtherStoreError extends Error {
  override name = 'OtherStoreError';
}

const settingKey = 'blob-store';

/** The mark that the database knows its blob store by; undefined before the first start. */
async function readStoreMark(client: pg.Pool | pg.ClientBase): Promise<string | undefined> {
  const { rows } = await client.query<{ mark: string }>(`select value #>> '{}' as mark from ${kernelSchema}.setting where key = $1`, [settingKey]);
  return rows[0]?.mark;
}

async function inTransaction<T>(pool: pg.Pool, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  try {
    await client.query('begin');
    const result = await work(client);
    await client.query('commit');
    return result;
  } catch (error) {
    await client.query('rollback').catch(() => undefined);
    throw error;
  } finally {
    client.release();
  }
}

/**
 * The first start marks the store and notes the mark in the database; from then on they only work together. A node with a store of its own would
 * acknowledge bytes that the others do not have, and a store of two databases would lose what one of them has no name for.
 * @throws OtherStoreError, or whatever the store throws that cannot be reached.
 */
export async function requireSameStore(pool: pg.Pool, store: BlobStore, where: string): Promise<void> {
  await inTransaction(pool, async (client) => {
    const own = randomUUID();
    // Of nodes that start at once, the others wait here until the first one has marked the store.
    const { rowCount } = await client.query(`insert into ${kernelSchema}.setting (key, value) values ($1, to_jsonb($2::text)) on conflict do nothing`, [
      settingKey,
      own,
    ]);
    const marked = await store.readMark();
    if (rowCount === 1) {
      if (marked !== undefined)
        throw new OtherStoreError(
          `The blob store ${where} belongs to another database: cleaning up one of the two would delete what the other keeps. ` +
            'Give this database a store of its own; or, when the other database is gone for good, run: packhouse blobs adopt',
        );
      return store.writeMark(own);
    }
    if (marked !== (await readStoreMark(client)))
      throw new OtherStoreError(
        `The blob store ${where} is not the one that this database was set up with: what was stored would be missing. ` +
          'Nodes on one database share one store (docs/operations.md, Several nodes). To move to this store: packhouse blobs copy <the store so far>',
      );
  });
}

/** Makes the store that of the database, whatever either was known by; only for commands that know what they do. */
export async function settleStoreMark(pool: pg.Pool, store: BlobStore): Promise<void> {
  const mark = randomUUID();
  await inTransaction(pool, async (client) => {
    await client.query(
      `insert into ${kernelSchema}.setting (key, value) values ($1, to_jsonb($2::text)) on conflict (key) do update set value = excluded.value`,
      [settingKey, mark],
    );
    await store.writeMark(mark);
  });
}

/**
 * Lets the store take bytes only once it has proven to be the database's. A store that cannot be reached at the start is asked again when something
 * is to be stored.
 */
export function guardStore(store: BlobStore, verify: () => Promise<void>): { store: BlobStore; verified: () => Promise<void> } {
  let verifying: Promise<void> | undefined;
  const verified = () => {
    verifying ??= verify().catch((error: unknown) => {
      verifying = undefined;
      throw error;
    });
    return verifying;
  };
  const requireVerified = () =>
    verified().catch((error: unknown) => {
      throw error instanceof OtherStoreError ? new AppError('unavailable', { cause: error }) : error;
    });
  const guarded: BlobStore = {
    ...store,
    async stage(body, options) {
      await requireVerified();
      return store.stage(body, options);
    },
    async appendable(key) {
      await requireVerified();
      return store.appendable(key);
    },
  };
  return { store: guarded, verified };
}
