import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page, type Request, type TestInfo } from '@playwright/test';

export const themes = ['light', 'dark'] as const;
export type Theme = (typeof themes)[number];

const sizes = { phone: { width: 390, height: 844 }, desktop: { width: 1440, height: 900 } } as const;

/** Shows a page in a theme, which follows the system until somebody chooses. */
async function showTheme(page: Page, theme: Theme): Promise<void> {
  await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
  await expect(page.locator('html')).toHaveAttribute('data-theme', theme);
  // Colours may still be on their way from one theme to the other.
  await page.waitForFunction(() => document.getAnimations().every((one) => !(one instanceof CSSTransition) || one.playState !== 'running'));
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

/** Goes to an address without loading the console again, and waits until everything that this asks for has come and is drawn. */
export async function goInside(page: Page, address: string): Promise<void> {
  const requests = requestsUnderWay(page);
  await page.evaluate((to) => {
    window.history.pushState(null, '', to);
    window.dispatchEvent(new PopStateEvent('popstate'));
  }, address);
  // A script that has come asks for data, and what was drawn may ask for more: so all must be quiet for some frames.
  for (let quiet = 0; quiet < 3; quiet = requests.size === 0 ? quiet + 1 : 0)
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 20))));
}

/** Waits until nothing on a page is still arriving. */
export async function settled(page: Page): Promise<void> {
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
}

/** WCAG 2.2 AA as far as a program can see it: all of it in the light theme, and in the dark one what depends on colours. */
export async function expectAccessible(page: Page, title: string, without: readonly string[] = []): Promise<void> {
  // A change of the theme draws everything anew: so it begins with the one that is shown, and stays in the other.
  const isDark = (await page.locator('html').getAttribute('data-theme')) === 'dark';
  for (const theme of isDark ? themes.toReversed() : themes) {
    await showTheme(page, theme);
    await settled(page);
    // The pages have no frames of others, so the results need no page of their own to be put together; of those only what is wrong is asked for.
    const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] });
    if (theme === 'dark') axe.withRules(['color-contrast', 'link-in-text-block']);
    else axe.withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']).disableRules([...without]);
    const { violations } = await axe.analyze();
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
      await page.screenshot({ path: testInfo.outputPath(`${title}-${size}-${theme}.png`), animations: 'disabled' });
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
  await settled(page);
  await expect.soft(page.getByRole('heading', { level: 1 }), `${title} has one main heading`).toHaveCount(1);
  await expectAccessible(page, title);
  await expectFits(page, title, testInfo);
}
