import { performance } from 'node:perf_hooks';
import { cpuUsage } from 'node:process';
import { getHeapStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Milliseconds over which a process is looked at. */
const period = 10_000;
/** A process that works for less than this share of a period (of one core) has nobody waiting. */
const idleShare = 0.1;
/** Milliseconds after a collection until caches have forgotten what nobody asked for since, so that it is worthwhile once more. */
const forgotten = 6 * 60_000;
/** Bytes; for less, nothing is held up. */
const worthwhile = 16 * 1024 * 1024;

function measureHeap(): number {
  const { total_heap_size: heap, external_memory: outside } = getHeapStatistics();
  return heap + outside;
}

/** Returns how to ask what share of the time since the last question the process was busy: its event loop, or its threads, which hash and compress for it. */
function watchWork(): () => number {
  let [loop, used, at] = [performance.eventLoopUtilization(), cpuUsage(), performance.now()];
  return () => {
    const [loopNow, usedNow, now] = [performance.eventLoopUtilization(), cpuUsage(), performance.now()];
    const { utilization } = performance.eventLoopUtilization(loopNow, loop);
    const worked = usedNow.user + usedNow.system - used.user - used.system;
    const share = worked / 1000 / (now - at);
    [loop, used, at] = [loopNow, usedNow, now];
    return Math.max(utilization, share);
  };
}

/**
 * Gives back what a start or a burst of work has left, as soon as the process is idle. V8 collects as it allocates, so a process that does nothing keeps
 * everything. A collection holds the process up for some tenths of a second. Returns how to end it.
 */
export function collectWhenIdle({ every = period, again = forgotten } = {}): () => void {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as NodeJS.GCFunction;
  const measureWork = watchWork();
  let kept = 0;
  /** When to collect what caches let go of, which makes nothing grow. */
  let next = Number.POSITIVE_INFINITY;
  const timer = setInterval(() => {
    const hasGrown = measureHeap() - kept >= worthwhile;
    if (measureWork() > idleShare || (!hasGrown && performance.now() < next)) return;
    collect({ type: 'major', execution: 'sync', flavor: 'last-resort' });
    kept = measureHeap();
    next = hasGrown ? performance.now() + again : Number.POSITIVE_INFINITY;
  }, every).unref();
  return () => clearInterval(timer);
}
