import { selectGitRepositories } from '@packhouse/contract/scanning/git-repository-routes.ts';
import * as contract from '@packhouse/contract/scanning/integration-routes.ts';
import { startTestPlatform, type TestPlatform } from '@packhouse/testkit/start-test-platform.ts';
import { startFakeGithub } from '@packhouse/testkit/vendors/fake-github.ts';
import type { FakeVendor } from '@packhouse/testkit/vendors/fake-vendor.ts';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { scanningService } from '../service.ts';

let test: TestPlatform;
let github: FakeVendor;
let database: pg.Client;
const ordinary = { name: 'ann', administrator: false };

beforeAll(async () => {
  [test, github] = await Promise.all([startTestPlatform({ services: [scanningService], jobs: false, actors: { ann: ordinary } }), startFakeGithub()]);
  database = new pg.Client({ connectionString: test.databaseUrl });
  await database.connect();
});
afterAll(async () => {
  await database.end();
  await test.stop();
  await github.stop();
});

/** The stand-in by its name: addresses of one's own network are not taken. */
const url = () => github.url.replace('127.0.0.1', 'localhost');
const form = (change: object = {}) => ({
  integrationName: 'Storefront code',
  token: github.token,
  userName: 'ann',
  url: url(),
  vendorName: 'github' as const,
  ...change,
});
const create = (change: object = {}) => test.call(contract.createIntegration, { body: form(change) });
const listGit = async () => (await test.call(contract.listIntegrations, { params: { type: 'git' } })).items;
const find = async (key: string) => (await listGit()).find((one) => one.key === key);
const readKept = async (key: string) =>
  (await database.query<{ sealed: string; sealed_hook: string }>('select sealed, sealed_hook from scanning.integration where key = $1', [key])).rows[0]!;
const ofGit = async (as?: string) => {
  const { groups } = await test.call(contract.listIntegrationGroups, {}, as === undefined ? {} : { as });
  return groups.find(({ type }) => type === 'git')!;
};
/** Scanning uses a connection as soon as repositories are chosen there. */
const connectProduct = (key: string) => test.call(selectGitRepositories, { params: { integrationId: key }, body: { all: true, patterns: [] } });

describe('what can be connected', () => {
  it('GIT-029 GIT-030 GIT-031 GIT-061 is told in groups of vendors', async () => {
    const { groups } = await test.call(contract.listIntegrationGroups, {});
    expect(groups.map(({ type, available }) => [type, available])).toEqual([
      ['git', true],
      ['ide', true],
      ['cli', true],
    ]);
    const names = groups.map(({ items }) => items.map(({ displayName }) => displayName));
    expect(names).toEqual([
      ['GitHub', 'GitLab', 'Bitbucket Cloud', 'Bitbucket Server'],
      ['Jetbrains', 'Visual Studio Code', 'Android Studio', 'Docker Desktop'],
      ['JFrog CLI', 'GitHub Actions', 'Azure DevOps', 'Frogbot'],
    ]);
    expect(groups[0]!.items[0]).toEqual({
      id: 'github',
      code: 1,
      name: 'github',
      displayName: 'GitHub',
      status: 'DISCONNECTED',
      connected: false,
      integrations: [],
      configuredServices: [{ serviceName: 'xray', icon: 'xray', connected: false, disabled: false, connections: 0 }],
      products: [],
    });
  });

  it('GIT-026 GIT-027 numbers vendors and types as existing clients do', async () => {
    expect((await ofGit()).items.map(({ id, code }) => [id, code])).toEqual([
      ['github', 1],
      ['gitlab', 2],
      ['bitbucket_cloud', 3],
      ['bitbucket_server', 4],
    ]);
    expect(contract.integrationTypes).toEqual({ git: 1 });
  });

  it('GIT-032 tells a connection that nothing uses from one that scanning uses', async () => {
    const { key } = await create({ vendorName: 'gitlab', integrationName: 'Status' });
    const status = async () => (await ofGit()).items.find(({ id }) => id === 'gitlab');
    expect(await status()).toMatchObject({ status: 'CONNECTED', connected: true, products: [] });
    await connectProduct(key);
    expect(await status()).toMatchObject({
      status: 'CONFIGURED',
      connected: true,
      products: ['xray'],
      configuredServices: [{ serviceName: 'xray', connected: true, connections: 1 }],
    });
    await test.call(contract.deleteIntegration, { params: { integrationKey: key } });
    expect(await status()).toMatchObject({ status: 'DISCONNECTED', connected: false });
  });

  it('GIT-044 offers source control to administrators only, and keeps connections from everybody else', async () => {
    const { key } = await create({ integrationName: 'Hidden' });
    const told = await ofGit('ann');
    expect(told.available).toBe(false);
    expect(told.items.flatMap(({ integrations }) => integrations)).toEqual([]);
    await expect(test.call(contract.listIntegrations, { params: { type: 'git' } }, { as: 'ann' })).rejects.toMatchObject({ status: 403 });
    await expect(test.call(contract.createIntegration, { body: form() }, { as: 'ann' })).rejects.toMatchObject({ status: 403 });
    await test.call(contract.deleteIntegration, { params: { integrationKey: key } });
  });
});

