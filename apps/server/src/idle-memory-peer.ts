import { setTimeout } from 'node:timers/promises';
import { getHeapStatistics } from 'node:v8';
import { Worker } from 'node:worker_threads';
import { collectWhenIdle } from './idle-memory.ts';

/** A process for the test: it has worked, its thread works on for a while, and then it has nothing to do any more. */
let work: string[][] | undefined = Array.from({ length: 200 }, (_, index) => Array.from({ length: 20_000 }, (_one, at) => `${index} ${at}`));
const getMegabytes = () => Math.round(getHeapStatistics().total_heap_size / 1024 / 1024);
console.log(`after work: ${getMegabytes()} for ${work.length}`);
work = undefined;
const stop = collectWhenIdle({ every: 500 });
const thread = new Worker('for (;;);', { eval: true });
await setTimeout(3000);
console.log(`while a thread works: ${getMegabytes()}`);
await thread.terminate();
await setTimeout(3000);
console.log(`when idle: ${getMegabytes()}`);
stop();
