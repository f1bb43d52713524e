import { parseArgs } from 'node:util';
import { runFederation } from './federation-run-once.ts';

/**
 * Five platforms, four of them a mesh and one the target of a star, change users, groups, permissions and tokens at random while they are killed, cut off, given wrong
 * clocks and restored from backups. At the end all hold the same, and nothing that was deleted, disabled or revoked is back, or this ends with 1:
 * `npm run federation:run -- [--minutes 60] [--every 20] [--members 5] [--seed 1]`.
 */
const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '60' },
    every: { type: 'string', default: '20' },
    members: { type: 'string', default: '5' },
    seed: { type: 'string', default: String(Date.now() % 100_000) },
  },
});

const say = (text: string) => void process.stdout.write(`${new Date().toISOString()} ${text}\n`);
const list = (counts: ReadonlyMap<string, number>) => [...counts].map(([what, count]) => `${what} ${count}`).join(', ') || 'none';

say(`seed ${values.seed}`);
const result = await runFederation({
  mesh: Number(values.members) - 1,
  star: true,
  turns: Number.POSITIVE_INFINITY,
  length: Number(values.minutes) * 60_000,
  between: Number(values.every) * 1000,
  patience: 10 * 60_000,
  seed: Number(values.seed),
  say,
});

say(`changes: ${result.changes}, acknowledged: ${list(result.made)}`);
say(`refused or broken off: ${list(result.refused)}`);
say(`disturbed: ${list(result.disturbed.counts)}; restrictions lost with what no backup knew: ${result.disturbed.lost}`);
say(`equal after ${(result.milliseconds / 1000).toFixed(1)} s: ${result.lines} things on each of ${result.members} platforms`);
for (const line of result.differing.slice(0, 100)) say(`DIFFERS ${line}`);
for (const line of result.risen) say(`RISEN ${line}`);
for (const line of result.errors.slice(0, 50)) say(`ERROR ${line}`);
say(
  `differing: ${result.differing.length}; restrictions that had to hold: ${result.restrictions.length}, back: ${result.risen.length}; errors in logs: ${result.errors.length}`,
);
process.exitCode = result.differing.length + result.risen.length === 0 ? 0 : 1;
