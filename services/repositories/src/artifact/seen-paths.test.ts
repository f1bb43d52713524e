import { randomUUID } from 'node:crypto';
import { artifactDetails, browseTree, downloadFolder } from '@packhouse/contract/repositories/artifact-routes.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type RepositoryTestPlatform, startRepositoryPlatform } from '../repository-test-platform.ts';

const grant = (names: string[], include: string[], exclude: string[] = []) => ({
  permission: 'p',
  resourceType: 'repository' as const,
  names,
  include,
  exclude,
  actions: ['read', 'annotate', 'delete', 'deploy'] as ('read' | 'annotate' | 'delete' | 'deploy')[],
  through: 'test',
});

let test: RepositoryTestPlatform;
const hidden = [`payroll-${randomUUID()}`, `plans-${randomUUID()}`] as const;
const names = ['files', 'other', 'all'];
const readers = { member: 'public/** alone', most: 'all but the hidden', anonymous: 'public/** alone' };

beforeAll(async () => {
  test = await startRepositoryPlatform({
    anonymous: [grant(['files', 'other'], ['public/**', 'deep/in/the/open/**'])],
    actors: {
      member: { grants: [grant(['files', 'other'], ['public/**', 'deep/in/the/open/**'])] },
      most: { grants: [grant(['files', 'other'], [], [`${hidden[0]}/**`, 'deep/in/secret/**'])] },
    },
  });
  for (const key of ['files', 'other']) {
    await test.create({ class: 'local', key, format: 'generic' });
    await test.put(`${key}/public/read-me.txt`, 'read me');
    await test.put(`${key}/deep/in/the/open/note.txt`, 'note');
    await test.put(`${key}/${hidden[0]}/${hidden[1]}.txt`, `words of ${hidden[1]}`);
    await test.put(`${key}/deep/in/secret/${hidden[1]}.txt`, 'more');
  }
  await test.create({ class: 'virtual', key: 'all', format: 'generic', members: ['files', 'other'] });
});
afterAll(() => test?.stop());

/** Calls that list, below `/artifactory/`. */
const listings = (key: string) => [
  `api/storage/${key}`,
  `api/storage/${key}?list&deep=1&listFolders=1&includeRootPath=1`,
  `api/storage/${key}?lastModified`,
  `api/storage/${key}/deep?list&deep=1&listFolders=1`,
  `api/storage/${key}/deep/in`,
  `${key}/`,
  `${key}/deep/`,
  `${key}/deep/in/`,
];

it.each(Object.entries(readers))('lists to %s, who may read %s, no name of anything else', async (as) => {
  for (const path of names.flatMap(listings)) {
    const answer = await test.ask(path, { as });
    const text = await answer.text();
    expect({ path, status: answer.status }).toEqual({ path, status: 200 });
    for (const secret of [...hidden, 'secret']) expect({ path, tells: text.includes(secret) }).toEqual({ path, tells: false });
  }
});

it.each(Object.entries(readers))('shows %s the way to what they may read', async (as) => {
  for (const key of names) {
    const listed = (await (await test.ask(`api/storage/${key}?list&deep=1&listFolders=1`, { as })).json()) as { files: { uri: string }[] };
    expect(listed.files.map(({ uri }) => uri).sort()).toEqual(
      ['/deep', '/deep/in', '/deep/in/the', '/deep/in/the/open', '/deep/in/the/open/note.txt', '/public', '/public/read-me.txt'].sort(),
    );
    for (const [path, next] of [
      ['', 'deep'],
      ['deep', 'in'],
      ['deep/in', 'the'],
      ['deep/in/the', 'open'],
      ['deep/in/the/open', 'note.txt'],
    ] as const) {
      const { items } = await test.call(browseTree, { body: { repoKey: key, path, limit: 50 } }, { as });
      expect(items.map(({ name }) => name)).toContain(next);
      expect(items.map(({ name }) => name).filter((name) => name !== 'public')).toEqual([next]);
    }
  }
});

it.each(Object.keys(readers))('tells %s nothing of a hidden folder itself', async (as) => {
  await test.ask(`api/storage/files/${hidden[0]}?properties=owner=board`, { method: 'PUT' });
  for (const key of names)
    for (const path of [
      `api/storage/${key}/${hidden[0]}`,
      `api/storage/${key}/${hidden[0]}?list`,
      `api/storage/${key}/${hidden[0]}?properties`,
      `${key}/${hidden[0]}/`,
    ])
      expect({ path, status: [401, 403, 404].includes((await test.ask(path, { as })).status) }).toEqual({ path, status: true });
});

it('tells of a folder that is only on the way no properties', async () => {
  await test.ask('api/storage/files/deep?properties=owner=board&recursive=0', { method: 'PUT' });
  const about = await test.call(artifactDetails, { query: { repoKey: 'files', path: 'deep' } }, { as: 'member' });
  expect(about.properties).toEqual({});
  expect((await test.ask('api/storage/files/deep?properties', { as: 'member' })).status).toBe(404);
});

it('names nothing hidden where a whole folder may not be deleted', async () => {
  const answer = await test.ask('files/deep', { method: 'DELETE', as: 'most' });
  expect(answer.status).toBe(403);
  expect(await answer.text()).not.toContain('secret');
});

it('packs no hidden file into a folder’s archive', async () => {
  const answer = await fetch(`${test.baseUrl}${downloadFolder.url}?repoKey=files&path=deep&archiveType=tar`, { headers: test.headersOf('most') });
  const text = await answer.text();
  expect(answer.status).toBe(200);
  expect(text).toContain('note.txt');
  expect(text).not.toContain('secret');
});
