import { createHash } from 'node:crypto';
import { createPermission, deletePermission } from '@packhouse/contract/access/access-permission-routes.ts';
import { updateAccessSettings } from '@packhouse/contract/access/access-setting-routes.ts';
import { createToken, revokeToken } from '@packhouse/contract/access/access-token-routes.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ConanRoom, openConanRoom } from './conan-room.ts';

let room: ConanRoom;

beforeAll(async () => {
  room = await openConanRoom();
});
afterAll(() => room?.stop());

/** A client that nobody has given a name or a password. */
async function stranger(key: string): Promise<Record<string, string>> {
  const { CONAN_LOGIN_USERNAME_HERE: _, CONAN_PASSWORD_HERE: __, ...env } = await room.home('server', key, `stranger-${Math.random()}`);
  return { ...env, CONAN_NON_INTERACTIVE: '1' };
}
const unasked = ['-cc', 'core:non_interactive=True'];

describe('who may use conan repositories', () => {
  it('FMT-017 signs in with a password and with a token, and says who that is', async () => {
    const { golden, run, tryRun } = room;
    const env = await stranger(golden.local);
    for (const [user, secret] of [
      ['admin', 'Clients-admin-1'],
      ['admin', golden.server.token],
    ] as const) {
      await run(env, 'remote', 'login', 'here', user, `--password=${secret}`);
      expect((await run(env, 'remote', 'auth', 'here', '--strict', ...unasked)).output).toMatch(/user: admin/);
      await run(env, 'remote', 'logout', 'here');
    }
    const refused = await tryRun(env, 'remote', 'login', 'here', 'admin', '--password=wrong');
    expect([refused.code, refused.output]).toEqual([expect.not.toSatisfy((code) => code === 0), expect.stringMatching(/Wrong user or password/)]);
  });

  it('FMT-017 asks strangers who they are, and again when a token has ended', async () => {
    const { golden, run, tryRun } = room;
    await room.publish('server', golden.local, 'guarded/1.0');
    const env = await stranger(golden.virtual);
    expect((await tryRun(env, 'search', 'guarded', '--remote=here', ...unasked)).output).toMatch(/needs authentication/);
    const { accessToken, id } = await golden.server.call(createToken, { body: { description: 'to be revoked' } });
    await run(env, 'remote', 'login', 'here', 'admin', `--password=${accessToken}`);
    expect((await run(env, 'search', 'guarded', '--remote=here')).stdout).toContain('guarded/1.0');
    await golden.server.call(revokeToken, { params: { id } });
    expect((await tryRun(env, 'search', 'guarded', '--remote=here', ...unasked)).output).toMatch(/needs authentication/);
    const again = { ...env, CONAN_LOGIN_USERNAME_HERE: 'admin', CONAN_PASSWORD_HERE: golden.server.token };
    expect((await run(again, 'search', 'guarded', '--remote=here', ...unasked)).stdout).toContain('guarded/1.0');
  });

  it('FMT-017 lets visitors read what is open to them, and upload nothing', async () => {
    const { golden, run, tryRun } = room;
    await golden.server.call(updateAccessSettings, { body: { anonymousAccess: true } });
    const section = {
      resourceType: 'repository' as const,
      names: [golden.local],
      include: ['_/open/**'],
      users: [{ name: 'anonymous', actions: ['read' as const] }],
    };
    await golden.server.call(deletePermission, { params: { name: 'Anonymous' } });
    await golden.server.call(createPermission, { body: { name: 'open packages', sections: [section] } });
    await room.publish('server', golden.local, 'open/1.0');
    await room.publish('server', golden.local, 'closed/1.0');
    const env = await stranger(golden.virtual);
    expect((await run(env, 'search', '*', '--remote=here', ...unasked)).stdout).toMatch(/^here\s+open\s+open\/1\.0\s*$/);
    await run(env, 'install', '--requires=open/[>=1]', '--remote=here', ...unasked);
    expect((await tryRun(env, 'install', '--requires=closed/1.0', '--remote=here', ...unasked)).output).toMatch(/needs authentication/);
    expect((await tryRun(env, 'upload', 'open/1.0', '--remote=here', '--confirm', '--force', ...unasked)).output).toMatch(/needs authentication/);
    expect((await tryRun(env, 'remove', 'open/1.0', '--remote=here', '--confirm', ...unasked)).output).toMatch(/needs authentication/);
  });

  it('stores without a body what the caller could read anyhow', async () => {
    const { golden } = room;
    const revision = 'a'.repeat(40);
    const put = (name: string, body: string, headers: Record<string, string>) =>
      golden.server.ask(`api/conan/${golden.local}/v2/conans/deployed/1.0/_/_/revisions/${revision}/files/${name}`, { method: 'PUT', body, headers });
    const sha1 = createHash('sha1').update('from conan import ConanFile').digest('hex');
    const without = { 'x-checksum-deploy': 'true', 'x-checksum-sha1': sha1 };
    expect((await put('conanfile.py', '', without)).status).toBe(404);
    expect((await put('conanfile.py', 'from conan import ConanFile', { 'x-checksum-sha1': sha1 })).status).toBe(201);
    expect((await put('other.py', '', without)).status).toBe(201);
    // Without its manifest it is no revision yet.
    const asked = await golden.server.ask(`api/conan/${golden.local}/v2/conans/deployed/1.0/_/_/latest`);
    expect([asked.status, asked.headers.get('content-type')]).toEqual([404, 'text/plain; charset=utf-8']);
  });
});
