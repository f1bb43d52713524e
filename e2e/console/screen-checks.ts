import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, type Page, type Request, type TestInfo } from '@playwright/test';
import type { AxeResults, RunOptions, Spec } from 'axe-core';

export const themes = ['light', 'dark'] as const;
export type Theme = (typeof themes)[number];

const sizes = { phone: { width: 390, height: 844 }, desktop: { width: 1440, height: 900 } } as const;

/** Shows a page in a theme, which follows the system until somebody chooses. */
async function showTheme(page: Page, theme: Theme): Promise<void> {
  await page.emulateMedia({ colorScheme: theme });
  await page.waitForFunction((wanted) => document.documentElement.getAttribute('data-theme') === wanted, theme);
}

const underWay = new WeakMap<Page, Set<Request>>();

/** The requests of a page that have no answer yet, from the first time on that somebody asks; what is pushed to it never ends. */
function requestsUnderWay(page: Page): ReadonlySet<Request> {
  const known = underWay.get(page);
  if (known) return known;
  const requests = new Set<Request>();
  underWay.set(page, requests);
  page.on('request', (request) => {
    if (request.resourceType() !== 'eventsource') requests.add(request);
  });
  page.on('requestfinished', (request) => requests.delete(request));
  page.on('requestfailed', (request) => requests.delete(request));
  return requests;
}

/** Turns to an address without loading the console again. */
export async function turnTo(page: Page, address: string): Promise<void> {
  await page.evaluate((to) => {
    window.history.pushState(null, '', to);
    window.dispatchEvent(new PopStateEvent('popstate'));
  }, address);
}

/** Turns to an address, and waits until everything that this asks for has come and is drawn. */
export async function goInside(page: Page, address: string): Promise<void> {
  const requests = requestsUnderWay(page);
  await turnTo(page, address);
  // A script that has come asks for data, and what was drawn may ask for more: so all must be quiet for some frames.
  for (let quiet = 0; quiet < 3; quiet = requests.size === 0 ? quiet + 1 : 0)
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 20))));
}

/** Waits until nothing on a page is still arriving. The page itself looks, frame by frame: questions from outside come at intervals, and late. */
export async function settled(page: Page): Promise<void> {
  await page.waitForFunction(() => document.querySelector('[aria-busy="true"]') === null && document.fonts.status === 'loaded', undefined, { timeout: 30_000 });
}

/** Waits until a page has its main heading and nothing on it is still arriving. */
export async function drawn(page: Page): Promise<void> {
  await page.waitForFunction(() => document.querySelector('h1') !== null, undefined, { timeout: 30_000 });
  await settled(page);
}

const axeSource = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

/** Examines a page by axe, which is given to each document once: that takes as long as a look at a page. */
async function runAxe(page: Page, options: RunOptions): Promise<AxeResults['violations']> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeSource);
  return page.evaluate(async (chosen) => {
    const { axe } = window as unknown as { axe: { configure(spec: Spec): void; run(context: Document, options: RunOptions): Promise<AxeResults> } };
    // A tip is told with the control that it describes, wherever it is drawn.
    axe.configure({ rules: [{ id: 'region', selector: 'body *:not([role="tooltip"], [role="tooltip"] *)' }] });
    // From its top: what lies half behind the bar above it would count as too small to be hit.
    const place = window.scrollY;
    window.scrollTo(0, 0);
    const { violations } = await axe.run(document, chosen);
    window.scrollTo(0, place);
    return violations;
  }, options);
}

/** Needs what no page here has: styles of other hosts. */
const common: RunOptions = { resultTypes: ['violations'], preload: false };
const levels = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** WCAG 2.2 AA as far as a program can see it: all of it in the light theme, and in the dark one what depends on colours. */
export async function expectAccessible(page: Page, title: string, without: readonly string[] = []): Promise<void> {
  // A change of the theme draws everything anew: so it begins with the one that is shown, and stays in the other.
  const isDark = (await page.locator('html').getAttribute('data-theme')) === 'dark';
  for (const theme of isDark ? themes.toReversed() : themes) {
    await showTheme(page, theme);
    await settled(page);
    const violations = await runAxe(
      page,
      theme === 'dark'
        ? { ...common, runOnly: { type: 'rule', values: ['color-contrast', 'link-in-text-block'] } }
        : { ...common, runOnly: { type: 'tag', values: levels }, rules: Object.fromEntries(without.map((rule) => [rule, { enabled: false }])) },
    );
    const told = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target, failureSummary }) => `${target.join(' ')} (${failureSummary})`).join('; ')}`);
    expect.soft(told, `${title}, ${theme}`).toEqual([]);
  }
}

/** A page must not scroll sideways on a phone or on a desk. With `TEST_PICTURES` set, a picture of each size and theme is kept for looking at. */
async function expectFits(page: Page, title: string, testInfo: TestInfo): Promise<void> {
  for (const size of ['phone', 'desktop'] as const) {
    await page.setViewportSize(sizes[size]);
    await settled(page);
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    expect.soft(overflow, `${title} scrolls sideways on a ${size}`).toBeLessThanOrEqual(0);
    if (process.env.TEST_PICTURES === undefined) continue;
    for (const theme of themes) {
      await showTheme(page, theme);
      await settled(page);
      await page.screenshot({ path: testInfo.outputPath(`${title}-${size}-${theme}.png`), animations: 'disabled', fullPage: true });
    }
    await showTheme(page, 'light');
  }
}

/** No page scrolls sideways, neither as it is nor on a tablet or a phone; what needs more room scrolls by itself. */
export async function expectNothingSideways(page: Page, title: string): Promise<void> {
  const size = page.viewportSize() ?? sizes.desktop;
  for (const width of [size.width, 768, 390]) {
    await page.setViewportSize({ width, height: size.height });
    const beyond = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    expect.soft(beyond, `${title} scrolls sideways at ${width}`).toBeLessThanOrEqual(0);
  }
  await page.setViewportSize(size);
}

/** Everything a screen has to hold, whatever it shows. */
export async function expectGoodScreen(page: Page, title: string, testInfo: TestInfo): Promise<void> {
  await drawn(page);
  await expect.soft(page.getByRole('heading', { level: 1 }), `${title} has one main heading`).toHaveCount(1);
  await expectAccessible(page, title);
  await expectFits(page, title, testInfo);
}
