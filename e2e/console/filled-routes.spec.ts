import { updateAccessSettings } from '@packhouse/contract/access/access-setting-routes.ts';
import type { Page } from '@playwright/test';
import { enter, expect } from './console-test.ts';
import type { Filled } from './filled-platform.ts';
import { test } from './filled-test.ts';
import { fillPath, readRouteTable } from './route-table.ts';
import { expectedOutcome, expectLedElsewhere, type Outcome, type Visit, type Visitor, visit } from './route-visit.ts';
import { expectAccessible, expectNothingSideways } from './screen-checks.ts';

const { paths, nav } = await readRouteTable();
/** Its directory is nowhere, which its page says; and signing out ends the visit. */
const apart = ['/admin/security/ldap/groups/:key/import', '/logout'];
const all = paths.filter((path) => !apart.includes(path));

interface Walk {
  paths?: readonly string[];
  /** This is done at addresses that show their page. */
  after?: (path: string) => Promise<void>;
}

/**
 * The administrator sees every page, and opens each by its address alone. What others may see is decided in one place, whether the console
 * is loaded or not: they load it once for each part of it that they may see.
 */
function howToEnter(path: string, visitor: Visitor, entered: Set<string>): Visit['by'] {
  const part = path.split('/')[1] ?? '';
  const isFirst = !entered.has(part);
  entered.add(part);
  return isFirst || visitor === 'administrator' ? 'address' : 'inside';
}

/** Nothing of a page is drawn for those who are led away from it: the first address is looked at closely, of the others where they lead. */
async function visitElsewhere(page: Page, filled: Filled, visitor: Visitor, outcome: Outcome, [first, ...others]: readonly string[]): Promise<void> {
  if (first === undefined) return;
  await visit(page, { path: first, visitor, address: fillPath(first, filled), outcome, by: 'address' });
  const addresses = others.map((path) => fillPath(path, filled));
  await expectLedElsewhere(page, visitor, outcome, addresses);
}

async function visitAll(page: Page, filled: Filled, visitor: Visitor, { paths: walked = all, after }: Walk = {}): Promise<void> {
  const outcomes = walked.map((path) => ({ path, outcome: expectedOutcome(path, visitor, nav) }));
  for (const elsewhere of ['sign-in', 'away'] as const) {
    const led = outcomes.filter(({ outcome }) => outcome === elsewhere).map(({ path }) => path);
    await visitElsewhere(page, filled, visitor, elsewhere, led);
  }
  const entered = new Set<string>();
  for (const { path, outcome } of outcomes) {
    if (outcome === 'sign-in' || outcome === 'away') continue;
    await visit(page, { path, visitor, address: fillPath(path, filled), outcome, by: howToEnter(path, visitor, entered) });
    if (outcome === 'page') await after?.(path);
  }
}

async function chooseProject(page: Page, filled: Filled): Promise<void> {
  await page.getByRole('button', { name: 'Project: All projects' }).click();
  await page.getByRole('menuitemradio', { name: /Storefront/ }).click();
  await expect(page.getByRole('link', { name: 'Project Settings' })).toBeVisible();
  expect(filled.projectKey).not.toBe('');
}

// A recording of so long a walk costs more than the walk; what is wrong names its address.
test.use({ trace: 'off' });

test.describe('every address of the console', () => {
  // Each walk stands alone: two workers share them.
  test.describe.configure({ mode: 'parallel' });

  test('SHELL-003 SHELL-059 leads to the sign-in page while nobody is signed in and anonymous access is off', async ({ page, filled }) => {
    await visitAll(page, filled, 'nobody');
  });

  test('SHELL-003 SHELL-061 shows its page, a refusal or the packages to visitors where anonymous access is on', async ({ page, filled, call }) => {
    await call(updateAccessSettings, { body: { anonymousAccess: true } });
    try {
      await visitAll(page, filled, 'anonymous');
    } finally {
      await call(updateAccessSettings, { body: { anonymousAccess: false } });
    }
  });

  test('SHELL-060 SHELL-061 shows a user what is for users, and the packages instead of administration', async ({ page, filled }) => {
    await enter(page, filled.user, filled.password);
    await visitAll(page, filled, 'user');
  });

  test('SHELL-004 SHELL-061 shows a project administrator the settings of the project, which axe finds nothing on', async ({ page, filled }) => {
    await enter(page, filled.manager, filled.password);
    await page.goto('/ui/packages');
    await chooseProject(page, filled);
    const after = async (path: string) => {
      if (path.startsWith('/project/') || path === '/admin/artifactory/user_profile') await expectAccessible(page, path);
    };
    await visitAll(page, filled, 'project administrator', { after });
  });

  for (const part of [1, 2, 3, 4, 5, 6, 7, 8])
    test(`UX-002 UX-003 opens for an administrator by itself, axe finds nothing on it, and it fits a tablet and a phone: part ${part} of 8`, async ({
      page,
      filled,
    }) => {
      await enter(page);
      const own = all.filter((_, index) => index % 8 === part - 1);
      const after = async (path: string) => {
        await expectAccessible(page, path);
        await expectNothingSideways(page, path);
      };
      await visitAll(page, filled, 'administrator', { paths: own, after });
    });
});
