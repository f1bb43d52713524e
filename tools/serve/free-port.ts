import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/** Below the ports that systems hand out by themselves, so that no outgoing call takes one between the asking and the listening. */
const range = [20_000, 32_000] as const;

/** A port that nothing listens on at this moment. */
export async function freePort(): Promise<number> {
  for (let tries = 0; tries < 100; tries += 1) {
    const port = randomInt(...range);
    if (await isFree(port)) return port;
  }
  throw new Error(`no port between ${range[0]} and ${range[1]} is free`);
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer();
  return new Promise((resolve) => {
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
}
