import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { readConfig } from '@packhouse/kernel/config.ts';
import { runningPostgresUrl } from '@packhouse/kernel/database/embedded-postgres.ts';
import { createEmptyDatabase } from '@packhouse/testkit/test-database.ts';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeHome } from '../../../tools/serve/seeded-home.ts';
import { startPackhouse } from '../../../tools/serve/start-packhouse.ts';
import { getConnections } from './connections.ts';
import { checkDatabase } from './doctor/storage-checks.ts';

let home: string;
beforeAll(async () => {
  home = await makeHome();
});
afterAll(() => rm(home, { recursive: true, force: true }));

it('gives the embedded database room for the connections of all processes', async () => {
  const server = await startPackhouse({ home, workers: 4, adminPassword: 'Admin-password-1' });
  try {
    const client = new pg.Client({ connectionString: await runningPostgresUrl(join(home, 'postgres'), join(home, 'keys/postgres.password')) });
    await client.connect();
    const { rows } = await client.query<{ max_connections: string }>('show max_connections');
    await client.end();
    expect(Number(rows[0]!.max_connections)).toBe(getConnections({ workers: 4 }));
    expect(getConnections({ workers: 4 })).toBeGreaterThan(5 * 60);
  } finally {
    await server.stop();
  }
});

it('warns of an outside database that takes fewer than the processes may open', async () => {
  const database = await createEmptyDatabase();
  const found = async (workers: string) =>
    (await checkDatabase(readConfig({ PACKHOUSE_HOME: home, DATABASE_URL: database.url, PACKHOUSE_WORKERS: workers }))).map(
      ({ level, text }) => `${level} ${text}`,
    );
  expect(await found('1')).toContainEqual(expect.stringMatching(/^good .*connections; this node opens 81 at most$/));
  expect(await found('64')).toContainEqual(expect.stringMatching(/^warning .*connections, and this node may open 3985$/));
  await database.drop();
});
