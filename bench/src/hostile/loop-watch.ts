import { mkdirSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { isMainThread } from 'node:worker_threads';

/** Loaded into every process of the platform before its program: says on a socket of its own how long its loop was held up since it was asked last. */
const folder = process.env.LOOP_WATCH_FOLDER;
if (isMainThread && folder !== undefined) {
  mkdirSync(folder, { recursive: true });
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  const server = createServer((_request, response) => {
    response.end(JSON.stringify({ milliseconds: Math.max(0, delay.max / 1e6 - 1) }));
    delay.reset();
  });
  server.listen(join(folder, `${process.pid}.sock`));
  server.unref();
}
