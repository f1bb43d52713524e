import { type Browser, chromium, type Page } from '@playwright/test';
import { client } from '../../../tools/clients.ts';
import type { Platform } from '../peers/platform.ts';
import type { Row } from '../row.ts';

interface FirstLoad {
  /** Bytes of script as they came over the wire. */
  readonly scriptBytes: number;
  /** Milliseconds until the largest element was painted. */
  readonly largestPaint: number;
}

/** What a visitor's first look at the console costs: the sign-in page, nothing cached. */
export async function consoleRows(platform: Platform): Promise<{ rows: Row[]; close: () => Promise<void> }> {
  const browser = await chromium.launch({
    executablePath: client('chromium'),
    args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--disable-background-networking'],
  });
  const measure = (pick: (load: FirstLoad) => number) => [{ name: 'packhouse', measure: async () => pick(await firstLoad(browser, `${platform.url}/ui/`)) }];
  const rows: Row[] = [
    {
      id: 'console-script',
      title: 'Script of the sign-in page, as transferred',
      unit: 'kB',
      better: 'less',
      contestants: measure(({ scriptBytes }) => scriptBytes / 1000),
      target: 180,
    },
    {
      id: 'console-paint',
      title: 'Sign-in page until its largest paint',
      unit: 'ms',
      better: 'less',
      contestants: measure(({ largestPaint }) => largestPaint),
      target: 1000,
    },
  ];
  return { rows, close: () => browser.close() };
}

async function firstLoad(browser: Browser, url: string): Promise<FirstLoad> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  try {
    const page = await context.newPage();
    await page.goto(url, { waitUntil: 'networkidle' });
    return { scriptBytes: await transferredScript(page), largestPaint: await largestPaint(page) };
  } finally {
    await context.close();
  }
}

function transferredScript(page: Page): Promise<number> {
  return page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .filter((entry) => entry instanceof PerformanceResourceTiming && new URL(entry.name).pathname.endsWith('.js'))
      .reduce((sum, entry) => sum + (entry instanceof PerformanceResourceTiming ? entry.encodedBodySize : 0), 0),
  );
}

function largestPaint(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      new Promise<number>((resolve, reject) => {
        const timer = setTimeout(() => reject(new Error('nothing was painted')), 5000);
        new PerformanceObserver((list) => {
          clearTimeout(timer);
          resolve(list.getEntries().at(-1)?.startTime ?? Number.NaN);
        }).observe({ type: 'largest-contentful-paint', buffered: true });
      }),
  );
}
