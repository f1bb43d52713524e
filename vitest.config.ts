import { configDefaults, defineConfig } from 'vitest/config';
import { limits } from './tools/runners/limits.ts';
import { LongFirst } from './tools/runners/long-first.ts';
import { progressVariable } from './tools/runners/progress.ts';
import { reportProgress } from './tools/runners/vitest-reporter.ts';

const rooms = '{packages,services,apps,areas}';
const progressFile = process.env[progressVariable];
/** Whoever replaces a module that others load too, or looks at what a process counts, needs a process of its own. */
const alone = [
  'packages/kernel/src/http/proxy-address.test.ts',
  'packages/kernel/src/database/prepared-statements.test.ts',
  'services/access/src/password/throttle.test.ts',
];
const databaseServer = 'packages/testkit/src/database-server.ts';
/** The home to copy for whoever starts platforms of their own. */
const seed = 'tools/runners/keep-seed.ts';
/** Much of their time servers wait for each other, and for what passes with time: with two at a time the cores would often have nothing to do. */
const waiting = { maxWorkers: 3, sequence: { groupOrder: 1 } };
const limit = (milliseconds: number) => ({ testTimeout: milliseconds, hookTimeout: milliseconds });

export default defineConfig({
  test: {
    reporters: progressFile === undefined ? ['default'] : ['default', reportProgress(progressFile)],
    passWithNoTests: false,
    sequence: { sequencer: LongFirst },
    maxWorkers: 2,
    expect: { poll: { timeout: 60_000 } },
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          globalSetup: [databaseServer, seed],
          include: [`${rooms}/**/*.test.ts`, 'tools/**/*.test.ts', 'bench/**/*.test.ts'],
          exclude: [...configDefaults.exclude, ...alone],
          environment: 'node',
          // Most of a file's time went into loading the services again; every file stops what it starts.
          isolate: false,
          ...waiting,
          ...limit(limits.unit),
        },
      },
      {
        extends: true,
        test: { name: 'alone', globalSetup: [databaseServer], include: alone, environment: 'node', ...waiting, ...limit(limits.unit) },
      },
      {
        extends: true,
        test: {
          name: 'component',
          include: ['{packages,services,areas}/**/*.test.tsx'],
          environment: 'jsdom',
          // Most of a file's time went into loading the component library again, and into code that had not run yet; every file cleans up after itself.
          isolate: false,
          ...limit(limits.component),
        },
      },
      {
        // The shell starts once a page and keeps state for as long: each file gets a page of its own.
        extends: true,
        test: {
          name: 'shell',
          include: ['apps/**/*.test.tsx'],
          environment: 'jsdom',
          ...limit(limits.component),
        },
      },
      {
        // Real package managers against a running server, and platforms whose parts are taken away: slow.
        extends: true,
        test: {
          name: 'clients',
          globalSetup: [seed],
          // Package managers wait for their servers, and both for what is far away: with two at a time the cores would often have nothing to do.
          maxWorkers: 3,
          sequence: { groupOrder: 2 },
          include: ['e2e/{clients,platform}/**/*.test.ts'],
          environment: 'node',
          ...limit(limits.clients),
        },
      },
    ],
  },
});
