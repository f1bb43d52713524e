import { createProject } from '@packhouse/contract/access/access-project-routes.ts';
import { createUser } from '@packhouse/contract/access/access-user-routes.ts';
import { listEnvironments } from '@packhouse/contract/shell/shell-routes.ts';
import { startTestPlatform, type TestPlatform } from '@packhouse/testkit/start-test-platform.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { accessService } from '../service.ts';

const password = 'Secret-pass-1';
let test: TestPlatform;
beforeAll(async () => {
  test = await startTestPlatform({ services: [accessService], jobs: false });
  await test.call(createUser, { body: { name: 'ann', password } });
  for (const key of ['red', 'blue']) await test.call(createProject, { body: { key, name: key } });
});
afterAll(() => test?.stop());

const ann = { authorization: `Basic ${Buffer.from(`ann:${password}`).toString('base64')}` };

async function ask(method: string, path: string, body?: object, as = 'admin') {
  const headers = { 'content-type': 'application/json', ...(as === 'ann' ? ann : test.headersOf(as)) };
  const answer = await fetch(`${test.baseUrl}/access/api/v2/${path}`, { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) });
  const text = await answer.text();
  return { status: answer.status, body: text === '' ? undefined : JSON.parse(text) };
}

/** As the Terraform provider sends a new stage. */
const stage = (name: string, more: object = {}) => ({ name, scope: '', category: 'promote', created: 0, modified: 0, total_repository_count: 0, ...more });
const names = async () => (await test.call(listEnvironments, {})).filter(({ project }) => project === undefined).map(({ name }) => name);

it('API-002 makes, changes and removes stages of all and of a project', async () => {
  const made = await ask('POST', 'stages', stage('QA'));
  const told = { name: 'QA', scope: 'global', category: 'promote', repositories: [], used_in_lifecycles: [], total_repository_count: 0 };
  expect(made).toMatchObject({ status: 201, body: { ...told, created: expect.any(Number), modified: expect.any(Number) } });
  expect((await ask('POST', 'stages', stage('QA'))).status).toBe(409);
  expect((await ask('GET', 'stages/QA')).body).toEqual(made.body);
  const own = await ask('POST', 'stages', stage('red-smoke', { project_key: 'red' }));
  expect(own).toMatchObject({ status: 201, body: { name: 'red-smoke', scope: 'project', project_key: 'red' } });
  expect([(await ask('GET', 'stages/red-smoke?project_key=red')).status, (await ask('GET', 'stages/red-smoke')).status]).toEqual([200, 404]);
  expect((await ask('GET', 'stages/QA?project_key=red')).status).toBe(404);
  const changed = await ask('PATCH', 'stages/red-smoke?project_key=red', { name: 'red-build', category: 'code' });
  expect(changed).toMatchObject({ status: 200, body: { name: 'red-build', category: 'code' } });
  expect((await ask('GET', 'stages?project_key=red')).body.map(({ name }: { name: string }) => name)).toEqual(['DEV', 'QA', 'PROD', 'red-build']);
  expect((await ask('DELETE', 'stages/red-build?project_key=red')).status).toBe(204);
  expect((await ask('DELETE', 'stages/red-build?project_key=red')).status).toBe(404);
  for (const name of ['DEV', 'PROD']) expect((await ask('DELETE', `stages/${name}`)).status).toBe(403);
  expect((await ask('POST', 'stages', stage('ODD', { repositories: ['libs'] }))).status).toBe(400);
  expect((await ask('POST', 'stages', stage('ODD', { category: 'release' }))).status).toBe(400);
});

it('API-002 says in what order stages follow, for all and for a project, and lists environments so', async () => {
  for (const name of ['ALPHA', 'ZETA']) expect((await ask('POST', 'stages', stage(name))).status).toBe(201);
  expect((await ask('GET', 'lifecycle')).body).toEqual({
    promote_stages: ['DEV'],
    release_stage: 'PROD',
    categories: [
      { category: 'code', stages: [] },
      { category: 'promote', stages: [{ name: 'DEV', scope: 'global' }] },
    ],
  });
  const order = ['ZETA', 'DEV', 'ALPHA'];
  expect(await ask('PATCH', 'lifecycle', { promote_stages: order })).toMatchObject({ status: 200, body: { promote_stages: order } });
  expect(await names()).toEqual(['ZETA', 'DEV', 'ALPHA', 'QA', 'PROD']);
  expect((await ask('GET', 'lifecycle?project_key=red')).body).toMatchObject({ project_key: 'red', promote_stages: order });
  await ask('POST', 'stages', stage('red-first', { project_key: 'red' }));
  const own = await ask('PATCH', 'lifecycle?project_key=red', { project_key: 'red', promote_stages: ['red-first', 'ALPHA'] });
  expect(own.body.categories[1].stages).toEqual([
    { name: 'red-first', scope: 'project' },
    { name: 'ALPHA', scope: 'global' },
  ]);
  expect((await ask('GET', 'stages/ALPHA')).body.used_in_lifecycles).toEqual(['red']);
  expect((await ask('GET', 'lifecycle?project_key=blue')).body.promote_stages).toEqual(order);
  expect((await ask('PATCH', 'lifecycle?project_key=blue', { promote_stages: ['red-first'] })).status).toBe(400);
  for (const refused of [['NOWHERE'], ['PROD'], ['DEV', 'DEV']]) expect((await ask('PATCH', 'lifecycle', { promote_stages: refused })).status).toBe(400);
  expect((await ask('PATCH', 'lifecycle', { promote_stages: [], release_stage: 'QA' })).status).toBe(400);
  expect((await ask('DELETE', 'stages/ALPHA')).status).toBe(409);
  expect((await ask('PATCH', 'stages/ALPHA', { category: 'none' })).status).toBe(409);
  expect((await ask('PATCH', 'lifecycle?project_key=red', { promote_stages: [] })).body.promote_stages).toEqual([]);
  await ask('PATCH', 'lifecycle', { promote_stages: ['DEV'] });
  expect((await ask('DELETE', 'stages/ALPHA')).status).toBe(204);
});

it('API-002 lets administrators change stages and their order, and strangers neither change nor see those of a project', async () => {
  expect((await ask('POST', 'stages', stage('MINE'), 'ann')).status).toBe(403);
  expect((await ask('PATCH', 'lifecycle', { promote_stages: [] }, 'ann')).status).toBe(403);
  expect((await ask('GET', 'stages?project_key=red', undefined, 'ann')).status).toBe(403);
  expect((await ask('GET', 'lifecycle', undefined, 'ann')).status).toBe(200);
  expect((await ask('GET', 'lifecycle', undefined, 'anonymous')).status).toBe(401);
});
