import { spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';

interface Step {
  readonly title: string;
  readonly command: readonly [program: string, ...parameters: string[]];
}

// The longest first, so that the others fill what they leave.
const steps: readonly Step[] = [
  // One thread here too: two of them load the types twice.
  { title: 'limits, names, cycles, promises', command: ['oxlint', '--type-aware', '--deny-warnings', '--threads', '1'] },
  // Each further checker judges anew what it shares with the others: one takes less than half the work of the usual four, and other steps have the second core.
  { title: 'types', command: ['tsc', '--checkers', '1'] },
  { title: 'dead code', command: ['knip', '--no-progress'] },
  { title: 'format and lint', command: ['biome', 'check', '--error-on-warnings', '--no-errors-on-unmatched', '--max-diagnostics=50'] },
  { title: 'rooms, words, dependencies, lock file', command: ['node', 'tools/checks/source-check.ts'] },
  { title: 'calls of existing clients', command: ['node', 'tools/compatible-api.ts', '--check'] },
];

/** Takes a step to its end and prints how it went; true when it is good. */
async function runStep({ title, command: [program, ...parameters] }: Step): Promise<boolean> {
  const started = performance.now();
  const printed: Buffer[] = [];
  const child = spawn(program, parameters, { stdio: ['ignore', 'pipe', 'pipe'] });
  child.stdout.on('data', (chunk: Buffer) => printed.push(chunk));
  child.stderr.on('data', (chunk: Buffer) => printed.push(chunk));
  const isGood = await new Promise<boolean>((resolve) => {
    child.once('close', (code) => resolve(code === 0));
    child.once('error', ({ message }) => {
      printed.push(Buffer.from(message));
      resolve(false);
    });
  });
  console.log(`check: ${title}: ${isGood ? 'good' : 'FAILED'} (${((performance.now() - started) / 1000).toFixed(1)} s)`);
  if (!isGood) console.log(Buffer.concat(printed).toString('utf8').trimEnd());
  return isGood;
}

const waiting = [...steps];
const failed: string[] = [];
/** Two at a time: some use one core only, and more would need more memory than a small machine has. */
async function work(): Promise<void> {
  for (let step = waiting.shift(); step !== undefined; step = waiting.shift()) if (!(await runStep(step))) failed.push(step.title);
}

await Promise.all(Array.from({ length: Math.min(2, availableParallelism()) }, work));
console.log(failed.length === 0 ? 'check: good' : `check: failed: ${failed.join('; ')}`);
process.exitCode = failed.length === 0 ? 0 : 1;
