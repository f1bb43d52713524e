import { createProject, listProjectRoles, setProjectMember } from '@packhouse/contract/access/access-project-routes.ts';
import { createUser } from '@packhouse/contract/access/access-user-routes.ts';
import { createRepository } from '@packhouse/contract/repositories/repository-routes.ts';
import type { Page } from '@playwright/test';
import { enter, expect, test } from './console-test.ts';
import { pushImage } from './push-image.ts';
import { expectAccessible } from './screen-checks.ts';

const manager = { name: 'shell-manager', password: 'Shell-tests-2' };
const project = { key: 'shellred', name: 'Shell red' };

const sidebars = (page: Page) => page.getByRole('navigation', { name: 'Choose a sidebar' });
const lines = (page: Page) => page.getByRole('navigation', { name: 'Main navigation' }).getByRole('link');

test('SHELL-004 SHELL-080 SHELL-081 SHELL-084 a project administrator has the settings of the project that is chosen, and only then', async ({
  page,
  call,
}) => {
  await call(createProject, { body: project });
  await call(createUser, { body: { name: manager.name, password: manager.password, email: 'manager@example.test' } });
  const roles = await call(listProjectRoles, { params: { key: project.key } });
  const administrators = roles.find(({ type }) => type === 'ADMIN')?.name ?? '';
  await call(setProjectMember, { params: { key: project.key, kind: 'user', name: manager.name }, body: { roles: [administrators] } });

  await enter(page, manager.name, manager.password);
  await page.goto('/ui/packages');
  await expect(sidebars(page)).toHaveCount(0);
  await page.getByRole('button', { name: 'Project: All projects' }).click();
  await page.getByRole('menuitemradio', { name: /Shell red/ }).click();
  await expect(sidebars(page).getByRole('link')).toHaveText(['Application', 'Project Settings']);
  await page.getByRole('link', { name: 'Project Settings' }).click();
  await expect(sidebars(page).locator('[aria-current]')).toHaveText('Project Settings');
  for (const line of ['General', 'Members', 'Groups', 'Repositories', 'Environments'])
    await expect(lines(page).filter({ hasText: new RegExp(`^${line}$`) })).toHaveCount(1);
  await lines(page).filter({ hasText: 'Members' }).click();
  await expect(page).toHaveURL(/\/project\/members/);
  await expect(page.getByText(manager.name).first()).toBeVisible();
  await page.reload();
  await expect(page.getByRole('button', { name: 'Project: Shell red' })).toBeVisible();
  await expectAccessible(page, 'project settings');
  await page.getByRole('button', { name: 'Project: Shell red' }).click();
  await page.getByRole('menuitemradio', { name: 'All projects' }).click();
  await expect(sidebars(page)).toHaveCount(0);
});

test('PKG-015 two letters are searched for in a chosen project and in a chosen repository, but not everywhere', async ({ page, platform, call }) => {
  await call(createProject, { body: { key: 'shelllist', name: 'Shell list' } });
  await call(createRepository, { body: { class: 'local', key: 'shelllist-images', format: 'docker', projectKey: 'shelllist' } });
  await pushImage(platform.url, 'shelllist-images/rebuild', '1.0');
  await enter(page);
  await page.goto('/ui/packages?q=re');
  const found = page.getByRole('link', { name: 'rebuild' });
  const refused = page.getByText('Type at least 3 characters, or choose a repository.');
  await expect(refused).toBeVisible();
  await expect(found).toHaveCount(0);
  await page.goto('/ui/packages?q=re&repo=shelllist-images');
  await expect(found.first()).toBeVisible();
  await page.goto('/ui/packages?q=re');
  await expect(refused).toBeVisible();
  await page.getByRole('button', { name: 'Project: All projects' }).click();
  await page.getByRole('menuitemradio', { name: /Shell list/ }).click();
  await page.goto('/ui/packages?q=re');
  await expect(found.first()).toBeVisible();
  await expect(refused).toHaveCount(0);
});
