import { spawnSync } from 'node:child_process';

const steps: readonly (readonly [title: string, program: string, ...parameters: string[]])[] = [
  ['types', 'tsc'],
  ['format and lint', 'biome', 'check', '--error-on-warnings', '--no-errors-on-unmatched', '--max-diagnostics=50'],
  ['limits, names, cycles, promises', 'oxlint', '--type-aware', '--deny-warnings'],
  ['rooms, words, lock file', 'node', 'tools/checks/source-check.ts'],
  ['calls of existing clients', 'node', 'tools/compatible-api.ts', '--check'],
  ['dead code', 'knip', '--no-progress'],
];

const failed: string[] = [];
for (const [title, program, ...parameters] of steps) {
  const started = performance.now();
  const { status, stdout, stderr, error } = spawnSync(program, parameters, { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 });
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  console.log(`check: ${title}: ${status === 0 ? 'good' : 'FAILED'} (${seconds} s)`);
  if (status === 0) continue;
  failed.push(title);
  console.log([stdout, stderr, error?.message].filter(Boolean).join('\n').trimEnd());
}
console.log(failed.length === 0 ? 'check: good' : `check: failed: ${failed.join('; ')}`);
process.exitCode = failed.length === 0 ? 0 : 1;
