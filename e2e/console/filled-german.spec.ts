import { enter, expect } from './console-test.ts';
import { test } from './filled-test.ts';
import { fillPath, readRouteTable } from './route-table.ts';
import { expectedOutcome } from './route-visit.ts';
import { drawn, expectNothingSideways, goInside } from './screen-checks.ts';

const { paths, nav } = await readRouteTable();
/** Its directory is nowhere, which its page says; and signing in and out are no pages of somebody who is in. */
const apart = /^[/](?:log(?:in|out)(?:[/]|$)|admin[/]security[/]ldap[/]groups[/]:key[/]import)/;
const all = paths.filter((path) => !apart.test(path) && expectedOutcome(path, 'administrator', nav) === 'page');

test.use({ locale: 'de-DE', trace: 'off' });

test.describe('in German', () => {
  test.describe.configure({ mode: 'parallel' });

  // Its words are longer than those the pages were drawn with.
  for (const part of [1, 2])
    test(`UX-003 UX-005 every page fits on a desk, a tablet and a phone: part ${part} of 2`, async ({ page, filled }) => {
      await enter(page);
      await page.goto('/ui/packages');
      await drawn(page);
      await expect(page.locator('html')).toHaveAttribute('lang', 'de');
      for (const path of all.filter((_, index) => index % 2 === part - 1)) {
        await goInside(page, `/ui${fillPath(path, filled)}`);
        await drawn(page);
        await expectNothingSideways(page, path);
      }
    });
});
