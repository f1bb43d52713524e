import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { getPackageId } from '@packhouse/contract/repositories/package-search.ts';
import { type Browser, chromium, type Page } from '@playwright/test';
import { client } from '../../../tools/clients.ts';
import { startPackhouse } from '../../../tools/serve/start-packhouse.ts';
import { replaceTable } from '../report.ts';
import { filesKey, fillLists, folder, packageName, packagesKey } from './console-data.ts';
import { countScript, framesWhileScrolling, interactionDelay, largestPaint } from './page-figures.ts';

/**
 * Measures what the console costs its readers, in Chromium on a processor made four times slower: `npm run bench:console -- --write`.
 * Fills a platform with a folder of 100,000 files and a package of 100,000 versions first.
 */
const { values } = parseArgs({ options: { rows: { type: 'string', default: '100000' }, write: { type: 'boolean', default: false } } });
const report = 'docs/performance.md';
const password = 'Benchmark-2-cores';
const slowdown = 4;

interface Figure {
  title: string;
  figure: number;
  unit: 'kB' | 'ms' | 'frames/s';
  target: number;
}

const arguments_ = '--no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking --disable-component-update --disable-sync';

async function openPage(browser: Browser, slower: number) {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: slower });
  return { page, devtools, close: () => context.close() };
}

async function signIn(page: Page, url: string): Promise<void> {
  await page.goto(`${url}/ui/login`);
  await page.getByLabel('User name').fill('admin');
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL((address) => !address.pathname.includes('/login'));
}

const kilobytes = (bytes: Map<string, number>, of: (path: string) => boolean = Boolean) =>
  [...bytes].filter(([path]) => of(path)).reduce((sum, [, size]) => sum + size, 0) / 1000;

/** Script and largest paint of the first pages, at full speed as the requirement has them. */
async function firstLoads(browser: Browser, url: string): Promise<Figure[]> {
  const { page, devtools, close } = await openPage(browser, 1);
  try {
    const bytes = await countScript(page, devtools);
    const figures: Figure[] = [];
    await page.goto(`${url}/ui/login`);
    await page.getByRole('button', { name: 'Sign in' }).waitFor();
    figures.push({ title: 'Sign-in page, script', figure: kilobytes(bytes), unit: 'kB', target: 180 });
    figures.push({ title: 'Sign-in page, largest paint', figure: await largestPaint(page), unit: 'ms', target: 1000 });
    await signIn(page, url);
    bytes.clear();
    await page.goto(`${url}/ui/overview`);
    await page.getByRole('heading', { name: 'Overview' }).waitFor();
    figures.push({ title: 'Signed-in shell, script', figure: kilobytes(bytes), unit: 'kB', target: 250 });
    figures.push({ title: 'Signed-in shell, largest paint', figure: await largestPaint(page), unit: 'ms', target: 1000 });
    for (const [area, path] of Object.entries({ repositories: '/packages', access: '/admin/management/users' })) {
      bytes.clear();
      await page.goto(`${url}/ui${path}`);
      await page.getByRole('heading', { level: 1 }).waitFor();
      figures.push({
        title: `Area ${area}, first chunk`,
        figure: kilobytes(bytes, (address) => address.startsWith(`/ui/areas/${area}/`)),
        unit: 'kB',
        target: 60,
      });
    }
    return figures;
  } finally {
    await close();
  }
}

/** Scrolls to the end of the tree until all of the folder is loaded. */
async function loadFolder(page: Page, rows: number): Promise<void> {
  const tree = page.getByRole('treegrid');
  await tree.focus();
  const loaded = async () => Number(await tree.getAttribute('aria-rowcount'));
  for (let before = await loaded(); before < rows; before = await loaded()) {
    await page.keyboard.press('End');
    const hasMore = () =>
      page.waitForFunction((count) => Number(document.querySelector('[role="treegrid"]')?.getAttribute('aria-rowcount')) > count, before, { timeout: 30_000 });
    await hasMore().catch(async () => {
      throw new Error(`the folder stays at ${before} lines: ${(await tree.textContent())?.slice(-200)}`);
    });
  }
}

async function longLists(browser: Browser, url: string, rows: number): Promise<Figure[]> {
  const { page, devtools, close } = await openPage(browser, 1);
  const keys = async (names: readonly string[]) => {
    for (const name of names) await page.keyboard.press(name);
  };
  const figures: Figure[] = [];
  const add = (title: string, figure: number, unit: 'ms' | 'frames/s') => {
    console.log(`console: ${title} ${figure.toFixed(0)} ${unit}`);
    figures.push({ title, figure, unit, target: unit === 'ms' ? 200 : 55 });
  };
  try {
    await signIn(page, url);
    await page.goto(`${url}/ui/repos/tree/${filesKey}/${folder}/file-000001.bin`);
    await page.getByRole('treegrid').waitFor();
    await loadFolder(page, rows);
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
    add('Tree, keys', await interactionDelay(page, () => keys(['Home', ...Array(10).fill('ArrowDown'), 'PageDown', 'End', 'PageUp', 'f'])), 'ms');
    await keys(['Home']);
    add('Tree, opening a file', await interactionDelay(page, () => page.getByText('file-000009.bin').first().click()), 'ms');
    add('Tree, scrolling', await framesWhileScrolling(page, '[role="treegrid"]'), 'frames/s');

    await page.goto(`${url}/ui/packages/${encodeURIComponent(getPackageId('npm', packageName))}`);
    await page.getByText('1.0.1').first().waitFor();
    add('Versions, further rows', await interactionDelay(page, () => page.getByRole('button', { name: 'Load more' }).first().click()), 'ms');
    add('Versions, scrolling', await framesWhileScrolling(page, 'main'), 'frames/s');

    await page.goto(`${url}/ui/artifactSearchResults?query=file`);
    await page.getByRole('table').waitFor();
    add('Search results, further rows', await interactionDelay(page, () => page.getByRole('button', { name: 'Load more' }).first().click()), 'ms');
    add('Search results, scrolling', await framesWhileScrolling(page, 'main'), 'frames/s');
    return figures;
  } finally {
    await close();
  }
}

function getTable(figures: readonly Figure[]): string {
  const lines = figures.map(({ title, figure, unit, target }) => {
    const isReached = unit === 'frames/s' ? figure >= target : figure < target;
    return `| ${title} | ${figure.toFixed(unit === 'kB' ? 1 : 0)} ${unit} | ${unit === 'frames/s' ? '≥' : '<'} ${target} ${unit}, ${isReached ? 'reached' : 'not reached'} |`;
  });
  return ['| What | Measured | Target |', '|---|---|---|', ...lines].join('\n');
}

const root = await mkdtemp(join(tmpdir(), 'packhouse-console-'));
const server = await startPackhouse({ home: root, adminPassword: password, workers: 1 });
try {
  const count = Number(values.rows);
  await fillLists({ url: server.url, home: root }, password, count);
  console.log(`console: ${filesKey} and ${packagesKey} hold ${count} each`);
  const browser = await chromium.launch({ executablePath: client('chromium'), args: arguments_.split(' ') });
  try {
    const loads = await firstLoads(browser, server.url);
    for (const { title, figure, unit } of loads) console.log(`console: ${title} ${figure.toFixed(1)} ${unit}`);
    const table = getTable([...loads, ...(await longLists(browser, server.url, count))]);
    console.log(table);
    if (values.write) await writeFile(report, replaceTable(await readFile(report, 'utf8'), table, 'console results'));
  } finally {
    await browser.close();
  }
} finally {
  await server.stop();
  await rm(root, { recursive: true, force: true });
}
