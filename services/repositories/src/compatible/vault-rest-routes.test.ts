import { json } from 'node:stream/consumers';
import { createKeyPair, listVaultConfigs } from '@packhouse/contract/repositories/key-routes.ts';
import { generateKey } from 'openpgp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RepositoryTestPlatform, startRepositoryPlatform } from '../repository-test-platform.ts';
import { startTestUpstream, type TestUpstream } from '../upstream/test-upstream.ts';

let test: RepositoryTestPlatform;
let vault: TestUpstream;
let key: { privateKey: string };
const role = { roleId: 'role-7f', secretId: 'secret-of-the-role' };

/** A vault that lets one role in for an hour, and answers its token only; an agent beside it brings a token by itself. */
function openVaultFor(test: TestUpstream, token: string): void {
  const read = (body: object) => (request: { headers: NodeJS.Dict<string | string[]> }, response: { writeHead(status: number): { end(text: string): void } }) =>
    response.writeHead(request.headers['x-vault-token'] === token ? 200 : 403).end(JSON.stringify(body));
  test.on(
    '/v1/auth/approle/login',
    (request, response) =>
      void json(request).then((given) => {
        const sent = given as Record<string, string>;
        const isLetIn = request.method === 'POST' && sent.role_id === role.roleId && sent.secret_id === role.secretId;
        response
          .writeHead(isLetIn ? 200 : 400)
          .end(JSON.stringify(isLetIn ? { auth: { client_token: token, lease_duration: 3600 } } : { errors: ['invalid'] }));
      }),
  );
  test.on('/v1/auth/token/lookup-self', read({ data: {} }));
  test.on('/v1/secret/data/keys/team', read({ data: { data: { privateKey: key.privateKey } } }));
  test.on('/v1/old/keys/team', read({ data: { privateKey: key.privateKey } }));
}

beforeAll(async () => {
  vault = await startTestUpstream();
  key = await generateKey({ userIDs: [{ name: 'Team' }], format: 'armored' });
  openVaultFor(vault, 'hvs.of-the-hour');
  test = await startRepositoryPlatform({ actors: { somebody: {} }, config: { outgoing: { allow: [], noProxy: [] } } });
});
afterAll(async () => {
  await test?.stop();
  await vault?.stop();
});

