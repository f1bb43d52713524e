import { login } from '@packhouse/contract/access/auth-sign-in-routes.ts';
import { type Call, createClient } from '@packhouse/contract/client.ts';
import { consoleHeader } from '@packhouse/contract/prefixes.ts';
import { test as base, expect, type Page } from '@playwright/test';
import { limits } from '../../tools/runners/limits.ts';
import { type PackhouseProcess, startPackhouse } from '../../tools/serve/start-packhouse.ts';

export { expect };

export const adminPassword = 'Console-tests-1';

interface WorkerParts {
  /** The platform is told this besides where it lives. */
  readonly platformEnv: Readonly<Record<string, string>>;
  /** A platform shared by the tests of a worker; tests make what they need in it under names of their own. */
  readonly platform: PackhouseProcess;
}

interface TestParts {
  /** The contract's calls, as the administrator. */
  readonly call: Call;
  /** The page complained about this; it must be empty at the end of a test. */
  readonly complaints: string[];
}

/** A test of the console against a real platform. Anything the page logs as an error fails it. */
export const test = base.extend<TestParts, WorkerParts>({
  platformEnv: [{}, { scope: 'worker', option: true }],
  platform: [
    async ({ playwright, platformEnv }, use) => {
      // What several processes of one platform owe each other is proved elsewhere.
      const platform = await startPackhouse({ adminPassword, workers: 1, env: platformEnv });
      const request = await playwright.request.newContext();
      expect((await request.get(`${platform.url}/ui/`)).status(), 'the console is there').toBe(200);
      await request.dispose();
      await use(platform);
      await platform.remove();
    },
    { scope: 'worker', timeout: limits.console },
  ],
  baseURL: async ({ platform }, use) => use(platform.url),
  call: async ({ platform }, use) => {
    const authorization = `Basic ${Buffer.from(`admin:${adminPassword}`).toString('base64')}`;
    await use(createClient({ baseUrl: platform.url, headers: () => ({ authorization }) }));
  },
  complaints: [
    async ({ page }, use) => {
      const complaints: string[] = [];
      watch(page, complaints);
      await use(complaints);
      expect(complaints, 'the page complained').toEqual([]);
    },
    { auto: true },
  ],
});

/** Notes uncaught errors, logged errors and refused content of a page. */
export function watch(page: Page, complaints: string[]): void {
  page.on('pageerror', (error) => complaints.push(`uncaught: ${error.message}`));
  page.on('console', (message) => {
    // A refused call is the screen's to show; the browser logs every one of them.
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource')) complaints.push(`logged: ${message.text()}`);
  });
  page.on('response', (response) => {
    if (response.status() >= 500) complaints.push(`${response.status()} ${response.url()}`);
  });
}

/** Gives the browser a session without showing a page: for tests that sign-in itself is no part of. */
export async function enter(page: Page, name = 'admin', password = adminPassword): Promise<void> {
  const answer = await page.request.post(login.url, { data: { user: name, password }, headers: { [consoleHeader]: '1' } });
  expect(answer.status(), `${name} may come in`).toBe(200);
}

/** Signs in by the form, as a person does. */
export async function signIn(page: Page, name = 'admin', password = adminPassword): Promise<void> {
  await page.goto('/ui/login');
  await page.getByLabel(/user ?name/i).fill(name);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: /^(sign|log) ?in$/i }).click();
  // Until the first page is chosen, that choice could still overtake what a test does next.
  await expect(page).toHaveURL(/\/ui\/(?!login|home)[^?]/);
  // Nor does anybody listen to the keyboard before the page is there.
  await expect(page.locator('#content').getByRole('heading', { level: 1 })).toBeVisible();
}
