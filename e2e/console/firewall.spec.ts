import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createPermission } from '@packhouse/contract/access/access-permission-routes.ts';
import { createUser } from '@packhouse/contract/access/access-user-routes.ts';
import { createFirewallRule } from '@packhouse/contract/repositories/firewall-routes.ts';
import { createRepository } from '@packhouse/contract/repositories/repository-routes.ts';
import { type DatedUpstream, daysAgo, startDatedUpstream } from '@packhouse/testkit/dated-upstream.ts';
import { runProgram } from '../clients/run-client.ts';
import { test as base, enter, expect, signIn } from './console-test.ts';
import { expectGoodScreen } from './screen-checks.ts';

interface Parts {
  readonly upstream: DatedUpstream;
  /** Installs what a lock file names, as a user of the platform. */
  readonly install: (name: string, password: string) => ReturnType<typeof runProgram>;
}

const key = 'npm-guarded';

const test = base.extend<Parts>({
  platformEnv: [{ PACKHOUSE_OUTGOING_ALLOW: '127.0.0.0/8,::1/128' }, { scope: 'worker' }],
  upstream: async ({ page: _page }, use) => {
    const upstream = await startDatedUpstream();
    await use(upstream);
    await upstream.stop();
  },
  install: async ({ platform }, use) => {
    const cwd = await mkdtemp(join(tmpdir(), 'packhouse-install-'));
    const registry = `${platform.url}/artifactory/api/npm/${key}/`;
    const dependencies = { rested: '1.1.0' };
    const locked = { version: '1.1.0', resolved: `${registry}rested/-/rested-1.1.0.tgz` };
    await writeFile(join(cwd, 'package.json'), JSON.stringify({ name: 'consumer', version: '1.0.0', private: true, dependencies }));
    await writeFile(
      join(cwd, 'package-lock.json'),
      JSON.stringify({
        name: 'consumer',
        version: '1.0.0',
        lockfileVersion: 3,
        packages: { '': { name: 'consumer', version: '1.0.0', dependencies }, 'node_modules/rested': locked },
      }),
    );
    await use((name, password) => {
      const env = {
        HOME: cwd,
        npm_config_registry: registry,
        [`npm_config_${registry.replace(/^https?:/, '')}:_auth`]: Buffer.from(`${name}:${password}`).toString('base64'),
        npm_config_cache: join(cwd, '.npm'),
        npm_config_audit: 'false',
        npm_config_fund: 'false',
        npm_config_update_notifier: 'false',
      };
      return runProgram('npm', ['ci'], { cwd, env });
    });
    await rm(cwd, { recursive: true, force: true });
  },
});

test('LEAD-006 the link in a refusal leads to asking for an exception, its approval to the version', async ({
  page,
  browser,
  baseURL,
  call,
  upstream,
  install,
}, testInfo) => {
  const ada = ['ada', 'Console-tests-2'] as const;
  const versions = [
    { version: '1.0.0', published: daysAgo(400) },
    { version: '1.1.0', published: daysAgo(1) },
  ];
  await upstream.npm('rested', versions, '1.1.0');
  const settings = { url: `${upstream.url}/npm`, allowPrivate: true };
  await call(createRepository, { body: { class: 'remote', key, format: 'npm', settings } });
  await call(createUser, { body: { name: ada[0], password: ada[1], email: 'ada@shop.example' } });
  const reads = { resourceType: 'repository' as const, names: [key], include: ['**'], users: [{ name: ada[0], actions: ['read' as const] }] };
  await call(createPermission, { body: { name: 'guarded', sections: [reads] } });
  await call(createFirewallRule, { body: { name: 'Three days', mode: 'enforce', repositories: [key], condition: { kind: 'age', days: 3 } } });

  const refused = await install(...ada);
  expect(refused.code, refused.output).not.toBe(0);
  const link = /Ask for an exception: (\S+)/.exec(refused.output)?.[1] ?? '';
  expect(link, refused.output).toContain('/ui/security/firewall/ask?');

  // Whoever follows the link without a session signs in on the way.
  const own = await browser.newContext(baseURL === undefined ? {} : { baseURL });
  const asking = await own.newPage();
  await signIn(asking, ...ada);
  await expect(asking).not.toHaveURL(/login/);
  await asking.goto(new URL(link).pathname + new URL(link).search);
  await expect(asking.getByRole('textbox', { name: 'Package' })).toHaveValue('rested');
  await expect(asking.getByRole('textbox', { name: 'Version' })).toHaveValue('1.1.0');
  await expectGoodScreen(asking, 'ask for an exception', testInfo);
  await asking.getByRole('textbox', { name: /^Why/ }).fill('It mends the outage of today');
  await asking.getByRole('button', { name: 'Ask', exact: true }).click();
  await expect(asking.getByRole('cell', { name: 'rested 1.1.0' })).toBeVisible();
  expect((await install(...ada)).code).not.toBe(0);

  await enter(page);
  await page.goto('/ui/security/firewall/exceptions');
  await page
    .getByRole('button', { name: /^Actions/ })
    .first()
    .click();
  await page.getByRole('menuitem', { name: /Decide/ }).click();
  const dialog = page.getByRole('dialog', { name: 'Let rested 1.1.0 in?' });
  await expect(dialog.getByText(/It mends the outage of today/)).toBeVisible();
  await dialog.getByRole('button', { name: 'Approve' }).click();
  await expect(page.getByText('Approved', { exact: true }).first()).toBeVisible();

  const installed = await install(...ada);
  expect(installed.code, installed.output).toBe(0);
  await asking.reload();
  await expect(asking.getByText('Approved', { exact: true }).first()).toBeVisible();
  await page.goto('/ui/security/firewall/records');
  await expect(page.getByRole('cell', { name: 'rested 1.1.0' }).first()).toBeVisible();
  await expect(page.getByRole('cell', { name: 'ada', exact: true }).first()).toBeVisible();
  await expectGoodScreen(page, 'held back', testInfo);
  await own.close();
});
