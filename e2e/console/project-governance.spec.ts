import { createProject, listProjectRoles, setProjectMember } from '@packhouse/contract/access/access-project-routes.ts';
import { createUser } from '@packhouse/contract/access/access-user-routes.ts';
import type { Call } from '@packhouse/contract/client.ts';
import { createRepository } from '@packhouse/contract/repositories/repository-routes.ts';
import { createPolicy, type PolicyInput } from '@packhouse/contract/scanning/policy-routes.ts';
import { createWatch, readWatch } from '@packhouse/contract/scanning/watch-routes.ts';
import { enter, expect, test } from './console-test.ts';
import { expectAccessible, expectNothingSideways } from './screen-checks.ts';

const warden = { name: 'govern-warden', password: 'Govern-tests-2' };
const own = { key: 'governown', name: 'Governed' };
const other = { key: 'governother', name: 'Governed by others' };

const makePolicy = (name: string): PolicyInput => ({
  name,
  type: 'security',
  description: '',
  rules: [{ name: 'one', criteria: { min_severity: 'High' }, actions: {} }],
});

async function prepare(call: Call): Promise<void> {
  for (const project of [own, other]) {
    await call(createProject, { body: project });
    await call(createRepository, { body: { class: 'local', key: `${project.key}-js`, format: 'npm', projectKey: project.key } });
    await call(createPolicy, { query: { projectKey: project.key }, body: makePolicy(`${project.key}-policy`) });
  }
  await call(createPolicy, { body: makePolicy('govern-everywhere') });
  await call(createWatch, {
    query: { projectKey: other.key },
    body: {
      general_data: { name: 'watch-of-others' },
      project_resources: { resources: [{ type: 'all-repos' }] },
      assigned_policies: [{ name: `${other.key}-policy` }],
    },
  });
  await call(createUser, { body: { name: warden.name, password: warden.password, email: 'warden@example.test' } });
  const roles = await call(listProjectRoles, { params: { key: own.key } });
  const administrators = roles.find(({ type }) => type === 'ADMIN')?.name ?? '';
  await call(setProjectMember, { params: { key: own.key, kind: 'user', name: warden.name }, body: { roles: [administrators] } });
}

test('SEC-050 a project administrator has policies watch the repositories of the project, and sees nothing of another', async ({ page, call }) => {
  await prepare(call);
  await enter(page, warden.name, warden.password);
  await page.goto('/ui/packages');
  await page.getByRole('button', { name: /^Project: / }).click();
  await page.getByRole('menuitemradio', { name: own.name }).click();
  await page.goto('/ui/security/policies');
  await expect(page.getByRole('link', { name: `${own.key}-policy` })).toBeVisible();
  await expect(page.getByText(`${other.key}-policy`)).toHaveCount(0);

  await page.goto('/ui/security/watches/new');
  await page.getByLabel('Name', { exact: true }).fill('watch-of-ours');
  await page.getByLabel(/^In\b/).click();
  await page.getByTitle('these repositories').click();
  await page.getByLabel(/^namely/).fill('govern');
  await expect(page.getByTitle(`${other.key}-js`)).toHaveCount(0);
  await page.getByTitle(`${own.key}-js`).click();
  await page.keyboard.press('Escape');
  await page.getByLabel(/^these policies apply/).fill('govern');
  await expect(page.getByTitle(/: governother-policy/)).toHaveCount(0);
  await page.keyboard.press('Enter');
  await page.keyboard.press('Escape');
  await expectAccessible(page, 'new watch');
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNothingSideways(page, 'new watch');
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.getByRole('button', { name: 'Create watch' }).click();
  await expect(page.getByRole('heading', { name: 'watch-of-ours' })).toBeVisible();
  const watch = await call(readWatch, { params: { name: 'watch-of-ours' } });
  expect([watch.project_key, watch.project_resources.resources, watch.assigned_policies.length]).toEqual([
    own.key,
    [{ type: 'repository', name: `${own.key}-js` }],
    1,
  ]);

  await page.goto('/ui/security/watches/edit/watch-of-others');
  await expect(page.getByText('There is no watch watch-of-others')).toBeVisible();
  await page.goto('/ui/security/reports');
  await expect(page.getByRole('heading', { name: /^Reports/, level: 1 })).toBeVisible();
});
