import cluster from 'node:cluster';
import { mkdirSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { isMainThread } from 'node:worker_threads';
import type { LoopWait } from './loop-delays.ts';

/** Milliseconds between two looks at the loop. */
const pace = 1;

/** Says of a process what it is for: it takes requests, or it does everything else, jobs among them. */
const kind = cluster.isWorker ? 'HTTP worker' : 'primary';

/** Loaded into every process of the platform before its program: says on a socket of its own how long its loop was held up since it was asked last. */
const folder = process.env.LOOP_WATCH_FOLDER;
if (isMainThread && folder !== undefined) {
  mkdirSync(folder, { recursive: true });
  const readWork = () => {
    const { user, system } = process.threadCpuUsage();
    return (user + system) / 1000;
  };
  let longest: LoopWait = { kind, milliseconds: 0, work: 0 };
  let [last, lastWork] = [performance.now(), readWork()];
  const look = () => {
    const [now, work] = [performance.now(), readWork()];
    longest = { kind, milliseconds: Math.max(longest.milliseconds, now - last - pace), work: Math.max(longest.work, work - lastWork) };
    [last, lastWork] = [now, work];
  };
  setInterval(look, pace).unref();
  const server = createServer((_request, response) => {
    look();
    response.end(JSON.stringify(longest));
    longest = { kind, milliseconds: 0, work: 0 };
  });
  server.listen(join(folder, `${process.pid}.sock`));
  server.unref();
}
