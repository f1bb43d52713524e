import { openDatabase } from '@packhouse/kernel/database/database.ts';
import { examinePump } from '@packhouse/testkit/examine-pump.ts';
import { startTestPlatform } from '@packhouse/testkit/start-test-platform.ts';
import { sql } from 'kysely';
import type { Context } from '../context.ts';
import type { PipelinesSchema } from '../schema.ts';
import { pipelinesService } from '../service.ts';
import { stepPump } from './step-pump.ts';

examinePump('of steps', async () => {
  const { databaseUrl, stop } = await startTestPlatform({ services: [pipelinesService], jobs: false });
  const db = openDatabase<PipelinesSchema>(databaseUrl, 'pipelines', { connections: 4 });
  return {
    pump: () => stepPump({ db } as Context),
    nameOf: ({ id }) => id,
    async makeDue(count) {
      await sql`delete from pipeline`.execute(db);
      await sql`
        with made as (insert into pipeline (name, description, document, parsed, events, users, groups, author, author_account, created_by)
            values ('p', '', '', '{}', '{}', '{}', '{}', 'ann', '1', 'ann') returning id),
          written as (insert into revision (pipeline, number, document, author, author_account) select id, 1, '', 'ann', '1' from made returning pipeline),
          begun as (insert into run (pipeline, number, revision, cause, cause_key, depth, variables, state) select pipeline, 1, 1, '{}', 'x', 0, '{}', 'running' from written returning id)
        insert into step (run, id, position, type, needs, config, state, waits_for)
          select id, 'step-' || number, number, 'notify', '{}', '{}', 'ready', '{}' from begun, generate_series(1, ${count}::integer) as number`.execute(db);
    },
    passLeases: async () => void (await sql`update step set lease_until = now() - interval '1 second' where state = 'running'`.execute(db)),
    async stop() {
      await db.destroy();
      await stop();
    },
  };
});
