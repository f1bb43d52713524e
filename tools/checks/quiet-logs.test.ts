import { expect, it } from 'vitest';
import { checkQuietLogs } from './quiet-logs.ts';

const start = 'server = await startPackhouse({ home });\n';

it.each(['e2e/platform/a.test.ts', 'e2e/clients/npm/a.test.ts', 'e2e/platform/member.ts'])('refuses in %s a platform whose logs nobody reads', (file) => {
  expect(checkQuietLogs(file, start)).toEqual([{ file, message: expect.stringContaining('requireQuietLogs') }]);
  expect(checkQuietLogs(file, `${start}// Its logs need not be quiet:\n`)).toHaveLength(1);
});

it.each([
  ['e2e/platform/a.test.ts', `${start}await requireQuietLogs(home);`],
  ['e2e/platform/run-once.ts', `${start}errors.push(...(await findErrors(home)));`],
  ['e2e/platform/a.test.ts', `${start}// Its logs need not be quiet: its database is killed.`],
  ['e2e/clients/npm/a.test.ts', 'golden = await startGoldenRepositories();'],
  ['e2e/console/a.spec.ts', start],
  ['apps/server/src/a.test.ts', start],
])('accepts in %s: %s', (file, text) => {
  expect(checkQuietLogs(file, text)).toEqual([]);
});
