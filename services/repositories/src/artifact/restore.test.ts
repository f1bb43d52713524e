import { restoreArtifact } from '@packhouse/contract/repositories/artifact-routes.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type RepositoryTestPlatform, startRepositoryPlatform } from '../repository-test-platform.ts';

const grant = (include: string[], actions: ('read' | 'deploy')[]) => ({
  permission: 'p',
  resourceType: 'repository' as const,
  names: ['libs'],
  include,
  exclude: [],
  actions,
  through: 'test',
});

describe('who may restore what was deleted', () => {
  let test: RepositoryTestPlatform;
  const restore = (from: string, as = 'mine', to?: string) =>
    test.ask(`api/trash/restore/libs${from}${to === undefined ? '' : `?to=${encodeURIComponent(to)}`}`, { method: 'POST', as });
  const readStatus = async (path: string) => (await test.ask(`libs/${path}`)).status;

  beforeAll(async () => {
    test = await startRepositoryPlatform({
      actors: {
        mine: { grants: [grant(['mine/**'], ['read', 'deploy'])] },
        looking: { grants: [grant(['mine/**'], ['read', 'deploy']), grant(['theirs/**'], ['read'])] },
      },
    });
    await test.create({ class: 'local', key: 'libs', format: 'generic', settings: { excludePatterns: ['closed/**'] } });
  });
  afterAll(() => test?.stop());
  beforeEach(async () => {
    await test.ask('api/trash/empty', { method: 'POST' });
    for (const path of ['mine/old.txt', 'theirs/secret.txt']) {
      await test.put(`libs/${path}`, path);
      await test.ask(`libs/${path}`, { method: 'DELETE' });
    }
  });

  it.each(['mine', 'looking'])('brings nothing of others to one’s own place: %s', async (as) => {
    for (const answer of [await restore('', as, '/libs/mine'), await restore('/theirs', as, '/libs/mine/got')]) {
      expect(answer.status).toBe(403);
      // Nor does the refusal name what was deleted there.
      expect(await answer.text()).not.toContain('secret');
    }
    const console = test.call(restoreArtifact, { body: { repoKey: 'libs', path: 'theirs' } }, { as });
    await expect(console).rejects.toMatchObject({ code: 'forbidden' });
    expect((await restore('/theirs', 'admin')).status).toBe(200);
    expect(await readStatus('theirs/secret.txt')).toBe(200);
    await test.ask('libs/theirs', { method: 'DELETE' });
  });

  it('brings back what is one’s own, also to another place', async () => {
    expect((await restore('/mine/old.txt', 'mine', '/libs/mine/new.txt')).status).toBe(200);
    expect(await readStatus('mine/new.txt')).toBe(200);
    await test.ask('libs/mine', { method: 'DELETE' });
    await test.call(restoreArtifact, { body: { repoKey: 'libs', path: 'mine/new.txt' } }, { as: 'mine' });
    expect(await readStatus('mine/new.txt')).toBe(200);
    await test.ask('libs/mine', { method: 'DELETE' });
  });

  it('puts nothing where nothing may be deployed', async () => {
    const answer = await restore('/mine/old.txt', 'admin', '/libs/closed/old.txt');
    expect([answer.status, await answer.text()]).toEqual([409, expect.stringContaining('closed/old.txt')]);
    expect((await restore('/mine/old.txt', 'mine')).status).toBe(200);
    await test.ask('libs/mine', { method: 'DELETE' });
  });
});
