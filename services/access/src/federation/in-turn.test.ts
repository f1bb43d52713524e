import { openDatabase } from '@packhouse/kernel/database/database.ts';
import { sql } from 'kysely';
import { expect, it, onTestFinished } from 'vitest';
import type { AccessSchema } from '../schema.ts';
import { startMembers } from './federation-test-platforms.ts';
import { inTurn } from './in-turn.ts';
import { lockState } from './register-queries.ts';

it('whoever has the state can ask the database, however many wait for it', async () => {
  const [member] = await startMembers(1);
  onTestFinished(() => member!.stop());
  const db = openDatabase<AccessSchema>(member!.databaseUrl, 'access', { connections: 3 });
  onTestFinished(() => db.destroy());
  const works = Array.from({ length: 6 }, (_, number) =>
    inTurn({ db }, () =>
      db.transaction().execute(async (transaction) => {
        await lockState(transaction);
        await sql`select 1`.execute(db);
        return number;
      }),
    ),
  );
  expect(await Promise.all(works)).toEqual([0, 1, 2, 3, 4, 5]);
});
