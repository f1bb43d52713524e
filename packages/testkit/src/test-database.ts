import { createHash, randomBytes } from 'node:crypto';
import type { Service } from '@packhouse/kernel/platform.ts';
import { migrateAll } from '@packhouse/kernel/start-platform.ts';
import pg from 'pg';
import { inject } from 'vitest';

export interface TestDatabase {
  url: string;
  drop(): Promise<void>;
}

function getUrl(name: string): string {
  const url = new URL(inject('databaseServer'));
  url.pathname = `/${name}`;
  return url.href;
}

async function withServer<T>(work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: inject('databaseServer') });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

function templateName(services: readonly Service[]): string {
  const hash = createHash('sha256');
  for (const service of services) for (const [name, { up }] of Object.entries(service.migrations)) hash.update(`${service.name} ${name} ${up}`);
  return `template_${hash.digest('hex').slice(0, 16)}`;
}

/** Makes the migrated template once a run, whoever needs it first, and copies it. */
async function clone(services: readonly Service[], name: string): Promise<void> {
  const template = templateName(services);
  await withServer(async (client) => {
    await client.query('select pg_advisory_lock(1)');
    const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [template]);
    if (rowCount === 0) {
      await client.query(`create database ${template}_draft`);
      await migrateAll(getUrl(`${template}_draft`), services);
      await client.query(`alter database ${template}_draft rename to ${template}`);
    }
    // By its files: through the log, which is compressed, a copy takes up to five times the work.
    await client.query(`create database ${name} template ${template} strategy file_copy`);
  });
}

/** PostgreSQL's `object_in_use`. */
const inUse = '55006';

/**
 * Takes a database away. A pool has ended before its connections are closed, and a connection that the server breaks off then is an error
 * outside every test; so the server waits for them first, as it does by itself for five seconds, and only what is left over is broken off.
 */
async function drop(name: string): Promise<void> {
  await withServer(async (client) => {
    try {
      await client.query(`drop database if exists ${name}`);
    } catch (error) {
      if ((error as { code?: string }).code !== inUse) throw error;
      await client.query(`drop database if exists ${name} with (force)`);
    }
  });
}

/** A fresh database with the schemas of these services, for one test file. */
export async function createTestDatabase(services: readonly Service[] = []): Promise<TestDatabase> {
  const name = `test_${randomBytes(8).toString('hex')}`;
  await clone(services, name);
  return {
    url: getUrl(name),
    drop: () => drop(name),
  };
}

/** A fresh database without anything in it. */
export async function createEmptyDatabase(): Promise<TestDatabase> {
  const name = `test_${randomBytes(8).toString('hex')}`;
  await withServer((client) => client.query(`create database ${name}`));
  return { url: getUrl(name), drop: () => drop(name) };
}
