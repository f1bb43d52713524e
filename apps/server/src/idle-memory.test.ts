import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

it('gives memory back when there is nothing to do, not while threads work', async () => {
  const peer = fileURLToPath(new URL('idle-memory-peer.ts', import.meta.url));
  const { stdout } = await promisify(execFile)(process.execPath, [peer], { timeout: 50_000, killSignal: 'SIGKILL' });
  const [after, threaded, idle] = stdout.match(/(?<=: )\d+/g)!.map(Number);
  expect(after).toBeGreaterThan(100);
  expect(threaded).toBeGreaterThan(100);
  expect(idle).toBeLessThan(50);
});
