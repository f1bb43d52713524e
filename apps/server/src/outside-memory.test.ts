import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

it('marks all that is kept a few times at most while ten times 64 MB of buffers pass', async () => {
  const peer = fileURLToPath(new URL('outside-memory-peer.ts', import.meta.url));
  const { stdout } = await promisify(execFile)(process.execPath, [peer], { timeout: 50_000, killSignal: 'SIGKILL' });
  const [, collections] = /^640 MB beside 300000: (\d+)$/m.exec(stdout)!;
  expect(Number(collections)).toBeLessThan(5);
});
