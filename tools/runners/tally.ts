import type { Tally } from './progress.ts';

/** A runner that crashed, was ended, or ran nothing has failed, whatever it counted. */
export function judge({ passed, failed }: Tally, exitCode: number | null): Tally {
  const unexplained = failed === 0 && (exitCode !== 0 || passed === 0);
  return { passed, failed: unexplained ? 1 : failed };
}

export function addTallies(tallies: readonly Tally[]): Tally {
  return tallies.reduce((sum, { passed, failed }) => ({ passed: sum.passed + passed, failed: sum.failed + failed }), { passed: 0, failed: 0 });
}
