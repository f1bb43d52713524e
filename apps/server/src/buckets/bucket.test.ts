import { listLicences } from '@packhouse/contract/access/access-licence-routes.ts';
import { createUser } from '@packhouse/contract/access/access-user-routes.ts';
import * as routes from '@packhouse/contract/mission-control/bucket-routes.ts';
import { listUnits } from '@packhouse/contract/mission-control/unit-routes.ts';
import type { Route, RouteInput } from '@packhouse/contract/route.ts';
import { openBucket } from '@packhouse/mission-control-service/bucket/bucket-file.ts';
import { selectBeacon, upsertBeacon } from '@packhouse/mission-control-service/deployment/deployment-queries.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type BucketTestPlatform, startBucketPlatform } from './bucket-test-platform.ts';

let test: BucketTestPlatform;
let home: string;

beforeAll(async () => {
  test = await startBucketPlatform();
  const { items } = await test.call(listUnits, {});
  home = items[0]!.name;
});
afterAll(() => test.stop());

const status = (id: string) => test.call(routes.readBucketStatus, { params: { id } });
const attach = (bucket: { id: string; identifier: string }, ...dto: { deployment: string; licenses?: number | null }[]) =>
  test.call(routes.attachLicenses, { params: { id: bucket.id }, body: { bucketIdentifier: bucket.identifier, dto } });
const installed = async () => (await test.call(listLicences, {})).items.filter(({ builtIn }) => !builtIn).map(({ id }) => id);
const saying = (path: string, message: string | RegExp) => ({
  status: 400,
  detail: expect.arrayContaining([expect.objectContaining({ path, message: typeof message === 'string' ? message : expect.stringMatching(message) })]),
});

