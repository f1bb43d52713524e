import { createUser } from '@packhouse/contract/access/access-user-routes.ts';
import { watchArtifact } from '@packhouse/contract/repositories/artifact-routes.ts';
import { createRepository } from '@packhouse/contract/repositories/repository-routes.ts';
import { enter, expect, test } from './console-test.ts';
import { expectGoodScreen } from './screen-checks.ts';

test('ARTI-016 ARTI-017 ARTI-018 what is watched is listed, tells of what others do, and is let go of', async ({ page, call, platform }, testInfo) => {
  await call(createRepository, { body: { class: 'local', key: 'watched', format: 'generic' } });
  await call(createUser, { body: { name: 'bob', email: 'bob@example.test', password: 'Bobs-secret-1', administrator: true } });
  const headers = { authorization: `Basic ${Buffer.from('bob:Bobs-secret-1').toString('base64')}` };
  const put = async (path: string) =>
    expect((await fetch(`${platform.url}/artifactory/watched/${path}`, { method: 'PUT', headers, body: path })).status).toBe(201);
  await put('org/first.txt');
  await call(watchArtifact, { body: { repoKey: 'watched', path: 'org' } });
  await enter(page);
  await page.goto('/ui/marks');
  await expect(page.getByRole('link', { name: 'org', exact: true })).toBeVisible();
  await expectGoodScreen(page, 'marks', testInfo);
  await put('org/second.txt');
  await expect(page.getByText('bob deployed org/second.txt, which you watch')).toBeVisible();
  await page.getByRole('button', { name: 'Show' }).click();
  await expect(page).toHaveURL(/\/ui\/repos\/tree\/watched\/org$/);
  await page.goto('/ui/marks/watches');
  await page
    .getByRole('row', { name: /org/ })
    .getByRole('button', { name: /actions/i })
    .click();
  await page.getByRole('menuitem', { name: 'Unwatch' }).click();
  await expect(page.getByText('Nothing marked yet')).toBeVisible();
});
