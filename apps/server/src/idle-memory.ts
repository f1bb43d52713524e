import { performance } from 'node:perf_hooks';
import { getHeapStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Milliseconds over which a process is looked at. */
const period = 10_000;
/** A process that is busy for less than this share of a period has nobody waiting. */
const idleShare = 0.05;
/** Bytes; for less, nothing is held up. */
const worthwhile = 16 * 1024 * 1024;

function measureHeap(): number {
  const { total_heap_size: heap, external_memory: outside } = getHeapStatistics();
  return heap + outside;
}

/**
 * Gives back what a start or a burst of work has left, as soon as the process is idle. V8 collects as it allocates, so a process that does nothing keeps
 * everything. A collection holds the process up for some tenths of a second. Returns how to end it.
 */
export function collectWhenIdle({ every = period } = {}): () => void {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as NodeJS.GCFunction;
  let last = performance.eventLoopUtilization();
  let kept = 0;
  const timer = setInterval(() => {
    const now = performance.eventLoopUtilization();
    const { utilization } = performance.eventLoopUtilization(now, last);
    last = now;
    if (utilization > idleShare || measureHeap() - kept < worthwhile) return;
    collect({ type: 'major', execution: 'sync', flavor: 'last-resort' });
    kept = measureHeap();
  }, every).unref();
  return () => clearInterval(timer);
}
