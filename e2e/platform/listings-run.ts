import { parseArgs } from 'node:util';
import { runListings } from './listings-run-once.ts';

/**
 * Two nodes of two HTTP workers each, on which packages are published, deleted, brought back, moved, copied and deprecated in any order. No listing may be older than
 * what was acknowledged before it was asked for, or this ends with 1: `npm run listings:run -- [--minutes 30] [--formats npm,pypi,maven] [--seed 1]`.
 */
const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '30' },
    formats: { type: 'string', default: '' },
    seed: { type: 'string', default: String(Date.now() % 100_000) },
  },
});

const say = (text: string) => void process.stdout.write(`${new Date().toISOString()} ${text}\n`);

say(`seed ${values.seed}`);
const { deeds, reads, old, errors } = await runListings({
  formats: values.formats.split(',').filter(Boolean),
  seed: Number(values.seed),
  deeds: 14,
  rounds: Number.POSITIVE_INFINITY,
  length: Number(values.minutes) * 60_000,
  say,
});
say(`done: ${[...deeds].map(([what, count]) => `${what} ${count}`).join(', ')}`);
for (const line of old.slice(0, 100)) say(`OLD   ${line}`);
for (const line of errors.slice(0, 50)) say(`ERROR ${line}`);
say(`listings read: ${reads}; older than what was acknowledged: ${old.length}; errors in logs: ${errors.length}`);
process.exitCode = old.length + errors.length === 0 ? 0 : 1;
