import type { Action, Grant } from '@packhouse/kernel/access/authorisation.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { computeDigest, pushImage, putManifest, readCode, startTestRegistry, type TestRegistry } from './test-registry.ts';

const grant = (name: string, include: string[], actions: Action[]): Grant => ({
  permission: 'p',
  resourceType: 'repository',
  names: [name],
  include,
  exclude: [],
  actions,
  through: 'user',
});

let registry: TestRegistry;
beforeAll(async () => {
  registry = await startTestRegistry({
    actors: {
      reader: { grants: [grant('docker-local', ['team/**'], ['read'])] },
      writer: { grants: [grant('docker-local', ['team/**'], ['read', 'deploy'])] },
      owner: { grants: [grant('docker-local', ['team/**'], ['read', 'deploy', 'delete'])] },
      tester: { grants: [{ ...grant('docker-local', ['team/**'], ['read', 'deploy']), exclude: ['**/prod/**'] }] },
    },
    anonymous: [grant('docker-local', ['public/**'], ['read'])],
  });
  await registry.local('docker-local');
  await pushImage(registry, 'docker-local/team/app', '1', 'app');
  await pushImage(registry, 'docker-local/public/app', '1', 'public');
});
afterAll(() => registry.stop());

async function tokenFor(as: string, scope: string, path = '/v2/token'): Promise<string> {
  const answer = await registry.send('GET', `${path}?service=test&scope=${encodeURIComponent(scope)}`, { as });
  return ((await answer.json()) as { token: string }).token;
}
const withToken = (token: string, method: string, path: string) =>
  fetch(`${registry.baseUrl}${path}`, { method, headers: { authorization: `Bearer ${token}` } });
const manifest = '/v2/docker-local/team/app/manifests/1';

describe('challenges', () => {
  it('sends a visitor without credentials to the token endpoint', async () => {
    const ping = await registry.send('GET', '/v2/', { as: 'anonymous' });
    const { host } = new URL(registry.baseUrl);
    expect([ping.status, await readCode(ping)]).toEqual([401, 'UNAUTHORIZED']);
    expect(ping.headers.get('www-authenticate')).toBe(`Bearer realm="${registry.baseUrl}/v2/token",service="${host}"`);
    expect(ping.headers.get('docker-distribution-api-version')).toBe('registry/2.0');
    const pull = await registry.send('GET', manifest, { as: 'anonymous' });
    expect(pull.headers.get('www-authenticate')).toContain('scope="repository:docker-local/team/app:pull"');
    const push = await registry.send('POST', '/v2/docker-local/team/app/blobs/uploads/', { as: 'anonymous' });
    expect(push.headers.get('www-authenticate')).toContain('scope="repository:docker-local/team/app:pull,push"');
    const compatible = await registry.send('GET', '/artifactory/api/docker/docker-local/v2/team/app/manifests/1', { as: 'anonymous' });
    expect(compatible.headers.get('www-authenticate')).toContain(`realm="${registry.baseUrl}/artifactory/api/docker/docker-local/v2/token"`);
    expect(compatible.headers.get('www-authenticate')).toContain('scope="repository:team/app:pull"');
  });

  it('refuses wrong credentials at the registry and at the token endpoint', async () => {
    const headers = { authorization: `Basic ${Buffer.from('reader:wrong').toString('base64')}` };
    for (const path of ['/v2/', '/v2/token', manifest]) {
      const answer = await fetch(`${registry.baseUrl}${path}`, { headers });
      expect([path, answer.status, await readCode(answer)]).toEqual([path, 401, 'UNAUTHORIZED']);
    }
  });

  it('does not tell a visitor which repositories exist', async () => {
    const [known, unknown] = await Promise.all(
      ['docker-local', 'nothing'].map((key) => registry.send('GET', `/v2/${key}/hidden/manifests/1`, { as: 'anonymous' })),
    );
    expect([known?.status, unknown?.status]).toEqual([401, 401]);
    const signedIn = await registry.send('GET', '/v2/nothing/hidden/manifests/1');
    expect([signedIn.status, await readCode(signedIn)]).toEqual([404, 'NAME_UNKNOWN']);
  });
});

