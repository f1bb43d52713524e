import { availableParallelism } from 'node:os';
import { defineConfig } from '@playwright/test';
import { clientPath } from '../tools/clients/locations.ts';
import { limits } from '../tools/runners/limits.ts';
import { againVariable, progressVariable } from '../tools/runners/progress.ts';

export default defineConfig({
  testDir: 'console',
  testMatch: '*.spec.ts',
  globalSetup: '../tools/runners/keep-seed.ts',
  outputDir: '../test-results',
  // They end what hangs; how fast pages are is measured elsewhere.
  timeout: limits.console,
  expect: { timeout: 30_000 },
  // Each has a platform of its own; with a browser and a database each, two fill two cores.
  workers: Math.min(2, availableParallelism()),
  forbidOnly: true,
  reporter: process.env[progressVariable] === undefined ? [['list']] : [['list'], ['../tools/runners/playwright-reporter.ts']],
  use: {
    actionTimeout: 60_000,
    navigationTimeout: 60_000,
    viewport: { width: 1440, height: 900 },
    locale: 'en-GB',
    timezoneId: 'UTC',
    // Nothing is shown on its way to somewhere: neither axe nor a click has to wait for it.
    contextOptions: { reducedMotion: 'reduce' },
    // Recording every step of every test costs time: what failed is recorded when it is run again.
    trace: process.env[againVariable] === undefined ? 'off' : 'retain-on-failure',
    screenshot: 'only-on-failure',
    launchOptions: {
      // Whoever reads this without running a browser needs none.
      executablePath: clientPath('chromium') ?? 'chromium, which is not installed: run node tools/clients.ts chromium',
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
});
