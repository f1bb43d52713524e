import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { type ClientRequest, get, request } from 'node:http';
import { createClient } from '@packhouse/contract/client.ts';
import { createRepository } from '@packhouse/contract/repositories/repository-routes.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { processTree, residentMemory } from '../../../tools/serve/kill-tree.ts';
import { type PackhouseProcess, startPackhouse } from '../../../tools/serve/start-packhouse.ts';
import { requireQuietLogs } from '../require-quiet-logs.ts';

const adminPassword = 'Memory-admin-1';
const headers = { authorization: `Basic ${Buffer.from(`admin:${adminPassword}`).toString('base64')}` };
const chunk = Buffer.alloc(1024 * 1024, 'not the same in every byte ');
const chunks = 5 * 1024;
const size = chunks * chunk.length;
/** Streaming may cost this above the idle process: buffers on both sides and what the collector has not yet freed. */
const allowance = 160 * 1024 * 1024;

async function serverMemory(server: PackhouseProcess): Promise<number> {
  let sum = 0;
  for (const pid of await processTree(server.pid)) {
    const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
    // PostgreSQL's shared memory is not ours to count.
    if (command.includes('apps/server/')) sum += await residentMemory(pid);
  }
  return sum;
}

/** The highest memory of the server while something runs. */
async function highestDuring(server: PackhouseProcess, work: Promise<unknown>): Promise<number> {
  let highest = 0;
  let running = true;
  void work.finally(() => {
    running = false;
  });
  while (running) {
    highest = Math.max(highest, await serverMemory(server));
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
  await work;
  return highest;
}

async function send(sent: ClientRequest): Promise<string> {
  const digest = createHash('sha256');
  const answered = once(sent, 'response');
  for (let at = 0; at < chunks; at++) {
    // Every block is another one, so that nothing on the way can be clever about repetition.
    chunk.writeUInt32LE(at, 0);
    const block = Buffer.from(chunk);
    digest.update(block);
    if (!sent.write(block)) await once(sent, 'drain');
  }
  sent.end();
  const [answer] = await answered;
  answer.resume();
  expect(answer.statusCode).toBe(201);
  return digest.digest('hex');
}

describe('flat memory', () => {
  let server: PackhouseProcess;
  let sum: string;
  beforeAll(async () => {
    server = await startPackhouse({ adminPassword, workers: 1 });
    const call = createClient({ baseUrl: server.url, headers: () => headers });
    await call(createRepository, { body: { class: 'local', key: 'big', format: 'generic' } });
    await fetch(`${server.url}/artifactory/big/warm-up`, { method: 'PUT', headers, body: 'x' });
  });
  afterAll(async () => {
    await server.stop();
    try {
      await requireQuietLogs(server.home);
    } finally {
      await server.remove();
    }
  });

  it('CORE-002 takes a 5 GB upload through without holding it', async () => {
    const before = await serverMemory(server);
    const sending = send(request(`${server.url}/artifactory/big/image.bin`, { method: 'PUT', headers: { ...headers, 'content-length': size } })).then(
      (digest) => {
        sum = digest;
      },
    );
    expect(await highestDuring(server, sending)).toBeLessThan(before + allowance);
  });

  it('CORE-002 gives a 5 GB download out without holding it', async () => {
    const before = await serverMemory(server);
    const digest = createHash('sha256');
    let received = 0;
    const receiving = (async () => {
      const [answer] = await once(get(`${server.url}/artifactory/big/image.bin`, { headers }), 'response');
      expect(answer.headers['x-checksum-sha256']).toBe(sum);
      for await (const part of answer) {
        received += part.length;
        digest.update(part);
      }
    })();
    expect(await highestDuring(server, receiving)).toBeLessThan(before + allowance);
    expect([received, digest.digest('hex')]).toEqual([size, sum]);
  });
});
