import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

it('gives memory back when there is nothing to do, not while threads work, and once more when caches have forgotten', async () => {
  const peer = fileURLToPath(new URL('idle-memory-peer.ts', import.meta.url));
  const { stdout } = await promisify(execFile)(process.execPath, [peer], { timeout: 50_000, killSignal: 'SIGKILL' });
  const [after, threaded, idle, forgotten] = stdout.match(/(?<=: )\d+/g)!.map(Number) as [number, number, number, number];
  expect(threaded).toBeGreaterThan(after * 0.9);
  expect(idle).toBeLessThan(after * 0.7);
  expect(forgotten).toBeLessThan(idle * 0.5);
});
