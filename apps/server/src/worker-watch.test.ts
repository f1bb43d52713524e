import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

it('ends a worker whose event loop stands still, and none that answers; telling the dead something ends nobody', async () => {
  const peer = fileURLToPath(new URL('worker-watch-peer.ts', import.meta.url));
  const { stdout } = await promisify(execFile)(process.execPath, [peer], { timeout: 35_000, killSignal: 'SIGKILL' });
  expect(stdout).toContain('an HTTP worker does not answer any more and is ended');
  expect(stdout).toContain('connected: 0');
  expect(stdout).toContain('the first ended by SIGKILL');
  expect(stdout).toContain('the second still answers');
});
