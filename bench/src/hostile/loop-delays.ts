import { readdir } from 'node:fs/promises';
import { request } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';

/** Asks one process for the longest time that its loop was held up since it was asked last; nothing for one that has ended. */
function askProcess(socketPath: string): Promise<number | undefined> {
  return new Promise((resolve) => {
    const asked = request({ socketPath, path: '/' }, (answer) => {
      text(answer).then(
        (body) => resolve((JSON.parse(body) as { milliseconds: number }).milliseconds),
        () => resolve(undefined),
      );
    });
    asked.once('error', () => resolve(undefined));
    asked.end();
  });
}

/** The longest time, in milliseconds, that the loop of any process was held up since this was asked last. */
export async function longestDelay(folder: string): Promise<number> {
  const sockets = (await readdir(folder)).filter((name) => name.endsWith('.sock'));
  const delays = await Promise.all(sockets.map((name) => askProcess(join(folder, name))));
  return Math.max(0, ...delays.filter((delay) => delay !== undefined));
}
