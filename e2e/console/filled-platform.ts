import { execFile } from 'node:child_process';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import { createProjectEnvironment } from '@packhouse/contract/access/access-environment-routes.ts';
import { createGroup } from '@packhouse/contract/access/access-group-routes.ts';
import { createLdapGroupSetting, createLdapServer } from '@packhouse/contract/access/access-ldap-routes.ts';
import { createOauthProvider } from '@packhouse/contract/access/access-oauth-routes.ts';
import { createOidcIntegration, createOidcMapping } from '@packhouse/contract/access/access-oidc-routes.ts';
import { createPermission } from '@packhouse/contract/access/access-permission-routes.ts';
import { createProject, createProjectRole, listProjectRoles, setProjectMember } from '@packhouse/contract/access/access-project-routes.ts';
import { createToken } from '@packhouse/contract/access/access-token-routes.ts';
import { createUser } from '@packhouse/contract/access/access-user-routes.ts';
import type { Call } from '@packhouse/contract/client.ts';
import { createReleaseBundle } from '@packhouse/contract/distribution/release-bundle-routes.ts';
import { listUnits, updateUnit } from '@packhouse/contract/mission-control/unit-routes.ts';
import { createProxy } from '@packhouse/contract/repositories/proxy-routes.ts';
import { createReplication } from '@packhouse/contract/repositories/replication-routes.ts';
import { createRepository } from '@packhouse/contract/repositories/repository-routes.ts';
import { createRetentionPolicy } from '@packhouse/contract/repositories/retention-routes.ts';
import { fillBucket } from './fill-bucket.ts';
import { fillGovernance, fillReport, fillVex } from './filled-governance.ts';
import { fillIntegrations } from './filled-integration.ts';
import { fillPipeline } from './filled-pipeline.ts';
import { fillWebhook } from './filled-webhook.ts';

