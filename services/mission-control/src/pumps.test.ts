import { randomUUID } from 'node:crypto';
import { openDatabase } from '@packhouse/kernel/database/database.ts';
import type { Pump } from '@packhouse/kernel/pump/pump.ts';
import { examinePump } from '@packhouse/testkit/examine-pump.ts';
import { startTestPlatform } from '@packhouse/testkit/start-test-platform.ts';
import { type RawBuilder, sql } from 'kysely';
import type { BucketContext } from './bucket/bucket-context.ts';
import { settlePump } from './bucket/hear.ts';
import type { Context } from './context.ts';
import { beaconPump } from './deployment/beacon-pump.ts';
import { reportPump } from './deployment/report-pump.ts';
import { federationPump } from './federation/federation-pump.ts';
import type { MissionControlSchema } from './schema.ts';
import { missionControlService } from './service.ts';

/** Rows of one table that only the examination works on: `makeOne` writes one of a number. */
function start<Item>(table: string, makeOne: (number: number) => RawBuilder<unknown>, pump: (context: Context) => Pump<Item>, nameOf: (item: Item) => string) {
  return async () => {
    const { platform, peers, databaseUrl, stop } = await startTestPlatform({ services: [missionControlService], jobs: false });
    const db = openDatabase<MissionControlSchema>(databaseUrl, 'mission-control', { connections: 4 });
    const listed = Array.from({ length: 9 }, (_, number) => ({ id: `d-${number}`, accepts: { watching: true } }));
    const trust = { list: async () => listed } as unknown as NonNullable<typeof peers.trust>;
    const context: Context = { db, platform, peers: { ...peers, trust }, log: platform.logger('mc'), listeners: [] };
    return {
      pump: () => pump(context),
      nameOf,
      async makeDue(count: number) {
        await sql`delete from ${sql.table(table)}`.execute(db);
        for (let number = 0; number < count; number++) await makeOne(number).execute(db);
      },
      passLeases: async () => void (await sql`update ${sql.table(table)} set lease_until = now() - interval '1 second'`.execute(db)),
      async stop() {
        await db.destroy();
        await stop();
      },
    };
  };
}

examinePump(
  'that asks deployments',
  start(
    'deployment',
    (number) => sql`insert into deployment (id, name, url, status, created_by) values (${`d-${number}`}, ${`d-${number}`}, '', 'Online', 'admin')`,
    beaconPump,
    ({ id }) => id,
  ),
);

examinePump(
  'that reports to mission controls',
  start(
    'listener',
    (number) => sql`insert into listener (peer, next_at) values (${`d-${number}`}, now())`,
    reportPump,
    ({ peer }) => peer,
  ),
);

const federation = randomUUID();
examinePump(
  'that brings deployments to federations',
  start(
    'federation_part',
    (number) => sql`
      with one as (insert into federation (id, mode, source, targets, types, created_by) values (${federation}, 'star', 'd', '{}', '{}', 'admin') on conflict do nothing)
      insert into federation_part (federation, deployment, targets) values (${federation}, ${`d-${number}`}, '{}')`,
    federationPump,
    ({ deployment }) => deployment,
  ),
);

const bucket = randomUUID();
examinePump(
  'that settles orders of licences',
  start(
    'attach_order',
    (number) => sql`
      with one as (insert into bucket (id, name, identifier, source, type, customer, issued_at, projects, size, sealed_key, created_by)
        values (${bucket}, 'b', 'b', '', '', '', now(), 1, 1, '', 'admin') on conflict do nothing)
      insert into attach_order (id, bucket, kind, deployment, deployment_name, wanted, requested_by, lease_until)
        values (${randomUUID()}, ${bucket}, 'attach', ${`d-${number}`}, 'd', 1, 'admin', now())`,
    (context) => settlePump(context as BucketContext),
    ({ deployment }) => deployment,
  ),
);
