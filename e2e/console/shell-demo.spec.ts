import { enter, expect, test } from './console-test.ts';
import { expectGoodScreen } from './screen-checks.ts';

test.use({ platformEnv: { PACKHOUSE_FEATURES: 'testing,commonTested,-helpLinks', PACKHOUSE_INSTALLATION: 'cloud,trial,containers' } });

test.beforeEach(async ({ page }) => enter(page));

test('DEMO-003 DEMO-004 the demo opens with its tree, which unfolds', async ({ page }, testInfo) => {
  await page.goto('/ui/packages');
  await page.getByRole('link', { name: 'Demo' }).click();
  await expect(page).toHaveURL(/\/demo\/tree$/);
  const tree = page.getByRole('treegrid', { name: 'Tree' });
  await expect(tree.getByText('artifactory')).toBeVisible();
  await tree.getByText('Switches').click();
  await expect(tree.getByText('commonTested')).toBeVisible();
  await expectGoodScreen(page, 'demo-tree', testInfo);
});

test('DEMO-005 DEMO-006 the greeting greets', async ({ page }) => {
  await page.goto('/ui/demo/typescript');
  await expect(page).toHaveURL(/\/demo\/typescript\/greeting$/);
  await expect(page.getByText('Hello, admin!')).toBeVisible();
});

test('DEMO-007 two micro-frontends of their own builds are fetched and mounted', async ({ page }, testInfo) => {
  const fetched: string[] = [];
  page.on('request', (request) => fetched.push(new URL(request.url()).pathname));
  await page.goto('/ui/demo/multi-mfe-mounting-container');
  await expect(page.getByRole('heading', { name: 'First micro-frontend' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Second micro-frontend' })).toBeVisible();
  expect(fetched).toEqual(expect.arrayContaining(['/ui/areas/demo-first/remoteEntry.js', '/ui/areas/demo-second/remoteEntry.js']));
  await page.getByRole('button', { name: 'Press' }).click();
  await expect(page.getByText('Pressed 1 time')).toBeVisible();
  await expectGoodScreen(page, 'demo-mounting', testInfo);
});

test('DEMO-008 the container names the micro-frontend that is missing', async ({ page, complaints }) => {
  await page.route('**/ui/areas/demo-second/remoteEntry.js*', (route) => route.abort());
  await page.goto('/ui/demo/multi-mfe-mounting-container');
  await expect(page.getByText('Microfrontend demo-second fetching failed!')).toBeVisible();
  await page.unroute('**/ui/areas/demo-second/remoteEntry.js*');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('heading', { name: 'Second micro-frontend' })).toBeVisible();
  complaints.length = 0;
});

test('DEMO-009 DEMO-012 the template counts, undoes and redoes', async ({ page }, testInfo) => {
  await page.goto('/ui/packages');
  await page.getByRole('link', { name: 'Template' }).click();
  const counter = page.getByRole('status', { name: 'Counter' });
  await page.getByRole('button', { name: 'Add 100' }).click();
  await expect(counter).toHaveText('100');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(counter).toHaveText('0');
  await page.getByRole('button', { name: 'Redo' }).click();
  await expect(counter).toHaveText('100');
  // Why there is nothing to redo any more is said while the button has the focus.
  await page.getByRole('heading', { level: 1 }).click();
  await expectGoodScreen(page, 'template', testInfo);
});

test('SHELL-092 SHELL-097 a shared cloud installation has its subscription in the quick menu', async ({ page }, testInfo) => {
  await page.goto('/ui/packages');
  await page.getByRole('button', { name: 'Quick menu' }).click();
  await page.getByRole('menuitem', { name: 'Cloud Subscription and Usage' }).click();
  await expect(page).toHaveURL(/\/cloud-subscription$/);
  await expect(page.getByText('Trial')).toBeVisible();
  await expectGoodScreen(page, 'cloud', testInfo);
});

test('SHELL-101 links to help are gone where they are switched off, and what serves no containers where only these are served', async ({ page }) => {
  await page.goto('/ui/packages');
  const sidebar = page.getByRole('navigation', { name: 'Main navigation' });
  await expect(sidebar.getByRole('link', { name: 'Packages' })).toBeVisible();
  await expect(sidebar.getByRole('link', { name: 'Distribution' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Help' }).click();
  await expect(page.getByRole('menuitem', { name: 'About' })).toBeVisible();
  await expect(page.getByRole('menuitem', { name: 'Documentation' })).toHaveCount(0);
});
