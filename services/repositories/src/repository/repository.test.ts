import {
  createRepository,
  deleteRepository,
  listRepositories,
  readRepository,
  testRepositoryConnection,
  updateRepository,
} from '@packhouse/contract/repositories/repository-routes.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RepositoryTestPlatform, startRepositoryPlatform } from '../repository-test-platform.ts';

describe('repositories', () => {
  let test: RepositoryTestPlatform;
  const json = { 'content-type': 'application/json' };

  beforeAll(async () => {
    test = await startRepositoryPlatform({
      actors: {
        alice: {
          grants: [
            { permission: 'team', resourceType: 'repository', names: ['seen'], include: [], exclude: [], actions: ['read', 'manage'], through: 'user alice' },
          ],
        },
      },
    });
  });
  afterAll(() => test?.stop());

  it('CORE-001 ADMIN-020 creates, reads, updates, lists and deletes each class by console calls', async () => {
    const { call } = test;
    const local = await call(createRepository, { body: { class: 'local', key: 'libs', format: 'generic', description: 'Our own' } });
    expect(local).toMatchObject({ key: 'libs', class: 'local', settings: { handleReleases: true, includePatterns: ['**'] } });
    await call(createRepository, {
      body: { class: 'remote', key: 'outside', format: 'generic', settings: { url: 'https://files.example.org/x' }, password: 'hush' },
    });
    const virtual = await call(createRepository, {
      body: { class: 'virtual', key: 'all', format: 'generic', members: ['libs', 'outside'], settings: { defaultDeployment: 'libs' } },
    });
    expect(virtual).toMatchObject({ members: ['libs', 'outside'], settings: { defaultDeployment: 'libs', claims: true } });

    const remote = await call(readRepository, { params: { key: 'outside' } });
    expect(remote).toMatchObject({ hasPassword: true, usedBy: ['all'] });
    expect(JSON.stringify(remote)).not.toContain('hush');

    const changed = await call(updateRepository, { params: { key: 'libs' }, body: { description: 'Changed', settings: { excludePatterns: ['tmp/**'] } } });
    expect(changed).toMatchObject({ description: 'Changed', settings: { excludePatterns: ['tmp/**'], includePatterns: ['**'] } });
    await call(updateRepository, { params: { key: 'all' }, body: { members: ['outside', 'libs'] } });
    expect(await call(readRepository, { params: { key: 'all' } })).toMatchObject({ members: ['outside', 'libs'] });

    await call(updateRepository, { params: { key: 'all' }, body: { members: ['outside'], settings: { defaultDeployment: null } } });
    expect((await call(readRepository, { params: { key: 'all' } })).settings).not.toHaveProperty('defaultDeployment');
    await call(updateRepository, { params: { key: 'all' }, body: { members: ['outside', 'libs'], settings: { defaultDeployment: 'libs' } } });

    expect((await call(listRepositories, { query: { class: 'virtual' } })).items.map((item) => item.key)).toEqual(['all']);
    expect((await call(listRepositories, { query: { search: 'chang' } })).items.map((item) => item.key)).toEqual(['libs']);
    const first = await call(listRepositories, { query: { limit: 2 } });
    expect([first.items.map((item) => item.key), first.total]).toEqual([['all', 'libs'], 3]);
    expect((await call(listRepositories, { query: { limit: 2, ...(first.next ? { after: first.next } : {}) } })).items.map((item) => item.key)).toEqual([
      'outside',
    ]);
    expect(test.audited.map((entry) => entry.action)).toContain('repository.created');
  });

  it('CORE-001 refuses to delete a member of a virtual repository unless forced', async () => {
    await expect(test.call(deleteRepository, { params: { key: 'libs' } })).rejects.toMatchObject({ code: 'repository_in_use', detail: { users: ['all'] } });
    await test.put('libs/a.txt', 'content');
    await test.call(deleteRepository, { params: { key: 'libs' }, query: { force: 'true' } });
    await expect(test.call(readRepository, { params: { key: 'libs' } })).rejects.toMatchObject({ code: 'repository_not_found' });
    expect((await test.ask('libs/a.txt')).status).toBe(404);
  });

  it.each(['-x', 'a b', 'api', 'x-cache', 'a/b', 'x'.repeat(65), '..', 'ä'])('CORE-001 refuses the key %s', async (key) => {
    await expect(test.call(createRepository, { body: { class: 'local', key, format: 'generic' } })).rejects.toMatchObject({ code: 'invalid_input' });
  });

  it('ADMIN-021 refuses a key that is taken', async () => {
    await test.create({ class: 'local', key: 'taken', format: 'generic' });
    await expect(test.call(createRepository, { body: { class: 'local', key: 'taken', format: 'npm' } })).rejects.toMatchObject({ code: 'repository_exists' });
  });

  it('refuses members of another format, unknown members and circles', async () => {
    await test.create({ class: 'local', key: 'js', format: 'npm' });
    await test.create({ class: 'virtual', key: 'nest-1', format: 'generic', members: ['taken'] });
    await test.create({ class: 'virtual', key: 'nest-2', format: 'generic', members: ['nest-1'] });
    const change = (members: string[]) => test.call(updateRepository, { params: { key: 'nest-1' }, body: { members } });
    await expect(change(['js'])).rejects.toMatchObject({ code: 'invalid_input' });
    await expect(change(['nowhere'])).rejects.toMatchObject({ code: 'invalid_input' });
    await expect(change(['nest-2'])).rejects.toMatchObject({ code: 'invalid_input' });
  });

  it('lets a manager change a repository but not create or delete one, and shows only what may be seen', async () => {
    await test.create({ class: 'local', key: 'seen', format: 'generic' });
    const as = { as: 'alice' };
    expect((await test.call(listRepositories, {}, as)).items.map((item) => item.key)).toEqual(['seen']);
    await test.call(updateRepository, { params: { key: 'seen' }, body: { description: 'by alice' } }, as);
    await expect(test.call(updateRepository, { params: { key: 'taken' }, body: {} }, as)).rejects.toMatchObject({ code: 'forbidden' });
    await expect(test.call(deleteRepository, { params: { key: 'seen' } }, as)).rejects.toMatchObject({ code: 'forbidden' });
    await expect(test.call(readRepository, { params: { key: 'taken' } }, as)).rejects.toMatchObject({ code: 'repository_not_found' });
  });

  it('CORE-001 offers the same by REST, with the words of existing clients', async () => {
    const put = (key: string, config: object) =>
      test.ask(`api/repositories/${key}`, {
        method: 'PUT',
        body: JSON.stringify(config),
        headers: { 'content-type': 'application/vnd.org.jfrog.artifactory.repositories.LocalRepositoryConfiguration+json' },
      });
    expect((await put('rest-local', { rclass: 'local', packageType: 'generic', includesPattern: 'a/**,b/**' })).status).toBe(200);
    expect((await put('rest-local', { rclass: 'local', packageType: 'generic' })).status).toBe(400);
    expect(
      (await put('rest-remote', { rclass: 'remote', packageType: 'generic', url: 'https://files.example.org', username: 'u', password: 'p' })).status,
    ).toBe(200);
    expect(
      (await put('rest-all', { rclass: 'virtual', packageType: 'generic', repositories: ['rest-local', 'rest-remote'], defaultDeploymentRepo: 'rest-local' }))
        .status,
    ).toBe(200);
    const config = await (await test.ask('api/repositories/rest-remote')).json();
    expect(config).toMatchObject({ key: 'rest-remote', rclass: 'remote', packageType: 'generic', password: '********', url: 'https://files.example.org' });
    const update = await test.ask('api/repositories/rest-remote', { method: 'POST', headers: json, body: JSON.stringify({ ...config, description: 'again' }) });
    expect(update.status).toBe(200);
    expect(await test.call(readRepository, { params: { key: 'rest-remote' } })).toMatchObject({ description: 'again', hasPassword: true });
    const listed = await (await test.ask('api/repositories?type=virtual&packageType=generic')).json();
    expect(listed).toContainEqual(expect.objectContaining({ key: 'rest-all', type: 'VIRTUAL', packageType: 'generic' }));
    // Of a word that is said twice the first one counts.
    expect(await (await test.ask('api/repositories?type=virtual&type=local&packageType=generic')).json()).toEqual(listed);
    const without = { rclass: 'virtual', packageType: 'generic', repositories: ['rest-remote'], defaultDeploymentRepo: '' };
    expect((await test.ask('api/repositories/rest-all', { method: 'POST', headers: json, body: JSON.stringify(without) })).status).toBe(200);
    expect((await test.call(readRepository, { params: { key: 'rest-all' } })).settings).not.toHaveProperty('defaultDeployment');
    expect((await test.ask('api/repositories/nowhere')).status).toBe(400);
    expect((await test.ask('api/repositories/rest-all', { method: 'DELETE' })).status).toBe(200);
  });

  it('says whether an upstream can be reached', async () => {
    const reached = await test.call(testRepositoryConnection, {
      body: { format: 'generic', url: `${test.baseUrl}/artifactory/api/system/ping`, allowPrivate: true },
    });
    expect(reached).toMatchObject({ reached: true, status: 200 });
    const closed = await test.call(testRepositoryConnection, { body: { format: 'generic', url: 'http://127.0.0.1:9', allowPrivate: true } });
    expect(closed.reached).toBe(false);
  });
});
