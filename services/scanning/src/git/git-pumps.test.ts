import { openDatabase } from '@packhouse/kernel/database/database.ts';
import type { Pump } from '@packhouse/kernel/pump/pump.ts';
import { examinePump } from '@packhouse/testkit/examine-pump.ts';
import { startTestPlatform } from '@packhouse/testkit/start-test-platform.ts';
import { sql } from 'kysely';
import type { ScanningSchema } from '../schema.ts';
import { scanningService } from '../service.ts';
import type { GitContext } from './git-context.ts';
import { listingPump, lookPump } from './git-pumps.ts';
import { leftHookPump } from './left-hooks.ts';

type Making = (db: GitContext['db'], count: number) => Promise<unknown>;

/** Connections to vendors, as many as there are to be things to do. */
const connect: Making = async (db, count) => {
  await sql`delete from integration`.execute(db);
  await sql`insert into integration (key, name, vendor, type, url, user_name, sealed, sealed_hook, created_by)
    select 'i-' || number, 'i-' || number, 1, 1, '', '', '', '', 'ann' from generate_series(1, ${count}::integer) as number`.execute(db);
};

function start<Item>(table: string, pump: (context: GitContext) => Pump<Item>, nameOf: (item: Item) => string, makeDue: Making) {
  return async () => {
    const { databaseUrl, stop } = await startTestPlatform({ services: [scanningService], jobs: false });
    const db = openDatabase<ScanningSchema>(databaseUrl, 'scanning', { connections: 4 });
    return {
      pump: () => pump({ db } as GitContext),
      nameOf,
      makeDue: async (count: number) => void (await makeDue(db, count)),
      passLeases: async () => void (await sql`update ${sql.table(table)} set lease_until = now() - interval '1 second'`.execute(db)),
      async stop() {
        await db.destroy();
        await stop();
      },
    };
  };
}

const isOn = async () => true;
examinePump(
  'that lists repositories of source code',
  start(
    'git_listing',
    (context) => listingPump(context, isOn),
    ({ integration }) => integration,
    connect,
  ),
);

examinePump(
  'that looks at repositories of source code',
  start(
    'git_repository',
    (context) => lookPump(context, isOn),
    ({ id }) => String(id),
    async (db, count) => {
      await connect(db, 1);
      await sql`insert into git_repository (integration, vendor_id, full_name, clone_url, private, selected)
        select 'i-1', number, 'r-' || number, '', false, true from generate_series(1, ${count}::integer) as number`.execute(db);
    },
  ),
);

examinePump(
  'that removes hooks which were left behind',
  start(
    'git_left_hook',
    leftHookPump,
    ({ id }) => String(id),
    async (db, count) => {
      await sql`delete from git_left_hook`.execute(db);
      await sql`insert into git_left_hook (integration, name, vendor, url, user_name, vendor_id, full_name, hook_id)
        select 'i-' || number, 'i', 1, '', '', number, 'r', number from generate_series(1, ${count}::integer) as number`.execute(db);
    },
  ),
);