describe('a connection', () => {
  it('GIT-025 GIT-028 GIT-062 GIT-064 is made of the form, under a key of its name', async () => {
    expect(await create()).toEqual({ key: 'storefront-code' });
    expect(await create()).toEqual({ key: 'storefront-code-2' });
    expect(await find('storefront-code')).toEqual({
      key: 'storefront-code',
      name: 'Storefront code',
      url: url(),
      userName: 'ann',
      vendorName: 'github',
      products: [],
      updatedOn: expect.any(String),
      createdBy: 'admin',
      contact: { state: 'unchecked', checkedAt: null, error: null, quota: null },
    });
    expect((await test.call(contract.listIntegrations, { params: { type: 'ide' } })).items).toEqual([]);
    await test.call(contract.deleteIntegration, { params: { integrationKey: 'storefront-code-2' } });
  });

  it('GIT-069 never tells its token or the secret of its hooks: they are encrypted, and no answer holds them', async () => {
    const { key } = await create({ integrationName: 'Sealed', token: 'ghp_never_told' });
    const kept = await readKept(key);
    expect(kept.sealed).not.toContain('ghp_never_told');
    expect(test.platform.secrets.decrypt(kept.sealed)).toBe('ghp_never_told');
    const secret = test.platform.secrets.decrypt(kept.sealed_hook);
    expect(Buffer.from(secret, 'base64url')).toHaveLength(32);
    for (const path of ['integrations', 'integrations/git', 'xray/ui/vcs_integrations', 'xray/ui/vcs_integrations/connected']) {
      const answer = await fetch(`${test.baseUrl}/ui/api/v1/${path}`, { headers: test.headersOf('admin') });
      const told = await answer.text();
      expect(answer.status, path).toBe(200);
      for (const hidden of ['ghp_never_told', secret, kept.sealed, kept.sealed_hook]) expect(told, path).not.toContain(hidden);
    }
    expect(JSON.stringify(test.audited)).not.toContain('ghp_never_told');
    await test.call(contract.deleteIntegration, { params: { integrationKey: key } });
  });

  it('GIT-065 GIT-066 is changed and deleted, and every change is in the audit log', async () => {
    const { key } = await create({ integrationName: 'Audited' });
    await test.call(contract.updateIntegration, { params: { integrationKey: key }, body: form({ integrationName: 'Renamed', token: '' }) });
    expect(await find(key)).toMatchObject({ name: 'Renamed' });
    await test.call(contract.deleteIntegration, { params: { integrationKey: key } });
    expect(await find(key)).toBeUndefined();
    await expect(test.call(contract.deleteIntegration, { params: { integrationKey: key } })).rejects.toMatchObject({ status: 404 });
    const entries = test.audited.filter(({ subject }) => subject === key);
    expect(entries.map(({ action }) => action)).toEqual(['integration.created', 'integration.updated', 'integration.deleted']);
    expect(entries[1]).toMatchObject({ actor: 'admin', before: { name: 'Audited' }, after: { name: 'Renamed', newToken: false } });
  });

  it('keeps its token for its own address: another one asks for it again', async () => {
    const { key } = await create({ integrationName: 'Moved' });
    const params = { integrationKey: key };
    const elsewhere = { url: 'https://git.example.org', token: '' };
    await expect(test.call(contract.updateIntegration, { params, body: form(elsewhere) })).rejects.toMatchObject({
      status: 400,
      fields: [{ path: 'token', message: 'The token that is kept was given for another address; enter it again' }],
    });
    await expect(test.call(contract.testIntegration, { body: form({ ...elsewhere, integrationKey: key }) })).rejects.toMatchObject({ status: 400 });
    await test.call(contract.updateIntegration, { params, body: form({ ...elsewhere, token: 'other' }) });
    expect(test.platform.secrets.decrypt((await readKept(key)).sealed)).toBe('other');
    await expect(test.call(contract.updateIntegration, { params, body: form({ vendorName: 'gitlab' }) })).rejects.toMatchObject({ status: 400 });
    await test.call(contract.deleteIntegration, { params });
  });

  it('GIT-050 GIT-051 GIT-052 GIT-053 is refused where something lacks', async () => {
    const refused = async (change: object) => {
      const { fields } = await create(change).then(
        () => ({ fields: [] }),
        (error: { fields: { path: string; message: string }[] }) => error,
      );
      return fields.map(({ path, message }) => `${path}: ${message}`);
    };
    expect(await refused({ userName: ' ' })).toEqual(['userName: User name is required']);
    expect(await refused({ token: '' })).toEqual(['token: Token is required']);
    expect(await refused({ integrationName: '' })).toEqual(['integrationName: Integration name is required']);
    for (const wrong of [
      'ftp://git.example.org',
      'https://10.1.2.3',
      'https://127.0.0.1:8080',
      'https://git.example.org:9',
      'https://user:pass@git.example.org',
    ])
      expect(await refused({ url: wrong })).toEqual(['url: Enter a valid URL']);
    expect(await refused({ vendorName: 'gitea' })).toEqual(['vendorName: This platform does not offer Gitea']);
  });

  it('GIT-034 GIT-067 GIT-068 is told to scanning, by its id', async () => {
    await connectProduct('storefront-code');
    expect(await test.call(contract.listConnectedVcs, {})).toEqual([
      { integration_id: 'storefront-code', key: 'storefront-code', vendorName: 'github', products: ['xray'] },
    ]);
    const { key } = await create({ integrationName: 'Not used' });
    const known = await test.call(contract.listVcsIntegrations, {});
    expect(known.map((one) => [one.integration_id, one.vendor_code, one.integration_type])).toEqual([
      ['not-used', 1, 1],
      ['storefront-code', 1, 1],
    ]);
    expect(await test.call(contract.listConnectedVcs, {})).toHaveLength(1);
    await test.call(contract.deleteIntegration, { params: { integrationKey: key } });
  });
});

