import { defineConfig } from 'vitest/config';

const rooms = '{packages,services,apps,areas}';

export default defineConfig({
  test: {
    reporters: ['default'],
    passWithNoTests: false,
    maxWorkers: 2,
    // A machine that others share may stand still for a while: one second try tells that from a fault. At a desk there is none.
    retry: process.env.CI === undefined ? 0 : 1,
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          globalSetup: ['packages/testkit/src/database-server.ts'],
          include: [`${rooms}/**/*.test.ts`, 'tools/**/*.test.ts', 'bench/**/*.test.ts'],
          environment: 'node',
          testTimeout: 40_000,
          hookTimeout: 90_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'component',
          include: [`${rooms}/**/*.test.tsx`],
          environment: 'jsdom',
          testTimeout: 60_000,
        },
      },
      {
        // Real package managers against a running server: slow, and one file at a time.
        extends: true,
        test: {
          name: 'clients',
          include: ['e2e/clients/**/*.test.ts'],
          environment: 'node',
          fileParallelism: false,
          testTimeout: 180_000,
          hookTimeout: 180_000,
        },
      },
    ],
  },
});