describe('tokens', () => {
  it('carry what was granted and no more', async () => {
    const asked = await tokenFor('reader', 'repository:docker-local/team/app:pull,push,delete');
    expect((await withToken(asked, 'GET', manifest)).status).toBe(200);
    expect((await withToken(asked, 'POST', '/v2/docker-local/team/app/blobs/uploads/')).status).toBe(403);
    const narrow = await tokenFor('owner', 'repository:docker-local/team/app:pull');
    const push = await withToken(narrow, 'POST', '/v2/docker-local/team/app/blobs/uploads/');
    expect([push.status, push.headers.get('www-authenticate')]).toEqual([401, expect.stringContaining('insufficient_scope')]);
    const empty = await withToken(await tokenFor('owner', ''), 'POST', '/v2/docker-local/team/app/blobs/uploads/');
    expect([empty.status, empty.headers.get('www-authenticate')]).toEqual([401, expect.stringContaining('pull,push')]);
    const other = await withToken(narrow, 'GET', '/v2/docker-local/team/other/manifests/1');
    expect(other.status).toBe(401);
  });

  it('expand the star to what the caller may do', async () => {
    const star = await tokenFor('owner', 'repository:docker-local/team/star:*');
    expect((await withToken(star, 'POST', '/v2/docker-local/team/star/blobs/uploads/')).status).toBe(202);
    expect((await withToken(star, 'DELETE', '/v2/docker-local/team/star/manifests/none')).status).toBe(404);
    const weak = await tokenFor('reader', 'repository:docker-local/team/app:*');
    expect((await withToken(weak, 'DELETE', manifest)).status).toBe(403);
  });

  it('name images without the key at the compatible endpoint', async () => {
    const token = await tokenFor('reader', 'repository:team/app:pull', '/artifactory/api/docker/docker-local/v2/token');
    expect((await withToken(token, 'GET', '/artifactory/api/docker/docker-local/v2/team/app/manifests/1')).status).toBe(200);
  });

  it('come by form as well, from a password or from another token', async () => {
    const form = (body: Record<string, string>) => fetch(`${registry.baseUrl}/v2/token`, { method: 'POST', body: new URLSearchParams(body) });
    const scope = 'repository:docker-local/team/app:pull';
    const answer = await form({ grant_type: 'password', username: 'reader', password: 'reader', scope, service: 'x', client_id: 'docker' });
    const { access_token: token, expires_in: seconds } = (await answer.json()) as { access_token: string; expires_in: number };
    expect(seconds).toBeGreaterThan(60);
    expect((await withToken(token, 'GET', manifest)).status).toBe(200);
    expect((await form({ grant_type: 'password', username: 'reader', password: 'wrong' })).status).toBe(401);
    expect((await form({ grant_type: 'refresh_token', refresh_token: 'nonsense' })).status).toBe(401);
    expect((await form({ grant_type: 'other' })).status).toBe(400);
  });

  it('let visitors pull where anonymous grants allow it', async () => {
    const token = await tokenFor('anonymous', 'repository:docker-local/public/app:pull');
    expect((await withToken(token, 'GET', '/v2/')).status).toBe(200);
    expect((await withToken(token, 'GET', '/v2/docker-local/public/app/manifests/1')).status).toBe(200);
    expect((await withToken(token, 'GET', manifest)).status).toBe(401);
    expect((await registry.send('GET', '/v2/docker-local/public/app/manifests/1', { as: 'anonymous' })).status).toBe(200);
  });
});

describe('permissions', () => {
  it('accept passwords directly', async () => {
    expect((await registry.send('GET', manifest, { as: 'reader' })).status).toBe(200);
    const denied = await registry.send('DELETE', manifest, { as: 'reader' });
    expect([denied.status, await readCode(denied)]).toEqual([403, 'DENIED']);
  });

  it('ask for more to move a tag than to set one', async () => {
    await pushImage(registry, 'docker-local/team/tagged', '1', 'one', {}, 'writer');
    await pushImage(registry, 'docker-local/team/tagged', '1', 'one', {}, 'writer');
    await expect(pushImage(registry, 'docker-local/team/tagged', '1', 'two', {}, 'writer')).rejects.toThrow(/403/);
    await pushImage(registry, 'docker-local/team/tagged', '1', 'two', {}, 'owner');
  });

  it('guard a tag that comes along with a digest like one pushed by its name', async () => {
    await registry.local('docker-guarded', { excludePatterns: ['**/prod/**'] });
    for (const [name, as, status, code] of [
      ['docker-local/team/guarded', 'tester', 403, 'DENIED'],
      ['docker-guarded/guarded', 'admin', 409, 'PATH_REFUSED'],
    ] as const) {
      const { digest, manifest } = await pushImage(registry, name, 'test', 'guarded', {}, as);
      for (const reference of ['prod', `${digest}?tag=next&tag=prod`]) {
        const answer = await putManifest(registry, name, reference, manifest, undefined, as);
        expect([reference, answer.status, await readCode(answer)]).toEqual([reference, status, code]);
      }
      expect(await (await registry.send('GET', `/v2/${name}/tags/list`)).json()).toMatchObject({ tags: ['test'] });
    }
  });

  it('mount nothing the caller may not read', async () => {
    const { layer } = await pushImage(registry, 'docker-local/secret/app', '1', 'secret bytes');
    for (const from of ['', '&from=docker-local/secret/app']) {
      const answer = await registry.send('POST', `/v2/docker-local/team/app/blobs/uploads/?mount=${layer}${from}`, { as: 'owner' });
      expect(answer.status).toBe(202);
    }
    expect(layer).toBe(computeDigest('secret bytes'));
  });

  it('keep uploads to the user who began them', async () => {
    const location = (await registry.send('POST', '/v2/docker-local/team/app/blobs/uploads/', { as: 'owner' })).headers.get('location') as string;
    expect((await registry.send('PATCH', location, { as: 'writer', body: 'x' })).status).toBe(404);
  });

  it('show in the catalog what may be read', async () => {
    const { repositories } = (await (await registry.send('GET', '/v2/_catalog', { as: 'reader' })).json()) as { repositories: string[] };
    expect(repositories).toContain('docker-local/team/app');
    expect(repositories).not.toContain('docker-local/public/app');
    const catalog = async (scope: string) =>
      ((await (await withToken(await tokenFor('reader', scope), 'GET', '/v2/_catalog')).json()) as { repositories: string[] }).repositories;
    expect(await catalog('registry:catalog:*')).toEqual(repositories);
    expect(await catalog('repository:docker-local/team/app:pull')).toEqual(['docker-local/team/app']);
  });
});
