import { createHook } from '@packhouse/contract/events/hook-routes.ts';
import { openDatabase } from '@packhouse/kernel/database/database.ts';
import { examinePump } from '@packhouse/testkit/examine-pump.ts';
import { sql } from 'kysely';
import { makeHook, startEventsPlatform } from '../events-test-platform.ts';
import type { EventsSchema } from '../schema.ts';
import { hookPump } from './hook-pump.ts';

examinePump('that delivers', async () => {
  const test = await startEventsPlatform({ jobs: false });
  const db = openDatabase<EventsSchema>(test.databaseUrl, 'events', { connections: 4 });
  const context = { db, platform: test.platform, peers: test.peers, log: test.platform.logger('event'), patience: test.patience };
  return {
    pump: () => hookPump(context),
    nameOf: ({ public_id: id }) => id,
    async makeDue(count) {
      await db.deleteFrom('subscription').execute();
      // Each of a webhook of its own: one may have few under way at once.
      for (let number = 0; number < count; number++) await test.call(createHook, { body: makeHook(`hook-${number}`, 'http://localhost:99/') });
      await sql`
        insert into message (public_id, subscription, event_id, part, happened_at, subject, domain, event_type, body)
        select key, key, 1, 0, now(), 'file', 'artifact', 'deployed', '{}' from subscription`.execute(db);
    },
    passLeases: async () => void (await sql`update message set lease_until = now() - interval '1 second' where state = 'sending'`.execute(db)),
    async stop() {
      await db.destroy();
      await test.stop();
    },
  };
});
