import { createTestDatabase, type TestDatabase } from '@packhouse/testkit/test-database.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { migrate } from './database.ts';

const step = { up: () => Promise.resolve() };

describe('migrations', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase([]);
  });
  afterAll(() => database?.drop());

  it('are done once, in the order of their numbers, and none can be put before what was done', async () => {
    const names = async (migrations: Record<string, typeof step>) =>
      (await migrate(database.url, 'ordered', migrations)).map(({ migrationName }) => migrationName);
    expect(await names({ '0001-one': step })).toEqual(['0001-one']);
    expect(await names({ '0003-three': step, '0001-one': step })).toEqual(['0003-three']);
    expect(await names({ '0001-one': step, '0003-three': step })).toEqual([]);
    await expect(names({ '0001-one': step, '0002-two': step, '0003-three': step })).rejects.toThrow(/0002-two/);
  });
});