async function send(path: string, method: string, body?: object, as = 'admin') {
  const answer = await fetch(`${test.baseUrl}/access/api/v1/vault/configs${path}`, {
    method,
    headers: { ...test.headersOf(as), ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  return { status: answer.status, text, body: text === '' ? undefined : JSON.parse(text) };
}

/** A vault as the Terraform provider sends it. */
const given = (config: object = {}) => ({
  type: 'HashicorpVault',
  config: { url: vault.url, auth: { type: 'AppRole', ...role }, mounts: [{ path: 'secret', type: 'KV2' }], ...config },
});
const keep = (name: string, from: string) => test.call(createKeyPair, { body: { from: 'vault', name, kind: 'openpgp', vault: from, path: 'keys/team' } });

describe('vaults of existing clients', () => {
  it('API-002 are set up, read, changed and deleted in the order of the Terraform provider, and tell no secret', async () => {
    expect((await send('/main', 'PUT', given())).status).toBe(200);
    const { auth: _, ...place } = given().config;
    const told = { key: 'main', type: 'HashicorpVault', config: { ...place, auth: { type: 'AppRole' }, allowPrivateAddresses: false } };
    expect((await send('', 'GET')).body).toEqual([told]);
    expect((await send('/main', 'GET')).body).toEqual(told);
    expect((await send('/main', 'PUT', given({ mounts: [{ path: 'old', type: 'KV1' }] }))).status).toBe(200);
    expect((await test.call(listVaultConfigs, {})).items).toMatchObject([{ key: 'main', mount: 'old', engine: 'kv1', signIn: 'app-role' }]);
    expect([(await send('/main', 'DELETE')).status, (await send('/main', 'DELETE')).status, (await send('/main', 'GET')).status]).toEqual([204, 404, 404]);
    expect(test.audited.map(({ action }) => action)).toEqual(['vault.created', 'vault.updated', 'vault.deleted']);
    expect(JSON.stringify(test.audited)).not.toContain(role.secretId);
    expect(JSON.stringify(test.audited)).not.toContain(role.roleId);
  });

  it.each([
    ['KV2', 'secret'],
    ['KV1', 'old'],
  ])('keep keys that are read with the role, in an engine of %s', async (type, path) => {
    const name = `by-role-${type}`;
    const refused = await send('/test', 'POST', given({ auth: { type: 'AppRole', ...role, secretId: 'another' }, allowPrivateAddresses: true }));
    expect([refused.status, refused.text]).toEqual([502, expect.stringContaining('did not let this platform sign in')]);
    const config = { mounts: [{ path, type }], allowPrivateAddresses: true };
    expect((await send('/test', 'POST', given(config))).status).toBe(204);
    expect((await send(`/${name}`, 'PUT', given(config))).body).toMatchObject({ config: { allowPrivateAddresses: true } });
    expect(await keep(name, name)).toMatchObject({ vault: name });
    const used = await send(`/${name}`, 'DELETE');
    expect([used.status, used.text]).toEqual([409, expect.stringContaining(name)]);
    // What is left out stays, and the new secret is used.
    expect((await send(`/${name}`, 'PUT', given({ mounts: [{ path, type }], auth: { type: 'AppRole', ...role, secretId: 'revoked' } }))).body).toMatchObject({
      config: { allowPrivateAddresses: true },
    });
    await expect(keep(`${name}-2`, name)).rejects.toMatchObject({ code: 'upstream_failed' });
  });

  it('are asked through an agent without any token', async () => {
    vault.on('/v1/agent/data/keys/team', ({ headers }, response) =>
      response.writeHead(headers['x-vault-token'] === undefined ? 200 : 400).end(JSON.stringify({ data: { data: { privateKey: key.privateKey } } })),
    );
    const config = { auth: { type: 'Agent' }, mounts: [{ path: 'agent', type: 'KV2' }], allowPrivateAddresses: true };
    expect((await send('/agent', 'PUT', given(config))).body).toMatchObject({ config: { auth: { type: 'Agent' } } });
    await keep('by-agent', 'agent');
  });

  it('are refused by the name of what is not obeyed, and stay away from the network of the platform unless they may', async () => {
    const refused = async (config: object, word: string) => {
      const answer = await send('/odd', 'PUT', given(config));
      expect([answer.status, answer.text]).toEqual([400, expect.stringContaining(word)]);
    };
    await refused({ mounts: [...given().config.mounts, { path: 'more', type: 'KV1' }] }, 'mounts');
    await refused({ namespace: 'team' }, 'namespace');
    const armour = (kind: string) => `-----BEGIN ${kind}-----\nAAAA\n-----END ${kind}-----`;
    await refused({ auth: { type: 'Certificate', certificate: armour('CERTIFICATE'), certificateKey: armour('PRIVATE KEY') } }, 'certificate');
    await refused({ auth: { type: 'AppRole', roleId: 'r' } }, 'secretId');
    await refused({ url: 'http://ann:secret@vault.example' }, 'url');
    const plain = await send('/odd', 'PUT', given({ url: 'http://198.51.100.7:8200' }));
    expect([plain.status, plain.text]).toEqual([400, expect.stringContaining('https')]);
    expect((await send('/odd', 'GET')).status).toBe(404);
    expect((await send('/test', 'POST', given())).text).toContain('address_refused');
    for (const method of ['GET', 'PUT', 'DELETE']) expect((await send('/main', method, method === 'PUT' ? given() : undefined, 'somebody')).status).toBe(403);
  });
});
