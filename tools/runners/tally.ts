import { z } from 'zod';

/** What one runner did. */
export interface Tally {
  readonly passed: number;
  readonly failed: number;
}

const VitestReport = z.object({ numPassedTests: z.int(), numFailedTests: z.int() });
const PlaywrightReport = z.object({ stats: z.object({ expected: z.int(), flaky: z.int(), unexpected: z.int() }) });

export function readVitestReport(text: string): Tally {
  const { numPassedTests, numFailedTests } = VitestReport.parse(JSON.parse(text));
  return { passed: numPassedTests, failed: numFailedTests };
}

/** A test that passed at the second try, which there is on shared machines alone, has passed; the runner's list names it. */
export function readPlaywrightReport(text: string): Tally {
  const { stats } = PlaywrightReport.parse(JSON.parse(text));
  return { passed: stats.expected + stats.flaky, failed: stats.unexpected };
}

/** A runner that crashed, was ended, or ran nothing has failed, whatever it counted. */
export function judge(tally: Tally | undefined, exitCode: number | null): Tally {
  const { passed, failed } = tally ?? { passed: 0, failed: 0 };
  const unexplained = failed === 0 && (exitCode !== 0 || passed === 0);
  return { passed, failed: unexplained ? 1 : failed };
}

export function addTallies(tallies: readonly Tally[]): Tally {
  return tallies.reduce((sum, { passed, failed }) => ({ passed: sum.passed + passed, failed: sum.failed + failed }), { passed: 0, failed: 0 });
}
