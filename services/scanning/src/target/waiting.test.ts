import { openDatabase } from '@packhouse/kernel/database/database.ts';
import { packTar, patience, type ScanningTestPlatform, startScanningPlatform } from '@packhouse/testkit/start-scanning-platform.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Context } from '../context.ts';
import { openLooks } from '../inventory/looks.ts';
import type { Db, ScanningSchema } from '../schema.ts';
import { followAllJob } from './follow-job.ts';
import { scanJob } from './scan-job.ts';
import { upsertTargets } from './target-queries.ts';

let test: ScanningTestPlatform;
let db: Db;
let context: Context;
beforeAll(async () => {
  test = await startScanningPlatform();
  await test.create({ class: 'local', key: 'hub', format: 'docker' });
  const settings = { url: `${test.baseUrl}/artifactory/api/docker/hub`, allowPrivate: true, officialNamespace: '', username: 'admin' };
  await test.create({ class: 'remote', key: 'mirror', format: 'docker', settings, password: test.adminPassword });
  db = openDatabase<ScanningSchema>(test.databaseUrl, 'scanning', { connections: 2 });
  context = { db, platform: test.platform, peers: test.peers, log: test.platform.logger('xray'), looks: openLooks() };
});
afterAll(async () => {
  await db.destroy();
  await test.stop();
});

const get = (path: string, headers: Record<string, string> = {}) => fetch(`${test.baseUrl}${path}`, { headers: { ...test.headersOf('admin'), ...headers } });
const readTargets = (image: string) => db.selectFrom('target').selectAll().where('package', '=', image).orderBy('id').execute();
const readStates = async (image: string, repository: string) =>
  (await readTargets(image)).filter((target) => target.repository === repository).map(({ state }) => state);
const getLayer = (name: string) => packTar({ [`srv/node_modules/${name}/package.json`]: JSON.stringify({ name, version: '1.0.0' }) });
const signal = new AbortController().signal;

describe('scans that wait', () => {
  it('are done when the layers of an image come through a remote repository after its manifest', async () => {
    await test.pushImage('hub', 'late', '1', [await getLayer('late')]);
    const answer = await get('/v2/mirror/late/manifests/1');
    const manifest = (await answer.json()) as { layers: { digest: string }[] };
    await expect.poll(() => readStates('late', 'mirror'), patience).toHaveLength(1);
    for (const { digest } of manifest.layers) expect((await get(`/v2/mirror/late/blobs/${digest}`)).status).toBe(200);
    await expect.poll(() => readStates('late', 'mirror'), patience).toEqual(['scanned']);
  });

  it('are found at night when their job is gone', async () => {
    await test.pushImage('hub', 'lost', '1', [await getLayer('lost')]);
    await test.scanned('docker://lost', '1');
    await db.updateTable('target').set({ state: 'in progress', reason: null }).where('package', '=', 'lost').execute();
    await followAllJob(context).run({}, signal);
    await expect.poll(() => readStates('lost', 'hub'), patience).toEqual(['scanned']);
  });

  it('end for all versions with the same content, whichever of them asked', async () => {
    const layer = await getLayer('twice');
    for (const tag of ['1', '2']) {
      await test.pushImage('hub', 'twice', tag, [layer]);
      await test.scanned('docker://twice', tag);
    }
    const [one, two] = await readTargets('twice');
    expect(one?.sha256).toBe(two?.sha256);
    await db.updateTable('target').set({ state: 'in progress' }).where('package', '=', 'twice').execute();
    await db.deleteFrom('target').where('id', '=', one!.id).execute();
    await scanJob(context).run({ sha256: two!.sha256, read: 'image' }, signal);
    expect(await readStates('twice', 'hub')).toEqual(['scanned']);
  });

  it('are given up after some attempts that ended with the process', async () => {
    await test.pushImage('hub', 'crash', '1', [await getLayer('crash')]);
    await test.scanned('docker://crash', '1');
    const [target] = await readTargets('crash');
    await db.updateTable('target').set({ state: 'in progress', attempts: 3 }).where('id', '=', target!.id).execute();
    await scanJob(context).run({ sha256: target!.sha256, read: 'image' }, signal);
    expect(await readTargets('crash')).toMatchObject([{ state: 'scan failed', attempts: 0 }]);
  });

  it('leave no trace of an attempt that was only interrupted', async () => {
    await test.pushImage('hub', 'stopped', '1', [await getLayer('stopped')]);
    await test.scanned('docker://stopped', '1');
    const [target] = await readTargets('stopped');
    await db.updateTable('subject').set({ extractor: 0 }).where('digest', '=', target!.sha256).execute();
    await db.deleteFrom('layer').execute();
    await db.updateTable('target').set({ state: 'in progress', attempts: 1 }).where('id', '=', target!.id).execute();
    await expect(scanJob(context).run({ sha256: target!.sha256, read: 'image' }, AbortSignal.abort())).rejects.toThrow('abort');
    expect(await readTargets('stopped')).toMatchObject([{ state: 'in progress', attempts: 1 }]);
  });

  it('are not begun anew by a job that comes late', async () => {
    await test.pushImage('hub', 'done', '1', [await getLayer('done')]);
    await test.scanned('docker://done', '1');
    const [target] = await readTargets('done');
    const { repository, path, format, package: name, version, sha256, licences, component_id } = target!;
    const late = {
      repository,
      path,
      format,
      package: name,
      version,
      sha256,
      licences,
      component_id: component_id!,
      state: 'in progress' as const,
      reason: null,
      said: null,
    };
    expect(await upsertTargets(db, [late])).toEqual([]);
    expect(await readStates('done', 'hub')).toEqual(['scanned']);
  });
});
