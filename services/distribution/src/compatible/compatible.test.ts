import { type DistributionTestPlatform, introduce, startDistributionPlatform } from '@packhouse/testkit/start-distribution-platforms.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';

let source: DistributionTestPlatform;
let target: DistributionTestPlatform;
beforeAll(async () => {
  [source, target] = await Promise.all([startDistributionPlatform(), startDistributionPlatform()]);
  await source.create('libs');
  await source.put('libs/app/a.txt', 'a');
});
afterAll(() => Promise.all([source.stop(), target.stop()]));

const api = '/distribution/api/v1';
async function ask(method: string, path: string, body?: object, headers: Record<string, string> = {}) {
  const answer = await fetch(`${source.baseUrl}${api}${path}`, {
    method,
    headers: { ...source.headersOf('admin'), ...(body ? { 'content-type': 'application/json' } : {}), ...headers },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  const text = await answer.text();
  return { status: answer.status, headers: answer.headers, body: text === '' ? undefined : JSON.parse(text) };
}

const everySite = { site_name: '*', city_name: '*', country_codes: ['*'] };
const bundle = {
  name: 'd1',
  version: '1',
  dry_run: false,
  sign_immediately: false,
  storing_repository: '',
  description: '',
  release_notes: {},
  spec: {
    queries: [
      {
        aql: 'items.find({"$or":[{"$and":[{"path":{"$match":"*"},"name":{"$match":"*"},"repo":"libs"}]}]}).include("name","repo","path","actual_md5")',
        query_name: 'q',
        mappings: [{ input: '(.*)/(.*)', output: '$1/out/$2' }],
        added_props: [{ key: 'stage', values: ['gold'] }],
      },
    ],
  },
};

it('says what it is, before sign-in and after', async () => {
  expect((await fetch(`${source.baseUrl}${api}/system/ping`)).status).toBe(200);
  expect((await fetch(`${source.baseUrl}${api}/system/info`)).status).toBe(401);
  expect((await ask('GET', '/system/info')).body).toMatchObject({ status: 'STABLE', version: expect.stringMatching(/^2\./), service_id: expect.any(String) });
});

it('creates, changes and signs as command lines ask it to', async () => {
  const dry = await ask('POST', '/release_bundle', { ...bundle, dry_run: true });
  expect([dry.status, dry.body.artifacts.length]).toEqual([200, 1]);
  expect((await ask('GET', '/release_bundle/d1/1')).status).toBe(404);
  expect((await ask('POST', '/release_bundle', bundle, { 'x-gpg-passphrase': 'not used' })).status).toBe(201);
  expect((await ask('POST', '/release_bundle', bundle)).status).toBe(409);
  const { name: _, version: __, ...rest } = bundle;
  const changed = await ask('PUT', '/release_bundle/d1/1', {
    ...rest,
    description: 'second thoughts',
    release_notes: { syntax: 'markdown', content: '# New' },
  });
  expect([changed.status, changed.body.description]).toEqual([200, 'second thoughts']);
  const signed = await ask('POST', '/release_bundle/d1/1/sign', { storing_repository: '' });
  expect([signed.status, signed.headers.get('x-checksum-sha256')]).toEqual([200, expect.stringMatching(/^[0-9a-f]{64}$/)]);
  const { body } = await ask('GET', '/release_bundle/d1/1');
  expect(body).toMatchObject({ state: 'SIGNED', status: 'Not distributed', release_notes: { syntax: 'markdown', content: '# New' } });
  expect(body.artifacts).toMatchObject([
    { sourceRepoPath: 'libs/app/a.txt', targetRepoPath: 'libs/app/out/a.txt', props: [{ key: 'stage', values: ['gold'] }] },
  ]);
  expect((await ask('GET', '/release_bundle')).body).toMatchObject([{ name: 'd1', version: '1' }]);
  expect((await ask('GET', '/release_bundle/d1')).body).toMatchObject([{ name: 'd1', version: '1' }]);
  const at_once = await ask('POST', '/release_bundle', { ...bundle, version: '2', sign_immediately: true });
  expect([at_once.status, at_once.headers.get('x-checksum-sha256')]).toEqual([201, expect.stringMatching(/^[0-9a-f]{64}$/)]);
  expect((await ask('DELETE', '/release_bundle/d1/2')).status).toBe(204);
});

it('distributes by rules, tells how far that is, and deletes everywhere', async () => {
  const order = { dry_run: false, auto_create_missing_repositories: true, distribution_rules: [everySite] };
  expect((await ask('POST', '/distribution/d1/1', order)).status).toBe(400);
  await introduce(source, target, 'munich', await target.tokenFor('admin'));
  expect((await ask('POST', '/distribution/d1/1', { ...order, distribution_rules: [{ ...everySite, country_codes: ['FR'] }] })).status).toBe(400);
  const dry = await ask('POST', '/distribution/d1/1', { ...order, dry_run: true });
  expect([dry.status, dry.body]).toEqual([200, { id: 0, sites: [{ service_id: 'jfrt@munich', name: 'munich', type: 'artifactory' }] }]);
  const started = await ask('POST', '/distribution/d1/1', order);
  expect([started.status, started.body.sites.length]).toEqual([202, 1]);
  const tracker = async () => (await ask('GET', `/release_bundle/d1/1/distribution/${started.body.id}`)).body;
  await expect.poll(async () => (await tracker()).status).toBe('Completed');
  expect(await tracker()).toMatchObject({
    distribution_id: started.body.id,
    type: 'distribute',
    release_bundle_name: 'd1',
    release_bundle_version: '1',
    storing_repository: 'release-bundles',
    distribution_rules: [everySite],
    sites: [{ status: 'Completed', general_error: '', target_artifactory: { name: 'munich' }, total_files: 1, distributed_files: 1, distributed_bytes: 1 }],
  });
  for (const path of ['/release_bundle/distribution', '/release_bundle/d1/distribution', '/release_bundle/d1/1/distribution'])
    expect((await ask('GET', path)).body).toMatchObject([{ distribution_id: started.body.id }]);
  expect((await target.read('libs/app/out/a.txt')).text).toBe('a');
  const gone = await ask('POST', '/distribution/d1/1/delete', { dry_run: false, on_success: 'delete', distribution_rules: [everySite] });
  expect(gone.status).toBe(202);
  await expect.poll(async () => (await ask('GET', `/release_bundle/d1/1/distribution/${gone.body.id}`)).status).toBe(404);
  expect((await target.read('libs/app/out/a.txt')).status).toBe(404);
});

it('takes the key pair that is to sign', async () => {
  const { generateKey } = await import('openpgp');
  const { privateKey, publicKey } = await generateKey({ userIDs: [{ name: 'release' }], passphrase: 'open', format: 'armored' });
  const pair = { private_key: privateKey, public_key: publicKey };
  expect((await ask('PUT', '/keys/gpg', pair)).status).toBe(400);
  const { status, body } = await ask('PUT', '/keys/pgp', pair, { 'x-gpg-passphrase': 'open' });
  expect([status, body.fingerprint]).toEqual([200, expect.stringMatching(/^[0-9a-f]{40,}$/)]);
  const signed = await ask('POST', '/release_bundle', { ...bundle, version: '3', sign_immediately: true });
  expect(signed.status).toBe(201);
});