describe('trying a connection', () => {
  const failed = 'Connection test failed, please check your credentials';

  it('GIT-063 asks the vendor for real', async () => {
    const before = github.asked.length;
    expect(await test.call(contract.testIntegration, { body: form() })).toMatchObject({ result: 'success', reason: 'connection_works' });
    expect(github.asked.slice(before)).toEqual(['GET /api/v3/user']);
    expect(github.faults).toEqual([]);
  });

  it('GIT-054 says that it failed, and why in the words of the vendor', async () => {
    const answer = await test.call(contract.testIntegration, { body: form({ token: 'wrong' }) });
    expect(answer).toMatchObject({ result: 'failure', message: failed, details: { reason: 'vendor_refuses_token' } });
    const { scopes } = github;
    github.scopes = [];
    expect(await test.call(contract.testIntegration, { body: form() })).toMatchObject({
      result: 'failure',
      message: failed,
      details: { reason: 'vendor_lacks_scope' },
    });
    github.scopes = scopes;
    expect(await test.call(contract.testIntegration, { body: form({ url: 'http://localhost:9009' }) })).toMatchObject({ result: 'failure', message: failed });
    github.instead = { status: 200, body: '<html>', headers: { 'content-type': 'text/html' } };
    expect(await test.call(contract.testIntegration, { body: form() })).toMatchObject({ result: 'failure', message: failed });
    github.instead = undefined;
  });

  it('uses the token that is kept, and remembers how the vendor answered', async () => {
    const integrationKey = 'storefront-code';
    const kept = form({ integrationKey, token: '' });
    expect(await test.call(contract.testIntegration, { body: kept })).toMatchObject({ result: 'success' });
    expect((await find(integrationKey))!.contact).toMatchObject({ state: 'good', checkedAt: expect.any(String), error: null });
    github.token = 'renewed';
    expect(await test.call(contract.testIntegration, { body: kept })).toMatchObject({ result: 'failure' });
    expect((await find(integrationKey))!.contact).toMatchObject({ state: 'failing', error: { reason: 'vendor_refuses_token' } });
    await test.call(contract.updateIntegration, { params: { integrationKey }, body: form({ token: 'renewed' }) });
    expect((await find(integrationKey))!.contact.state).toBe('unchecked');
  });
});

it('GIT-044 is not there where it was turned off, and Gitea where it was turned on', async () => {
  const other = await startTestPlatform({ services: [scanningService], jobs: false, config: { features: ['-gitRepoScanning', 'gitea'] } });
  try {
    const { groups } = await other.call(contract.listIntegrationGroups, {});
    expect(groups.map(({ available }) => available)).toEqual([false, true, true]);
    expect(groups[0]!.items.at(-1)).toMatchObject({ displayName: 'Gitea', code: 5 });
    expect(await other.peers.gitScanning?.()).toBe(false);
    await expect(other.call(contract.createIntegration, { body: form() })).rejects.toMatchObject({ status: 409 });
  } finally {
    await other.stop();
  }
});
