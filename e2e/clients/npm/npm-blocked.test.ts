import { join } from 'node:path';
import { createRepository } from '@packhouse/contract/repositories/repository-routes.ts';
import { createPolicy } from '@packhouse/contract/scanning/policy-routes.ts';
import { createAdvisorySource, dumpPath } from '@packhouse/contract/scanning/scanning-source-routes.ts';
import { createWatch } from '@packhouse/contract/scanning/watch-routes.ts';
import { lines, osv } from '@packhouse/testkit/start-scanning-platform.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type ClientServer, startClientServer, workFolder } from '../client-platform.ts';
import { mustRun, runProgram } from '../run-client.ts';

let server: ClientServer;
let work: Awaited<ReturnType<typeof workFolder>>;
let env: Record<string, string>;

beforeAll(async () => {
  [server, work] = await Promise.all([startClientServer(), workFolder()]);
  await server.call(createRepository, { body: { class: 'local', key: 'js', format: 'npm' } });
  const url = server.protocol('js', 'npm');
  env = {
    HOME: work.path,
    npm_config_registry: `${url}/`,
    [`npm_config_${url.replace(/^https?:/, '')}/:_authToken`]: server.token,
    npm_config_cache: join(work.path, '.cache'),
    npm_config_audit: 'false',
    npm_config_fund: 'false',
    npm_config_update_notifier: 'false',
  };
  const criteria = { min_severity: 'High' as const };
  const rules = [{ name: 'high', criteria, actions: { block_download: { active: true, unscanned: true } } }];
  await server.call(createPolicy, { body: { name: 'strict', type: 'security', rules } });
  const resources = [{ type: 'all-repos' as const }];
  await server.call(createWatch, {
    body: { general_data: { name: 'everything' }, project_resources: { resources }, assigned_policies: [{ name: 'strict' }] },
  });
  const { id } = await server.call(createAdvisorySource, { body: { name: 'advisories' } });
  const events = [{ introduced: '0' }, { fixed: '1.1.0' }];
  const record = osv('GHSA-app', { ecosystem: 'npm', name: 'app', events }, { aliases: ['CVE-2026-1'], database_specific: { severity: 'HIGH' } });
  await fetch(server.url + dumpPath(id), { method: 'PUT', headers: { authorization: `Bearer ${server.token}` }, body: lines(record) });
  for (const version of ['1.0.0', '1.1.0']) {
    await work.write({ [`app-${version}/package.json`]: JSON.stringify({ name: 'app', version }) });
    await mustRun('npm', ['publish'], { cwd: join(work.path, `app-${version}`), env });
  }
  await work.write({ 'consumer/package.json': JSON.stringify({ name: 'consumer', version: '1.0.0', private: true }) });
});
afterAll(async () => {
  await server?.remove();
  await work?.remove();
});

it('ends the installation of a blocked version with the reason, and installs the one that mends it', async () => {
  const cwd = join(work.path, 'consumer');
  // Whoever published keeps what was published.
  const elsewhere = { ...env, npm_config_cache: join(work.path, '.cache-of-consumer') };
  // The advisories may still be being read.
  await expect.poll(async () => (await server.ask('api/npm/js/app/-/app-1.0.0.tgz')).status, { timeout: 30_000 }).toBe(403);
  const blocked = await runProgram('npm', ['install', 'app@1.0.0'], { cwd, env: elsewhere });
  expect(blocked.code, blocked.output).not.toBe(0);
  for (const word of ['E403', 'CVE-2026-1', 'Fixed in 1.1.0', 'watch everything', '/ui/security/violations/']) expect(blocked.output).toContain(word);
  await mustRun('npm', ['install', 'app@1.1.0'], { cwd, env: elsewhere });
});
