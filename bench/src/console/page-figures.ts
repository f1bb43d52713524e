import type { CDPSession, Page } from '@playwright/test';

/** Bytes of script that come over the wire from now on, by address. */
export async function countScript(page: Page, devtools: CDPSession): Promise<Map<string, number>> {
  const bytes = new Map<string, number>();
  const addresses = new Map<string, string>();
  await devtools.send('Network.enable');
  await devtools.send('Network.setCacheDisabled', { cacheDisabled: true });
  devtools.on('Network.responseReceived', ({ requestId, type, response }) => {
    if (type === 'Script') addresses.set(requestId, new URL(response.url).pathname);
  });
  devtools.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const address = addresses.get(requestId);
    if (address) bytes.set(address, encodedDataLength);
  });
  await page.addInitScript(() => Object.assign(window, { requestIdleCallback: () => 0 }));
  return bytes;
}

/** Milliseconds from the beginning of the navigation until the largest element was painted. */
export function largestPaint(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        new PerformanceObserver((list) => resolve(list.getEntries().at(-1)?.startTime ?? Number.NaN)).observe({
          type: 'largest-contentful-paint',
          buffered: true,
        });
        setTimeout(() => resolve(Number.NaN), 5000);
      }),
  );
}

/** Begins to note how long each interaction takes until the next picture. https://web.dev/articles/inp */
async function watchInteractions(page: Page): Promise<void> {
  await page.evaluate(() => {
    const longest = new Map<number, number>();
    Object.assign(window, { interactions: longest });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const { interactionId = 0, duration } = entry as PerformanceEntry & { interactionId?: number };
        if (interactionId) longest.set(interactionId, Math.max(longest.get(interactionId) ?? 0, duration));
      }
    }).observe({ type: 'event', durationThreshold: 16, buffered: false } as PerformanceObserverInit);
  });
}

/** The slowest interaction of what is done; 16 where none was slower than the observer tells. */
export async function interactionDelay(page: Page, act: () => Promise<void>): Promise<number> {
  await watchInteractions(page);
  await act();
  await page.waitForTimeout(500);
  return page.evaluate(() => Math.max(16, ...(window as unknown as { interactions: Map<number, number> }).interactions.values()));
}

/** Pictures a second while the wheel turns over an element. */
export async function framesWhileScrolling(page: Page, selector: string, turns = 120): Promise<number> {
  const box = await page.locator(selector).first().boundingBox();
  if (!box) throw new Error(`${selector} is not drawn`);
  await page.mouse.move(box.x + Math.min(box.width, 600) / 2, box.y + Math.min(box.height, 400) / 2);
  await page.evaluate(() => {
    const state = { frames: 0, from: performance.now(), on: true };
    Object.assign(window, { scrolled: state });
    const count = () => {
      state.frames += 1;
      if (state.on) requestAnimationFrame(count);
    };
    requestAnimationFrame(count);
  });
  for (let turn = 0; turn < turns; turn += 1) await page.mouse.wheel(0, 240);
  return page.evaluate(() => {
    const { scrolled } = window as unknown as { scrolled: { frames: number; from: number; on: boolean } };
    scrolled.on = false;
    return (scrolled.frames * 1000) / (performance.now() - scrolled.from);
  });
}
