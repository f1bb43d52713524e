import { createGroup } from '@packhouse/contract/access/access-group-routes.ts';
import { createPermission } from '@packhouse/contract/access/access-permission-routes.ts';
import { createUser } from '@packhouse/contract/access/access-user-routes.ts';
import { startTestPlatform, type TestPlatform } from '@packhouse/testkit/start-test-platform.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { configuredServices } from './services.ts';

let test: TestPlatform;
const password = 'A-password-1';
const basic = (name: string) => ({ authorization: `Basic ${Buffer.from(`${name}:${password}`).toString('base64')}` });
beforeAll(async () => {
  test = await startTestPlatform({ services: configuredServices({ services: ['access', 'repositories'] }), jobs: false });
  for (const name of ['ann', 'bob']) await test.call(createUser, { body: { name, password, email: '' } });
  await test.call(createGroup, { body: { name: 'viewers' } });
  const headers = { ...test.headersOf('admin'), 'content-type': 'application/json' };
  const body = JSON.stringify({ rclass: 'local', packageType: 'generic' });
  await fetch(`${test.baseUrl}/artifactory/api/repositories/libs`, { method: 'PUT', headers, body });
  for (const path of ['org/a.txt', 'secret/b.txt'])
    await fetch(`${test.baseUrl}/artifactory/libs/${path}`, { method: 'PUT', headers: test.headersOf('admin'), body: 'content' });
  await fetch(`${test.baseUrl}/artifactory/api/repositories/nothing`, {
    method: 'PUT',
    headers,
    body: JSON.stringify({ rclass: 'virtual', packageType: 'generic' }),
  });
  const section = { resourceType: 'repository' as const, names: ['libs'] };
  const ann = { name: 'ann', actions: ['read' as const, 'deploy' as const], keptActions: ['managedXrayMeta' as const, 'distribute' as const] };
  const sections = [
    { ...section, include: ['org/**'], users: [ann], groups: [{ name: 'viewers', actions: ['read' as const] }] },
    { ...section, names: ['ANY LOCAL'], users: [{ name: 'ann', actions: ['annotate' as const] }] },
    { ...section, names: ['other'], users: [{ name: 'bob', actions: ['manage' as const] }] },
  ];
  await test.call(createPermission, { body: { name: 'of libs', sections } });
  await test.call(createPermission, {
    body: { name: 'bobs', sections: [{ ...section, names: ['libs', 'nothing'], users: [{ name: 'bob', actions: ['read', 'manage'] }] }] },
  });
});
afterAll(() => test?.stop());

async function ask(path: string, headers: Record<string, string> = test.headersOf('admin'), repository = 'libs') {
  const answer = await fetch(`${test.baseUrl}/artifactory/api/storage/${repository}${path}?permissions`, { headers });
  return { status: answer.status, body: (await answer.json()) as { uri?: string; principals?: { users: Record<string, string[]>; groups: object } } };
}

it('API-003 says whom permissions name for a file or folder, and what they may do there', async () => {
  const { status, body } = await ask('/org/a.txt');
  expect(status).toBe(200);
  expect(body.uri).toMatch(/\/api\/storage\/libs\/org\/a\.txt$/);
  expect(body.principals).toMatchObject({ users: { ann: ['w', 'n', 'r', 'mxm', 'x'], bob: ['m', 'r'] }, groups: { viewers: ['r'] } });
  const secret = (await ask('/secret/b.txt')).body.principals;
  expect(secret?.users).toMatchObject({ ann: ['n'], bob: ['m', 'r'] });
  expect(secret?.groups).not.toHaveProperty('viewers');
  expect((await ask('')).body.principals).toMatchObject({ users: { ann: ['w', 'n', 'r', 'mxm', 'x'] }, groups: { viewers: ['r'] } });
});

it('API-003 tells it to those who manage the place only', async () => {
  expect((await ask('/org/a.txt', basic('bob'))).status).toBe(200);
  expect((await ask('/org/a.txt', basic('ann'))).status).toBe(403);
  expect((await ask('/org/a.txt', {})).status).toBe(401);
  expect((await ask('/org/none.txt')).status).toBe(404);
});

it('API-003 tells it of a virtual repository without members', async () => {
  expect(await ask('', test.headersOf('admin'), 'nothing')).toMatchObject({ status: 200, body: { principals: { users: { bob: ['m', 'r'] } } } });
});
