import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

it('gives memory back when there is nothing to do', async () => {
  const peer = fileURLToPath(new URL('idle-memory-peer.ts', import.meta.url));
  const { stdout } = await promisify(execFile)(process.execPath, [peer], { timeout: 35_000, killSignal: 'SIGKILL' });
  const [, after, idle] = /after work: (\d+) for \d+\nwhen idle: (\d+)/.exec(stdout) ?? [];
  expect(Number(after)).toBeGreaterThan(100);
  expect(Number(idle)).toBeLessThan(50);
});
