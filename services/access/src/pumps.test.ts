import { randomUUID } from 'node:crypto';
import { openDatabase } from '@packhouse/kernel/database/database.ts';
import type { Pump } from '@packhouse/kernel/pump/pump.ts';
import { examinePump } from '@packhouse/testkit/examine-pump.ts';
import { startTestPlatform } from '@packhouse/testkit/start-test-platform.ts';
import { sql } from 'kysely';
import type { Context } from './context.ts';
import { linkPump } from './federation/link-pump.ts';
import type { AccessSchema } from './schema.ts';
import { accessService } from './service.ts';
import { tellPump } from './trust/tell-pump.ts';

/** A platform whose own pumps do not run, and which trusts so many deployments. */
function start<Item>(
  pump: (context: Context) => Pump<Item>,
  nameOf: (item: Item) => string,
  makeDue: (db: Context['db'], count: number) => Promise<unknown>,
  pass: string,
) {
  return async () => {
    const { platform, databaseUrl, stop } = await startTestPlatform({ services: [accessService], jobs: false });
    const db = openDatabase<AccessSchema>(databaseUrl, 'access', { connections: 4 });
    const context = { db, platform, deploymentKeys: { current: async () => ({ id: 'key' }) } } as unknown as Context;
    return {
      pump: () => pump(context),
      nameOf,
      makeDue: async (count: number) => void (await makeDue(db, count)),
      passLeases: async () => void (await sql.raw(pass).execute(db)),
      async stop() {
        await db.destroy();
        await stop();
      },
    };
  };
}

examinePump(
  'that tells deployments of keys and ends',
  start(
    tellPump,
    ({ id }) => id,
    async (db, count) => {
      await sql`delete from peer`.execute(db);
      await sql`insert into peer (id, name, url, keys, purposes, accepts, paired_by, knows_key, knows_url, tell_at)
        select 'd-' || number, 'd', '', '[]', '{}', '{}', 'admin', 'key', '', now() from generate_series(1, ${count}::integer) as number`.execute(db);
    },
    `update peer set tell_at = now() - interval '1 second' where tell_at is not null`,
  ),
);

examinePump(
  'of links',
  start(
    linkPump,
    ({ id }) => id,
    async (db, count) => {
      await sql`delete from federation_link`.execute(db);
      for (let number = 0; number < count; number++)
        await sql`insert into federation_link (id, federation, peer, peer_name, direction, mode, types)
          values (${randomUUID()}, ${randomUUID()}, ${`d-${number}`}, 'd', 'out', 'star', '{USERS}')`.execute(db);
    },
    `update federation_link set lease_until = now() - interval '1 second'`,
  ),
);
