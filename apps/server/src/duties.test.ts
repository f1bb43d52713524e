import { createPermission } from '@packhouse/contract/access/access-permission-routes.ts';
import { createUser, updateUser } from '@packhouse/contract/access/access-user-routes.ts';
import { currentUser } from '@packhouse/contract/access/auth-sign-in-routes.ts';
import { createHook, deleteHook, listHooks } from '@packhouse/contract/events/hook-routes.ts';
import { createRepository, deleteRepository, listRepositories, updateRepository } from '@packhouse/contract/repositories/repository-routes.ts';
import { startTestPlatform, type TestPlatform } from '@packhouse/testkit/start-test-platform.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { configuredServices } from './services.ts';

let test: TestPlatform;
const password = 'Duties-test-1';
const as = (user: string) => ({ as: { user, password } });

beforeAll(async () => {
  test = await startTestPlatform({ services: configuredServices({ services: ['access', 'repositories', 'events'] }), jobs: false });
  for (const name of ['hooker', 'keeper', 'plain']) {
    await test.call(createUser, { body: { name, password } });
    await test.call(updateUser, { params: { name }, body: { groups: [] } });
  }
  await test.call(createRepository, { body: { class: 'local', format: 'generic', key: 'depot' } });
});
afterAll(() => test?.stop());

/** As existing clients give users a duty, themselves or by a group. */
async function put(path: string, body: object): Promise<void> {
  const headers = { ...test.headersOf('admin'), 'content-type': 'application/json' };
  const answer = await fetch(`${test.baseUrl}/artifactory/api/security/${path}`, { method: 'PUT', headers, body: JSON.stringify(body) });
  expect(answer.status, `${path}: ${await answer.text()}`).toBeLessThan(300);
}
const forbidden = { code: 'forbidden' };
const hook = {
  key: 'told',
  event_filter: { domain: 'artifact' as const, event_types: ['deployed'], criteria: { anyLocal: true } },
  handlers: [{ handler_type: 'webhook' as const, url: 'https://hooks.example.test/in' }],
};

it('API-002 lets whoever keeps webhooks by a duty of their group make, see and delete them, and administer nothing else', async () => {
  await expect(test.call(listHooks, { query: {} }, as('hooker'))).rejects.toMatchObject(forbidden);
  await put('groups/hook-keepers', { manageWebhook: true, userNames: ['hooker'] });
  expect((await test.call(currentUser, {}, as('hooker'))).duties).toEqual(['webhooks']);
  const subscription = await fetch(`${test.baseUrl}/event/api/v1/subscriptions`, { headers: test.headersOf({ user: 'hooker', password }) });
  expect(subscription.status).toBe(200);
  const { key } = await test.call(createHook, { body: hook }, as('hooker'));
  expect((await test.call(listHooks, { query: {} }, as('hooker'))).items.map((one) => one.key)).toEqual([key]);
  await test.call(deleteHook, { params: { key } }, as('hooker'));
  for (const name of ['plain', 'keeper']) await expect(test.call(listHooks, { query: {} }, as(name))).rejects.toMatchObject(forbidden);
  await expect(test.call(createUser, { body: { name: 'more', password } }, as('hooker'))).rejects.toMatchObject(forbidden);
});

it('API-002 lets whoever keeps resources by duty make, change and delete repositories, and read nothing in them', async () => {
  const made = { class: 'local', format: 'generic', key: 'shelf' } as const;
  await expect(test.call(createRepository, { body: made }, as('keeper'))).rejects.toMatchObject(forbidden);
  await put('groups/resource-keepers', { manageResources: true, userNames: ['keeper'] });
  expect((await test.call(currentUser, {}, as('keeper'))).duties).toEqual(['resources']);
  await test.call(createRepository, { body: made }, as('keeper'));
  await test.call(updateRepository, { params: { key: 'depot' }, body: { description: 'Kept' } }, as('keeper'));
  expect((await test.call(listRepositories, {}, as('keeper'))).items.map(({ key }) => key)).toEqual(expect.arrayContaining(['depot', 'shelf']));
  await fetch(`${test.baseUrl}/artifactory/depot/a.txt`, { method: 'PUT', headers: test.headersOf('admin'), body: 'a' });
  const read = (user: string) => fetch(`${test.baseUrl}/artifactory/depot/a.txt`, { headers: test.headersOf({ user, password }) });
  expect((await read('keeper')).status).toBe(403);
  const inside = { class: 'remote', format: 'generic', key: 'inside', settings: { url: 'http://127.0.0.1:1', allowPrivate: true } } as const;
  await expect(test.call(createRepository, { body: inside }, as('keeper'))).rejects.toMatchObject(forbidden);
  await test.call(deleteRepository, { params: { key: 'shelf' } }, as('keeper'));
  const section = { resourceType: 'repository' as const, names: ['depot'], users: [{ name: 'keeper', actions: ['read' as const] }] };
  await expect(test.call(createPermission, { body: { name: 'own', sections: [section] } }, as('keeper'))).rejects.toMatchObject(forbidden);
  await expect(test.call(createRepository, { body: made }, as('hooker'))).rejects.toMatchObject(forbidden);
});
