import { availableParallelism } from 'node:os';
import { defineConfig } from '@playwright/test';
import { client } from '../tools/clients.ts';

export default defineConfig({
  testDir: 'console',
  testMatch: '*.spec.ts',
  outputDir: '../test-results',
  timeout: 120_000,
  expect: { timeout: 10_000 },
  // Each has a platform of its own; with a browser and a database each, two fill two cores.
  workers: Math.min(2, availableParallelism()),
  // A machine that others share may stand still for a while: one second try tells that from a fault. At a desk there is none.
  retries: process.env.CI === undefined ? 0 : 1,
  forbidOnly: true,
  reporter: 'list',
  use: {
    viewport: { width: 1440, height: 900 },
    locale: 'en-GB',
    timezoneId: 'UTC',
    // Recording every step of every test costs time: what failed is recorded when it is tried again.
    trace: 'on-first-retry',
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: client('chromium'),
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