describe('license buckets', () => {
  it('LIC-017 LIC-036 LIC-038 are added by their file and listed with what is known of them', async () => {
    const bucket = await test.add('acme', { count: 6, type: 'EDGE', customer: 'Acme', projects: 9 });
    expect(bucket).toMatchObject({
      name: 'acme',
      licenseType: 'EDGE',
      customerName: 'Acme',
      totalProjects: 9,
      size: 6,
      used: 0,
      available: 6,
      licenses: 6,
      splitBuckets: 0,
    });
    const listed = await test.call(routes.listBuckets, {});
    expect(listed.find(({ id }) => id === bucket.id)).toMatchObject({
      identifier: bucket.identifier,
      issueDate: expect.any(String),
      expiryDate: expect.any(String),
    });
    expect(routes.listBuckets.url).toBe('/ui/api/v1/buckets');
  });

  it('LIC-020 LIC-037 LIC-041 attach licenses to this deployment, tell what came of it, and take them back', async () => {
    const bucket = await test.add('home', { count: 3 });
    expect((await status(bucket.id)).targets).toMatchObject([{ name: home, home: true, status: 'ONLINE', attached: 0 }]);
    const { results } = await attach(bucket, { deployment: home, licenses: 2 });
    expect(results).toMatchObject([{ deployment: home, wanted: 2, done: 2, state: 'done', message: `2 licenses are attached to ${home}` }]);
    expect((await installed()).toSorted()).toEqual(bucket.jtis.slice(0, 2));
    expect(await status(bucket.id)).toMatchObject({
      bucket: { used: 2, available: 1, licenses: 3 },
      holders: [{ name: home, attached: 2, reserved: 0, unknown: 0 }],
      maxUsed: 2,
      unknownUsage: 0,
      days: [{ maxUsed: 2 }],
    });
    const back = await test.call(routes.releaseLicenses, { params: { id: bucket.id }, body: { deployment: home } });
    expect(back.results).toMatchObject([{ kind: 'release', state: 'done', message: `2 licenses were taken back from ${home}` }]);
    expect(await installed()).toEqual([]);
    expect(await status(bucket.id)).toMatchObject({ bucket: { used: 0, available: 3 }, holders: [], maxUsed: 2 });
  });

  it('LIC-031 LIC-032 LIC-033 LIC-034 LIC-035 refuse counts in the words of the form, in its order', async () => {
    const bucket = await test.add('counts', { count: 4 });
    await attach(bucket, { deployment: home, licenses: 1 });
    const wrong: [number | null | undefined, string][] = [
      [undefined, 'This field is mandatory'],
      [null, 'This field is mandatory'],
      [4.5, 'Value too high'],
      [5, 'Value too high'],
      [3.5, 'Decimal not allowed'],
      [4, 'Licenses to be applied is more than the available number of licenses in the bucket'],
      [0, 'Value too low'],
    ];
    for (const [licenses, message] of wrong) {
      await expect(attach(bucket, { deployment: home, ...(licenses === undefined ? {} : { licenses }) })).rejects.toMatchObject(
        saying('dto.0.licenses', message),
      );
      await expect(test.call(routes.splitBucket, { params: { id: bucket.id }, body: { name: 'part', licenses } })).rejects.toMatchObject(
        saying('licenses', message),
      );
    }
    await expect(attach(bucket)).rejects.toMatchObject(saying('dto', 'This field is mandatory'));
    await expect(attach(bucket, { deployment: 'nowhere', licenses: 1 })).rejects.toMatchObject(saying('dto.0.deployment', /no platform deployment nowhere/));
    await expect(attach({ ...bucket, identifier: 'other' }, { deployment: home, licenses: 1 })).rejects.toMatchObject(
      saying('bucketIdentifier', /another bucket/),
    );
    expect(await status(bucket.id)).toMatchObject({ bucket: { used: 1, available: 3 } });
  });

  it('LIC-014 LIC-024 refuse to attach to deployments that are neither online nor partly so', async () => {
    const bucket = await test.add('statuses', { count: 2 });
    for (const state of ['OFFLINE', 'UNAUTHORIZED', 'UNAVAILABLE'] as const) {
      const name = `${state.toLowerCase()}-place`;
      await test.db.insertInto('deployment').values({ id: name, name, url: 'https://away.example.org', status: state, created_by: 'admin' }).execute();
      await expect(attach(bucket, { deployment: name, licenses: 1 })).rejects.toMatchObject(saying('dto.0.deployment', /neither Online nor Partial/));
    }
    expect((await status(bucket.id)).targets.map(({ name }) => name)).toEqual([home]);
    expect(await status(bucket.id)).toMatchObject({ bucket: { used: 0 } });
  });

  it('LIC-014 offer and attach nothing to a single instance, however well it is', async () => {
    const bucket = await test.add('instances', { count: 2 });
    const row = { id: 'single', name: 'single-place', url: 'https://single.example.org', status: 'ONLINE' as const, created_by: 'admin' };
    await test.db
      .insertInto('deployment')
      .values({ ...row, legacy: JSON.stringify({ userName: 'ann', allowPrivate: false }), next_at: new Date(Date.now() + 3_600_000) })
      .execute();
    expect((await status(bucket.id)).targets.map(({ name }) => name)).toEqual([home]);
    await expect(attach(bucket, { deployment: 'single-place', licenses: 1 })).rejects.toMatchObject(
      saying('dto.0.deployment', 'single-place is a single instance: licenses are for platform deployments'),
    );
    expect((await status(bucket.id)).bucket).toMatchObject({ used: 0 });
    await test.db.deleteFrom('deployment').where('id', '=', 'single').execute();
  });

  it('LIC-016 count the nodes that run pipelines at all who have licenses, as these last said', async () => {
    const bucket = await test.add('piped', { count: 3 });
    await attach(bucket, { deployment: home, licenses: 1 });
    const homeId = (await test.call(listUnits, {})).items.find((unit) => unit.home)!.id;
    const node = (id: string, online: boolean) => ({ id, online, version: '1.0.0' });
    const beacon = {
      ...(await selectBeacon(test.db, homeId))!.body,
      services: [{ type: 'jfpip', nodes: [node('a', true), node('b', true), node('c', false)] }],
    };
    await test.db
      .insertInto('deployment')
      .values({ id: 'piper', name: 'piper', url: 'https://piper.example.org', status: 'ONLINE', created_by: 'admin' })
      .execute();
    await upsertBeacon(test.db, 'piper', new Date(), beacon);
    const before = (await status(bucket.id)).pipelinesNodes;
    // Those that run are told beside the number field: a license covers one.
    expect((await status(bucket.id)).targets).toMatchObject([{ home: true }, { id: 'piper', nodes: 2 }]);
    await test.db.updateTable('bucket_licence').set({ state: 'attached', deployment: 'piper' }).where('jti', '=', bucket.jtis[1]!).execute();
    expect((await status(bucket.id)).pipelinesNodes).toBe(before + 2);
    await test.call(routes.releaseLicenses, { params: { id: bucket.id }, body: { deployment: home } });
  });

  it('LIC-018 LIC-040 LIC-042 split off a bucket whose file another mission control can open with its key', async () => {
    const bucket = await test.add('whole', { count: 5 });
    const { bucket: split, key } = await test.call(routes.splitBucket, { params: { id: bucket.id }, body: { name: 'part-1', licenses: 2 } });
    expect(split).toMatchObject({ name: 'part-1', parent: { id: bucket.id, name: 'whole' }, size: 2, available: 2, licenseType: 'ENTERPRISE' });
    expect(await test.call(routes.readBucketKey, { params: { id: split.id } })).toEqual({ key });
    expect(await status(bucket.id)).toMatchObject({ bucket: { size: 5, licenses: 3, available: 3, splitBuckets: 1 }, splits: [{ name: 'part-1' }] });
    await expect(test.call(routes.splitBucket, { params: { id: split.id }, body: { name: 'part-2', licenses: 1 } })).rejects.toMatchObject({ status: 409 });
    const answer = await fetch(`${test.baseUrl}/ui/api/v1/buckets/${split.id}/download`, { headers: test.headersOf('admin') });
    expect(answer.headers.get('content-disposition')).toBe('attachment; filename="part-1.json"');
    const file = await answer.text();
    expect(await openBucket(file, key, 'file')).toMatchObject({ identifier: split.identifier, source: bucket.identifier, size: 2 });
    await expect(openBucket(file, bucket.key, 'file')).rejects.toMatchObject({ detail: [{ path: 'key' }] });
    await expect(attach(split, { deployment: home, licenses: 1 })).rejects.toMatchObject({
      status: 409,
      message: expect.stringMatching(/another mission control/),
    });
    const elsewhere = await startBucketPlatform(test.issuer);
    const added = await elsewhere.call(routes.addBucket, { body: { source: 'file', name: 'from-elsewhere', fileName: 'part-1.json', file, key } });
    expect(added).toMatchObject({ identifier: split.identifier, size: 2, parent: null });
    await elsewhere.stop();
    await expect(test.call(routes.addBucket, { body: { source: 'file', name: 'again', fileName: 'part-1.json', file, key } })).rejects.toMatchObject(
      saying('file', 'This bucket is there already, as part-1'),
    );
  });

  it('LIC-042 do not hand over a split bucket that has no free license: it goes on being attached from here', async () => {
    const bucket = await test.add('kept', { count: 2 });
    const { bucket: split } = await test.call(routes.splitBucket, { params: { id: bucket.id }, body: { name: 'kept-part', licenses: 1 } });
    await attach(split, { deployment: home, licenses: 1 });
    const answer = await fetch(`${test.baseUrl}/ui/api/v1/buckets/${split.id}/download`, { headers: test.headersOf('admin') });
    expect(answer.status).toBe(409);
    await test.call(routes.releaseLicenses, { params: { id: split.id }, body: { deployment: home } });
    expect((await status(split.id)).bucket).toMatchObject({ downloadedAt: null, available: 1 });
    expect((await attach(split, { deployment: home, licenses: 1 })).results).toMatchObject([{ state: 'done' }]);
    await test.call(routes.releaseLicenses, { params: { id: split.id }, body: { deployment: home } });
  });

  it('LIC-039 LIC-047 give the licenses of a deleted split bucket back to its parent, attached ones as they are', async () => {
    const bucket = await test.add('parent', { count: 5 });
    const { bucket: split } = await test.call(routes.splitBucket, { params: { id: bucket.id }, body: { name: 'child', licenses: 3 } });
    await attach(split, { deployment: home, licenses: 1 });
    expect(await test.call(routes.deleteBucket, { params: { id: split.id } })).toEqual({ kept: [] });
    expect(await status(bucket.id)).toMatchObject({ bucket: { licenses: 5, used: 1, available: 4, splitBuckets: 0 }, holders: [{ name: home, attached: 1 }] });
    await test.call(routes.releaseLicenses, { params: { id: bucket.id }, body: { deployment: home } });
    expect(await status(bucket.id)).toMatchObject({ bucket: { used: 0, available: 5 } });
  });

  it('LIC-047 delete a parent with its licenses and split buckets, and name who keeps some', async () => {
    const bucket = await test.add('doomed', { count: 6 });
    const { bucket: split } = await test.call(routes.splitBucket, { params: { id: bucket.id }, body: { name: 'doomed-part', licenses: 3 } });
    await attach(bucket, { deployment: home, licenses: 1 });
    await attach(split, { deployment: home, licenses: 1 });
    await test.db
      .insertInto('deployment')
      .values({ id: 'gone', name: 'gone-place', url: 'https://gone.example.org', status: 'OFFLINE', created_by: 'admin' })
      .execute();
    await test.db.updateTable('bucket_licence').set({ state: 'attached', deployment: 'gone' }).where('jti', '=', bucket.jtis[5]!).execute();
    expect(await test.call(routes.deleteBucket, { params: { id: bucket.id } })).toEqual({
      kept: [{ deployment: 'gone-place', licenses: 1, why: expect.objectContaining({ reason: 'no_trusted_deployment' }) }],
    });
    expect((await installed()).filter((id) => bucket.jtis.includes(id))).toEqual([]);
    const names = (await test.call(routes.listBuckets, {})).map(({ name }) => name);
    expect(names).not.toContain('doomed');
    expect(names).not.toContain('doomed-part');
    await expect(status(split.id)).rejects.toMatchObject({ status: 404 });
  });

  it('forget a deployment that is gone for good, not one that can be reached', async () => {
    const bucket = await test.add('forgotten', { count: 2 });
    await attach(bucket, { deployment: home, licenses: 1 });
    const forget = (deployment: string) => test.call(routes.forgetDeployment, { params: { id: bucket.id }, body: { deployment } });
    await expect(forget(home)).rejects.toMatchObject({ status: 409 });
    await expect(forget('nobody')).rejects.toMatchObject({ status: 409 });
    await test.db.updateTable('bucket_licence').set({ state: 'attached', deployment: 'gone' }).where('jti', '=', bucket.jtis[1]!).execute();
    expect(await forget('gone-place')).toEqual({ freed: 1 });
    expect(await status(bucket.id)).toMatchObject({ bucket: { used: 1, available: 1 } });
  });

  it('LIC-048 are for administrators alone', async () => {
    const bucket = await test.add('guarded', { count: 1 });
    await test.call(createUser, { body: { name: 'ann', password: 'Secret-pass-1' } });
    const as = { as: { user: 'ann', password: 'Secret-pass-1' } };
    const params = { id: bucket.id };
    const refused = async <R extends Route>(route: R, input: RouteInput<R>) => {
      await expect(test.call(route, input, as)).rejects.toMatchObject({ status: 403 });
      await expect(test.call(route, input, { as: 'anonymous' })).rejects.toMatchObject({ status: 401 });
    };
    await refused(routes.listBuckets, {});
    await refused(routes.readBucketStatus, { params });
    await refused(routes.addBucket, { body: { source: 'url', name: 'x', url: '', key: '' } });
    await refused(routes.deleteBucket, { params });
    await refused(routes.splitBucket, { params, body: { name: 'x', licenses: 1 } });
    await refused(routes.attachLicenses, { params, body: { bucketIdentifier: bucket.identifier, dto: [] } });
    await refused(routes.downloadBucket, { params });
    await refused(routes.readBucketKey, { params });
  });

  it('write down what arrived and count it in one step: a process that ends leaves both or neither', async () => {
    const bucket = await test.add('halfway', { count: 2 });
    await sql`create function count_fails() returns trigger language plpgsql as 'begin raise exception ''the process has ended''; end'`.execute(test.db);
    await sql`create trigger count_fails before update on attach_order for each row when (new.done > old.done) execute function count_fails()`.execute(test.db);
    const { results } = await attach(bucket, { deployment: home, licenses: 2 });
    await sql`drop function count_fails cascade`.execute(test.db);
    expect(results).toMatchObject([{ state: 'unsettled', done: 0 }]);
    const rows = await test.db.selectFrom('bucket_licence').select('state').where('bucket', '=', bucket.id).execute();
    expect(rows).toEqual([{ state: 'reserved' }, { state: 'reserved' }]);
  });
});
