import { createReadStream } from 'node:fs';
import { PerformanceObserver } from 'node:perf_hooks';
import { setTimeout } from 'node:timers/promises';
import { countOutsideMemory } from './outside-memory.ts';

/** A process for the test: it keeps something, and passes on ten times 64 MB that nobody keeps. */
countOutsideMemory();
const major = 4;
let collections = 0;
const observer = new PerformanceObserver((list) => {
  for (const entry of list.getEntries()) if ((entry as unknown as { detail: { kind: number } }).detail.kind === major) collections++;
});
observer.observe({ entryTypes: ['gc'] });
const kept = Array.from({ length: 300_000 }, (_, at) => ({ at, text: `${at}` }));
await setTimeout(0);
collections = 0;
let passed = 0;
for await (const chunk of createReadStream('/dev/zero', { end: 640 * 1024 * 1024 - 1 })) passed += (chunk as Buffer).length;
await setTimeout(100);
console.log(`${passed / 1024 / 1024} MB beside ${kept.length}: ${collections}`);
