import { createOauthProvider } from '@packhouse/contract/access/access-oauth-routes.ts';
import { createUser } from '@packhouse/contract/access/access-user-routes.ts';
import { updateMailSettings } from '@packhouse/contract/access/auth-mail-routes.ts';
import { updateUserCustomData } from '@packhouse/contract/shell/onboarding-user-routes.ts';
import type { Page } from '@playwright/test';
import { Secret, TOTP } from 'otpauth';
import { expect, signIn, test } from './console-test.ts';

test.use({ platformEnv: { PACKHOUSE_FEATURES: 'testing,quickDeployLandingPage' } });

const person = { name: 'walker', password: 'Walk-through-1' };
const title = (page: Page) => page.getByRole('heading', { level: 1 });

async function giveCredentials(page: Page, password: string): Promise<void> {
  await page.goto('/ui/login');
  await page.getByLabel('User name').fill(person.name);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

test('SHELL-007 all that the console can is there, from sign-in to the demo area', async ({ page, call }) => {
  const fresh = 'Walked-through-2';
  await call(createUser, { body: { ...person, email: 'walker@example.test' } });
  await call(createOauthProvider, {
    body: { name: 'Work', type: 'OpenID', issuerUrl: 'https://login.example.test', clientId: 'packhouse', clientSecret: 'secret' },
  });
  const mail = { enabled: true, host: 'mail.example.test', port: 587, security: 'starttls' as const, user: '', from: 'a@example.test', fromName: '' };
  await call(updateMailSettings, { body: { ...mail, linkBase: 'https://packages.example.test', allowPrivate: false } });

  await test.step('single sign-on and password reset are offered at sign-in', async () => {
    await page.goto('/ui/login');
    await expect(page.getByRole('button', { name: 'Continue with Work' })).toBeVisible();
    await page.getByRole('link', { name: 'Forgot password?' }).click();
    await expect(page.getByLabel(/user name or e-mail/i)).toBeVisible();
  });

  await test.step('sign-in, password change and a second factor that is asked for at the next sign-in', async () => {
    await signIn(page, person.name, person.password);
    await page.goto('/ui/admin/artifactory/user_profile');
    await page.getByLabel('Current password').fill(person.password);
    await page.getByRole('button', { name: 'Unlock' }).click();
    // Until the profile is unlocked, the field of the same name is still the lock's.
    await expect(page.getByLabel('New password', { exact: true })).toBeVisible();
    await page.getByLabel('Current password').fill(person.password);
    await page.getByLabel('New password', { exact: true }).fill(fresh);
    await page.getByLabel('Confirm new password').fill(fresh);
    await page.getByRole('button', { name: 'Change password' }).click();
    await expect(page.getByText('Password changed')).toBeVisible();
    await page.getByRole('button', { name: 'Set up an authenticator app' }).click();
    const secret =
      (await page
        .getByText(/^[A-Z2-7]{16,}$/)
        .first()
        .textContent()) ?? '';
    const totp = new TOTP({ secret: Secret.fromBase32(secret) });
    await page.getByLabel('Code').fill(totp.generate());
    await page.getByRole('button', { name: 'Turn on' }).click();
    await expect(page.getByRole('button', { name: 'Done' })).toBeVisible();
    await page.goto('/ui/logout');
    await expect(page).toHaveURL(/login/);
    await giveCredentials(page, fresh);
    await expect(page).toHaveURL(/otp-login/);
    // The code of this moment was used up; that of the next one counts too.
    await page.getByLabel('Code').fill(totp.generate({ timestamp: Date.now() + 30_000 }));
    await page.getByRole('button', { name: 'Go on' }).click();
    await expect(title(page)).toContainText('Packages');
    await page.goto('/ui/logout');
    await expect(page).toHaveURL(/login/);
  });

  await test.step('the questionnaire of the first run', async () => {
    await call(updateUserCustomData, { body: { showPersonalization: true } });
    await signIn(page);
    await expect(page.getByRole('dialog', { name: 'Personalize' })).toBeVisible();
    await page.getByRole('button', { name: 'Not now' }).click();
  });

  await test.step('the quick start makes repositories and guides a container client', async () => {
    await page.goto('/ui/quick-setup');
    await page.getByRole('button', { name: 'Docker', exact: true }).click();
    await page.getByRole('button', { name: 'Create', exact: true }).click();
    await expect(page.getByRole('heading', { name: 'Set Up Your Docker Client' })).toBeVisible();
    await expect(page.getByRole('tab')).toHaveText([/Login/, /Pull/, /Push/]);
    await page.getByRole('button', { name: 'Next' }).click();
    await expect(page.getByText(/^No remote repository was created, so there is nothing to pull through/)).toBeVisible();
    await expect(page.getByText(/docker pull/)).toHaveCount(0);
  });

  await test.step('quick menu, sidebars and the search over several scopes', async () => {
    await page.goto('/ui/overview');
    await page.getByRole('button', { name: 'Quick menu' }).click();
    await expect(page.getByRole('menu').getByRole('menuitem', { name: 'New user' })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('navigation', { name: 'Choose a sidebar' })).toBeVisible();
    for (const [scope, address] of [
      ['Packages', '/packages'],
      ['Artifacts', '/artifactSearchResults'],
      ['Builds', '/builds'],
    ] as const) {
      await page.locator('.search-scope').click();
      await page.getByRole('menuitemradio', { name: scope }).click();
      await page.locator('#global-search').fill('shop');
      await page.locator('#global-search').press('Enter');
      await expect(page).toHaveURL(new RegExp(`/ui${address}\\?`));
    }
  });

  await test.step('the demo area behind its switch', async () => {
    await page.goto('/ui/demo/tree');
    await expect(page.getByRole('treegrid', { name: 'Tree' })).toBeVisible();
  });
});
