import { setTimeout } from 'node:timers/promises';
import { getHeapStatistics } from 'node:v8';
import { Worker } from 'node:worker_threads';
import { collectWhenIdle } from './idle-memory.ts';

/** A process for the test: it has worked, its thread works on for a while, then it has nothing to do any more, and forgets what it kept. */
const makeWork = () => Array.from({ length: 200 }, (_, index) => Array.from({ length: 20_000 }, (_one, at) => `${index} ${at}`));
let work: string[][] | undefined = makeWork();
let cache: string[][] | undefined = makeWork();
const getMegabytes = () => Math.round(getHeapStatistics().total_heap_size / 1024 / 1024);
const before = getMegabytes();
/** Waits until there is less than that; not for ever, so that the test tells what there is. */
async function waitBelow(megabytes: number): Promise<void> {
  for (let waited = 0; getMegabytes() >= megabytes && waited < 15_000; waited += 50) await setTimeout(50);
}
console.log(`after work: ${before} for ${work.length + cache.length}`);
work = undefined;
const stop = collectWhenIdle({ every: 500, again: 3000 });
const thread = new Worker('for (;;);', { eval: true });
await setTimeout(3000);
console.log(`while a thread works: ${getMegabytes()}`);
await thread.terminate();
await waitBelow(0.7 * before);
console.log(`when idle: ${getMegabytes()} and ${cache.length} kept`);
cache = undefined;
await waitBelow(0.2 * before);
console.log(`when it has forgotten: ${getMegabytes()}`);
stop();
