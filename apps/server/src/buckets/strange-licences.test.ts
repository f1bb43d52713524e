import * as routes from '@packhouse/contract/mission-control/bucket-routes.ts';
import type { BucketContext } from '@packhouse/mission-control-service/bucket/bucket-context.ts';
import { askHolders, hearLicences } from '@packhouse/mission-control-service/bucket/hear.ts';
import { forgetOldStrange } from '@packhouse/mission-control-service/bucket/strange-queries.ts';
import { sql } from 'kysely';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type BucketTestPlatform, makeIssuer, startBucketPlatform } from './bucket-test-platform.ts';

let test: BucketTestPlatform;
let context: BucketContext;
let held: readonly string[] = [];
beforeAll(async () => {
  test = await startBucketPlatform(makeIssuer(), { jobs: false });
  const nothing = async () => undefined;
  context = {
    db: test.db,
    platform: test.platform,
    peers: test.peers,
    log: pino({ level: 'silent' }),
    listeners: [],
    targetOf: () => ({ install: nothing, withdraw: nothing, held: async () => held }),
  };
  await test.db.insertInto('deployment').values({ id: 'far', name: 'Far', url: 'https://far.example.org', status: 'ONLINE', created_by: 'admin' }).execute();
});
afterAll(() => test.stop());

const read = async (id: string) => (await test.call(routes.readBucketStatus, { params: { id } })).strange;
const letTimePass = (id: string) => sql`update bucket_licence set changed_at = now() - interval '1 hour' where bucket = ${id}`.execute(test.db);

it('shows who reports licenses that were not attached to them from here, until they do no more', async () => {
  const bucket = await test.add('abroad', { count: 4 });
  const [first, second, third] = bucket.jtis as [string, string, string];
  await hearLicences(context, 'far', [first]);
  // What has just been taken back may still be told of.
  expect(await read(bucket.id)).toEqual([]);
  await letTimePass(bucket.id);
  await test.db.updateTable('bucket_licence').set({ state: 'attached', deployment: 'far' }).where('jti', '=', third).execute();
  await hearLicences(context, 'far', [first, second, third, 'of another bucket']);
  expect(await read(bucket.id)).toEqual([{ name: 'Far', count: 2, since: expect.any(String) }]);
  // A beacon that has not room for all of them takes nothing back.
  await hearLicences(context, 'far', [second]);
  expect(await read(bucket.id)).toMatchObject([{ count: 2 }]);
  held = [second];
  expect(await askHolders(context, bucket.id)).toEqual([]);
  expect(await read(bucket.id)).toMatchObject([{ count: 1 }]);
  await hearLicences(context, 'far', [], { isAll: true });
  expect(await read(bucket.id)).toEqual([]);
});

it('forgets what nobody has told of for a day, and with the bucket', async () => {
  const bucket = await test.add('old', { count: 2 });
  await letTimePass(bucket.id);
  await hearLicences(context, 'far', bucket.jtis);
  await sql`update strange_licence set reported_at = now() - interval '25 hours' where jti = ${bucket.jtis[0]}`.execute(test.db);
  expect(await read(bucket.id)).toMatchObject([{ count: 1 }]);
  await forgetOldStrange(test.db);
  const count = async () => (await test.db.selectFrom('strange_licence').select('jti').execute()).length;
  expect(await count()).toBe(1);
  await test.call(routes.deleteBucket, { params: { id: bucket.id } });
  expect(await count()).toBe(0);
});

it('says nothing of a split bucket that another mission control attaches from', async () => {
  const bucket = await test.add('shared', { count: 2 });
  const { bucket: split } = await test.call(routes.splitBucket, { params: { id: bucket.id }, body: { name: 'shared-part', licenses: 1 } });
  await fetch(`${test.baseUrl}/ui/api/v1/buckets/${split.id}/download`, { headers: test.headersOf('admin') });
  await letTimePass(split.id);
  await letTimePass(bucket.id);
  await hearLicences(context, 'far', bucket.jtis);
  expect(await read(split.id)).toEqual([]);
  expect(await read(bucket.id)).toMatchObject([{ name: 'Far', count: 1 }]);
});
