import { createToken } from '@packhouse/contract/access/access-token-routes.ts';
import { readUser } from '@packhouse/contract/access/access-user-routes.ts';
import { inviteUser } from '@packhouse/contract/access/auth-invitation-routes.ts';
import { logout } from '@packhouse/contract/access/auth-sign-in-routes.ts';
import { consoleHeader } from '@packhouse/contract/prefixes.ts';
import { systemOnboarding } from '@packhouse/contract/shell/shell-routes.ts';
import { withoutTable } from '@packhouse/testkit/broken-database.ts';
import { setUpMail } from '@packhouse/testkit/set-up-mail.ts';
import type { Page } from '@playwright/test';
import { adminPassword, enter, expect, test } from './console-test.ts';
import { expectAccessible, settled } from './screen-checks.ts';

const title = (page: Page) => page.getByRole('heading', { level: 1 });
const notAuthorized = (page: Page) => page.getByText('You are not authorized to view this page');

/** Ends the session on the server behind the page's back. */
async function endSession(page: Page): Promise<void> {
  expect((await page.request.post(logout.url, { headers: { [consoleHeader]: '1' } })).status()).toBe(204);
}

/**
 * The session ends while its reader is about to follow a link. A call of the page's own may find that out first, which leads to sign-in, too,
 * and takes the link away: then there is nothing left to click.
 */
async function followAfterEnd(page: Page, name: string): Promise<void> {
  const link = page.getByRole('link', { name, exact: true });
  await expect(link).toBeVisible();
  const status = await link.evaluate(
    async (element: HTMLElement, { url, header }) => {
      const answer = await fetch(url, { method: 'POST', headers: { [header]: '1' } });
      if (element.isConnected) element.click();
      return answer.status;
    },
    { url: logout.url, header: consoleHeader },
  );
  expect(status).toBe(204);
}

test.beforeEach(async ({ page }) => enter(page));

test('AUTH-051 an ended session leads to sign-in, which says so, and back', async ({ page }) => {
  await page.goto('/ui/admin/management/groups');
  await expect(title(page)).toContainText('Groups');
  await settled(page);
  await followAfterEnd(page, 'Users');
  await expect(page).toHaveURL(/\/ui\/login\?ended=true$/);
  await expect(page.getByText('Your session has ended. Sign in to go on where you were.')).toBeVisible();
  await expect(notAuthorized(page)).toHaveCount(0);
  await page.getByLabel('User name').fill('admin');
  await page.getByLabel('Password', { exact: true }).fill(adminPassword);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page).toHaveURL(/\/ui\/admin\/management\/(users|groups)$/);
});

test('AUTH-051 what was typed outlasts the session: the sign-in comes to the page', async ({ page, call }) => {
  const asking = page.getByRole('dialog', { name: 'Your session has ended' });
  await page.goto('/ui/admin/management/users/new');
  await page.getByLabel('User name').fill('typed-ann');
  await page.locator('#email').fill('typed-ann@example.test');
  await page.locator('#password').fill('Typed-long-ago-1');
  await endSession(page);
  await page.getByRole('button', { name: 'Create user' }).click();
  await expect(asking).toBeVisible();
  await expectAccessible(page, 'session ended');
  await asking.getByLabel('Password', { exact: true }).fill('Wrong-password-1');
  await asking.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(asking.getByText('The user name or the password is wrong')).toBeVisible();
  await asking.getByLabel('Password', { exact: true }).fill(adminPassword);
  await asking.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(asking).toHaveCount(0);
  await expect(page.locator('#name')).toHaveValue('typed-ann');
  await page.getByRole('button', { name: 'Create user' }).click();
  await expect(page).not.toHaveURL(/\/new$/);
  expect(await call(readUser, { params: { name: 'typed-ann' } })).toMatchObject({ email: 'typed-ann@example.test' });
});

