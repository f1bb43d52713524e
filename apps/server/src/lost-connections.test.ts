import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

it('a connection that was on its way to a worker when it was killed is closed, so that nobody waits for an answer', async () => {
  const primary = spawn(process.execPath, [fileURLToPath(new URL('./lost-connections-peer.ts', import.meta.url))], { stdio: ['ignore', 'pipe', 'inherit'] });
  try {
    const [line] = (await once(createInterface(primary.stdout), 'line')) as [string];
    const { port, worker } = JSON.parse(line) as { port: number; worker: number };
    // It stands still, so it takes nothing that it is given.
    process.kill(worker, 'SIGSTOP');
    const lost = connect(port, '127.0.0.1');
    lost.on('error', () => undefined);
    lost.write('GET / HTTP/1.1\r\nhost: x\r\n\r\n');
    await once(lost, 'connect');
    // The primary has accepted this one after the other, which it has given away by then.
    const after = connect(port, '127.0.0.1');
    after.on('error', () => undefined);
    await once(after, 'connect');
    after.destroy();
    const closed = new Promise((resolve) => lost.once('close', () => resolve('closed')));
    process.kill(worker, 'SIGKILL');
    expect(await closed).toBe('closed');
  } finally {
    primary.kill('SIGKILL');
  }
}, 10_000);
