import { getSetMeUp } from '@packhouse/contract/repositories/package-routes.ts';
import { updateWebServer, WebServer } from '@packhouse/contract/repositories/web-server-routes.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RepositoryTestPlatform, startRepositoryPlatform } from '../repository-test-platform.ts';

let test: RepositoryTestPlatform;
beforeAll(async () => {
  test = await startRepositoryPlatform({ actors: { somebody: {} } });
  await test.create({ class: 'local', key: 'hidden-rpm', format: 'rpm' });
  await test.create({ class: 'local', key: 'hidden-docker', format: 'docker' });
});
afterAll(() => test?.stop());

describe('a repository that somebody may not read', () => {
  it.each(['somebody', 'anonymous'])('has no signing key for %s, as if it did not exist', async (as) => {
    const answers = await Promise.all(
      ['hidden-rpm', 'hidden-docker', 'nowhere'].map(async (key) => {
        const answer = await test.ask(`api/security/keypair/public/repositories/${key}`, { as });
        return [answer.status, (await answer.text()).replace(/"requestId":"[^"]*"/, '')];
      }),
    );
    expect(answers[0]).toEqual(answers[2]);
    expect(answers[1]).toEqual(answers[2]);
    expect((await test.ask('api/security/keypair/public/repositories/hidden-rpm')).status).toBe(200);
  });

  it('has no place that Set Me Up would tell', async () => {
    const body = WebServer.parse({
      serverName: 'packages.example.test',
      dockerReverseProxyMethod: 'PORTPERREPO',
      reverseProxyRepositories: [{ repoKey: 'hidden-docker', port: 5001 }],
    });
    await test.call(updateWebServer, { body });
    const registryFor = async (as: string, repoKey: string) => (await test.call(getSetMeUp, { query: { repoKey } }, { as })).registry;
    expect(JSON.stringify(await registryFor('admin', 'hidden-docker'))).toContain('5001');
    expect(await registryFor('somebody', 'hidden-docker')).toBeUndefined();
    expect(await registryFor('somebody', 'nowhere')).toBeUndefined();
  });
});