test('AUTH-051 who signs in on another tab goes on with what they have typed, and who gives up is asked before it is lost', async ({ page }) => {
  const asking = page.getByRole('dialog', { name: 'Your session has ended' });
  await page.goto('/ui/admin/management/groups/new');
  await page.locator('#name').fill('typed-team');
  await endSession(page);
  await page.getByRole('button', { name: 'Create group' }).click();
  await expect(asking).toBeVisible();
  await enter(page);
  await page.evaluate(() => window.dispatchEvent(new Event('focus')));
  await expect(asking).toHaveCount(0);
  await expect(page.locator('#name')).toHaveValue('typed-team');
  await endSession(page);
  await page.getByRole('button', { name: 'Create group' }).click();
  await expect(asking).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Leave', exact: true }).click();
  await expect(page).toHaveURL(/\/ui\/login\?ended=true$/);
  await expect(asking).toHaveCount(0);
  await expect(notAuthorized(page)).toHaveCount(0);
});

test('SHELL-026 a call of the start that fails costs only its own part', async ({ page, platform, complaints }) => {
  await withoutTable(platform, 'access.user_custom_data', async () => {
    const failing = page.waitForResponse((answer) => answer.url().endsWith(systemOnboarding.url));
    await page.goto('/ui/packages');
    expect((await failing).status()).toBe(500);
    await expect(title(page)).toContainText('Packages');
    await expect(page.getByRole('navigation', { name: 'Choose a sidebar' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Signed in as admin' })).toBeVisible();
    await expect(page.locator('.ph-toast')).toHaveCount(0);
  });
  complaints.length = 0;
});

test('SHELL-049 a server that cannot say who is there leads to /500, which a reload leaves', async ({ page, platform, baseURL, complaints }) => {
  await withoutTable(platform, 'access.session', async () => {
    await page.goto('/ui/packages');
    await expect(page).toHaveURL(`${baseURL}/ui/500`);
    await expect(title(page)).toHaveText('Something went wrong');
    await expect(page.getByRole('group', { name: 'Request id' })).toBeVisible();
    await expectAccessible(page, 'server error');
  });
  await page.reload();
  await expect(page).toHaveURL(`${baseURL}/ui/admin/mission_control/topology`);
  complaints.length = 0;
});

test('SHELL-048 an answer from between here and the server that is none of the server’s leads to /406, with its request id', async ({
  page,
  baseURL,
  complaints,
}) => {
  const current = '**/ui/api/v1/ui/auth/current';
  await page.route(current, (route) =>
    route.fulfill({ contentType: 'text/html', headers: { 'x-request-id': 'between-1' }, body: '<h1>Accept the terms</h1>' }),
  );
  await page.goto('/ui/packages');
  await expect(page).toHaveURL(`${baseURL}/ui/406/between-1`);
  await expect(page.getByText('between-1')).toBeVisible();
  await expectAccessible(page, 'not acceptable');
  await page.unroute(current);
  complaints.length = 0;
});

test('AUTH-052 an invitation opens with the token of its mail, and with nothing else', async ({ page, call, platform }) => {
  await page.context().clearCookies();
  const { accessToken } = await call(createToken, { body: { description: 'no invitation' } });
  for (const token of ['', '?token=rubbish', `?token=${encodeURIComponent(accessToken)}`]) {
    await page.goto(`/ui/login/invitation${token}`);
    await expect(page).toHaveURL(/\/ui\/login\?logout=true$/);
  }
  const mail = await setUpMail({ call: (route, input) => call(route, input), baseUrl: platform.url });
  try {
    await call(inviteUser, { body: { name: 'shell-guest', email: 'guest@example.test' } });
    const link = (await mail.next()).link(/\/ui\/login\/invitation\?token=/);
    await page.goto(`${link.pathname}${link.search}`);
    await expect(page.getByText(/Your user name is shell-guest/)).toBeVisible();
    await expectAccessible(page, 'invitation');
  } finally {
    await mail.stop();
  }
});