/** Names of what stands behind the parameters of the console's addresses. */
export interface Filled {
  readonly password: string;
  readonly user: string;
  readonly manager: string;
  readonly projectKey: string;
  /** What stands for the parameters of addresses, by the beginnings of the addresses. */
  readonly parameters: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

const names = {
  password: 'Filled-tests-1',
  user: 'olivia',
  manager: 'marcus',
  projectKey: 'storefront',
  group: 'storefront-team',
  permission: 'storefront releases',
  provider: 'Company sign-in',
  issuer: 'build farm',
  directory: 'company',
  directoryGroups: 'teams',
  proxy: 'outgoing',
  webhook: 'storefront-builds',
  pipeline: 'storefront-release',
  securityPolicy: 'nothing-harmful',
  watch: 'production',
  releaseBundle: { name: 'storefront', version: '2026.11' },
} as const;

async function fillPeople(call: Call): Promise<void> {
  const { password } = names;
  await call(createUser, { body: { name: names.user, password, email: 'olivia@shop.example', groups: ['demo-developers'] } });
  await call(createUser, { body: { name: names.manager, password, email: 'marcus@shop.example' } });
  await call(createUser, { body: { name: 'deploy-bot', passwordEnabled: false, consoleAccess: false, email: 'builds@shop.example', status: 'disabled' } });
  await call(createGroup, { body: { name: names.group, description: 'Builds the pages that visitors see', members: [names.user, names.manager] } });
  await call(createPermission, {
    body: {
      name: names.permission,
      description: 'Whoever builds the storefront publishes it',
      sections: [
        {
          resourceType: 'repository',
          names: ['demo-npm-local', 'demo-docker-local'],
          include: ['shop/**', '@shop/**'],
          exclude: ['**/internal/**'],
          users: [{ name: names.user, actions: ['read'] }],
          groups: [{ name: names.group, actions: ['read', 'annotate', 'deploy'] }],
        },
        { resourceType: 'repository', names: ['ANY LOCAL'], include: ['**'], users: [{ name: 'anonymous', actions: ['read'] }] },
        {
          resourceType: 'releaseBundle',
          names: ['ANY'],
          include: ['**'],
          users: [names.user, names.manager, 'anonymous'].map((name) => ({ name, actions: ['read' as const] })),
        },
      ],
    },
  });
  await call(createToken, { body: { description: 'Night build of the storefront', expiresIn: 90 * 86_400, refreshable: true } });
  await call(createToken, { body: { userName: names.user, description: 'Laptop' } });
}

async function fillProject(call: Call): Promise<void> {
  const key = names.projectKey;
  await call(createProject, { body: { key, name: 'Storefront', description: 'Everything visitors see', quotaBytes: 50_000_000_000 } });
  const roles = await call(listProjectRoles, { params: { key } });
  const getRole = (type: string) => roles.find((role) => role.type === type)?.name ?? '';
  await call(setProjectMember, { params: { key, kind: 'user', name: names.manager }, body: { roles: [getRole('ADMIN')] } });
  await call(setProjectMember, { params: { key, kind: 'group', name: names.group }, body: { roles: [getRole('PREDEFINED')] } });
  await call(createProjectEnvironment, { params: { key }, body: { name: 'staging' } });
  await call(createProjectRole, {
    params: { key },
    body: { name: 'Translator', description: 'Reads everything', environments: ['DEV'], actions: ['READ_REPOSITORY'] },
  });
  await call(createRepository, { body: { class: 'local', key: `${key}-pages-local`, format: 'npm', projectKey: key, environments: ['DEV'] } });
  await call(createProject, { body: { key: 'warehouse', name: 'Warehouse', description: 'Stock and deliveries' } });
}

async function fillSettings(call: Call): Promise<{ retention: string; projectRetention: string; replication: string }> {
  // Lists have to bear names as long as they may be.
  await call(createRepository, { body: { class: 'local', key: 'storefront-checkout-payment-gateway-and-accounting-team-local-01', format: 'npm' } });
  await call(createRepository, {
    body: {
      class: 'remote',
      key: 'upstream-npm-remote',
      format: 'npm',
      description: 'Packages of everybody',
      settings: { url: 'https://npm.upstream.example' },
    },
  });
  await call(createLdapServer, {
    body: {
      key: names.directory,
      url: 'ldaps://directory.shop.example/dc=shop,dc=example',
      managerDn: 'cn=reader,dc=shop,dc=example',
      managerPassword: 'unused',
    },
  });
  await call(createLdapGroupSetting, { body: { key: names.directoryGroups, serverKey: names.directory, searchBase: 'ou=teams' } });
  await call(createOauthProvider, {
    body: { name: names.provider, type: 'Keycloak', clientId: 'packhouse', issuerUrl: 'https://sign-in.shop.example', clientSecret: 'unused', enabled: false },
  });
  await call(createOidcIntegration, {
    body: { name: names.issuer, issuer_url: 'https://builds.shop.example', description: 'Builds of every team', provider_type: 'Generic OpenID Connect' },
  });
  await call(createOidcMapping, {
    params: { provider: names.issuer },
    body: {
      name: 'storefront',
      priority: 1,
      claims: { repository: 'shop/storefront', ref: 'refs/heads/main' },
      token_spec: { username: names.user, scope: 'applied-permissions/user', expires_in: 600 },
    },
  });
  await call(createProxy, { body: { key: names.proxy, host: 'proxy.shop.example', port: 3128, noProxy: ['.shop.example'] } });
  const policy = await call(createRetentionPolicy, {
    body: { name: 'Old night builds', description: 'Nobody asks for them', formats: ['npm', 'docker'], keepVersions: 20, unusedForDays: 180, every: 'week' },
  });
  const ofProject = await call(createRetentionPolicy, { body: { name: 'Old pages', projectKey: names.projectKey, olderThanDays: 90, every: 'month' } });
  const replication = await call(createReplication, {
    params: { key: 'demo-npm-local' },
    body: { url: 'https://mirror.shop.example/artifactory/npm', username: 'replicator', cron: '0 0 2 * * ?', enabled: false },
  });
  return { retention: String(policy.id), projectRetention: String(ofProject.id), replication: String(replication.id) };
}

/** A place on the map for this deployment; answers its id. */
async function fillTopology(call: Call): Promise<string> {
  const { items } = await call(listUnits, {});
  const { id = '', name = '' } = items.find(({ home }) => home) ?? {};
  const location = { city: 'Oslo', country: 'NO', latitude: 59.91, longitude: 10.75 };
  await call(updateUnit, { params: { id }, body: { name, location, tags: ['production'] } });
  return id;
}

/** An open release bundle, which has its form still. */
async function fillReleaseBundle(call: Call): Promise<void> {
  const source = { from: 'queries' as const, queries: [{ aql: 'items.find({"repo":"demo-npm-local"})' }] };
  await call(createReleaseBundle, { body: { ...names.releaseBundle, description: 'What visitors see', source } });
}

function getParameters(ids: {
  retention: string;
  projectRetention: string;
  replication: string;
  home: string;
  bucket: string;
  violation: string;
  report: string;
  vex: string;
}): Filled['parameters'] {
  const repository = { repositoryClass: 'local', key: 'demo-npm-local', replicationId: ids.replication };
  return {
    '/admin/configuration/webhooks': { webhookName: names.webhook },
    '/admin/license_management/license_buckets': { licenseBucketId: ids.bucket },
    '/admin/management/permissions': { name: names.permission },
    '/admin/management': { username: names.user, groupname: names.group },
    '/admin/projects': { key: names.projectKey },
    '/admin/mission_control/topology': { id: ids.home },
    '/admin/proxies': { proxyName: names.proxy },
    '/admin/repositories': repository,
    '/admin/retention': { id: ids.retention },
    '/project/retention': { id: ids.projectRetention },
    '/admin/artifactory/security/keys_management': { label: 'ssh' },
    '/admin/security/ldap': { key: names.directory },
    '/admin/security/ldap/groups': { key: names.directoryGroups },
    '/admin/security/oauth': { providername: names.provider },
    '/admin/security/oidc': { issuer: names.issuer },
    '/406': { requestId: 'r-12345' },
    '/auth': { ssoLoginType: 'oauth', userName: names.user },
    '/builds': { name: 'order-service', number: '41', started: String(Date.parse('2026-01-02T08:30:00.000Z')), view: 'published' },
    '/bundles': { activeTab: 'source' },
    '/integrations': { vendorName: 'github', serviceName: 'xray' },
    '/login': { ssoLoginType: 'oauth', userName: names.user },
    '/packages': {
      packageId: 'docker://shop/storefront',
      versionId: '1.21.0',
      digest: '0'.repeat(64),
      '*': `docker:shop/storefront/sha256__${'0'.repeat(64)}`,
    },
    '/pipelines': { pipelineName: names.pipeline, runNumber: '1' },
    '/project/repositories': repository,
    '/release-bundles': { activeTab: 'source', ...names.releaseBundle },
    '/repos/tree/General': { '*': 'demo-npm-local/price-format' },
    '/repos/tree/Evidence': { '*': 'demo-npm-local/price-format' },
    '/scans-list': { repository: 'demo-docker-local', '*': 'storefront' },
    '/scans-list/builds-scans': { '*': 'order-service' },
    '/repos/tree': { repoKey: 'demo-npm-local', '*': 'price-format' },
    '/security/policies': { policyName: names.securityPolicy },
    '/security/reports': { reportId: ids.report },
    '/security/vex': { vexId: ids.vex },
    '/security/violations': { violationId: ids.violation },
    '/security/watches': { watchName: names.watch },
    '/set-me-up': { repoKey: 'demo-npm-local' },
  };
}

/** Fills a fresh platform with the examples it brings along, and with something behind every parameter of an address. */
export async function fillPlatform(url: string, call: Call, adminPassword: string): Promise<Filled> {
  const env = { ...process.env, PACKHOUSE_URL: url, PACKHOUSE_ADMIN_PASSWORD: adminPassword };
  await promisify(execFile)(process.execPath, [resolve('apps/server/src/main.ts'), 'demo'], { env });
  await fillPeople(call);
  await fillProject(call);
  const ids = {
    ...(await fillSettings(call)),
    bucket: await fillBucket(call),
    violation: await fillGovernance(call, { policy: names.securityPolicy, watch: names.watch }),
    report: await fillReport(call),
    vex: await fillVex(call, names.projectKey),
  };
  await fillReleaseBundle(call);
  await fillIntegrations(call);
  await fillPipeline(call, names.pipeline, [names.user, names.manager]);
  const home = await fillTopology(call);
  const authorization = `Basic ${Buffer.from(`admin:${adminPassword}`).toString('base64')}`;
  const address = `${url}/artifactory/demo-generic-local/notes/mistake.txt`;
  await fillWebhook(call, names.webhook, async () => {
    for (const method of ['PUT', 'DELETE']) await fetch(address, { method, headers: { authorization }, ...(method === 'PUT' ? { body: 'gone' } : {}) });
  });
  return { ...names, parameters: getParameters({ ...ids, home }) };
}
