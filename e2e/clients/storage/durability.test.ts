import { createHash, randomBytes } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { createClient } from '@packhouse/contract/client.ts';
import { createRepository } from '@packhouse/contract/repositories/repository-routes.ts';
import { afterEach, describe, expect, it } from 'vitest';
import { killTree } from '../../../tools/serve/kill-tree.ts';
import { makeHome } from '../../../tools/serve/seeded-home.ts';
import { type PackhouseProcess, startPackhouse } from '../../../tools/serve/start-packhouse.ts';
import { requireQuietLogs } from '../require-quiet-logs.ts';

const adminPassword = 'Durable-admin-1';
const authorization = `Basic ${Buffer.from(`admin:${adminPassword}`).toString('base64')}`;
const uploads = 1000;

interface Upload {
  path: string;
  bytes: Buffer;
  /** Cannot be whole before the kill, however slow the machine is. */
  late: boolean;
  acknowledged: boolean;
}

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

/** Sends a body in two parts with a pause between, so that the kill meets uploads in every state. */
function upload(server: PackhouseProcess, agent: Agent, one: Upload): Promise<void> {
  const half = one.bytes.length >> 1;
  return new Promise((resolve) => {
    const sent = request(
      `${server.url}/artifactory/kept/${one.path}`,
      { method: 'PUT', agent, headers: { authorization, 'content-length': one.bytes.length } },
      (answer) => {
        answer.resume();
        if (answer.statusCode === 201) one.acknowledged = true;
        answer.on('close', resolve);
      },
    );
    sent.on('error', () => resolve());
    sent.write(one.bytes.subarray(0, half));
    const rest = setTimeout(() => sent.end(one.bytes.subarray(half)), Math.random() * 4000 + (one.late ? 60_000 : 0));
    sent.on('close', () => clearTimeout(rest));
  });
}

async function readBack(server: PackhouseProcess, path: string): Promise<Buffer | undefined> {
  const answer = await fetch(`${server.url}/artifactory/kept/${path}`, { headers: { authorization } });
  const body = Buffer.from(await answer.arrayBuffer());
  if (answer.status === 404) return undefined;
  expect(answer.status).toBe(200);
  return body;
}

describe('durability', () => {
  let server: PackhouseProcess | undefined;
  let home: string | undefined;
  const start = async () => {
    home ??= await makeHome();
    server = await startPackhouse({ home, adminPassword, workers: 2 });
    return server;
  };
  afterEach(async () => {
    await server?.stop();
    if (home) await rm(home, { recursive: true, force: true });
  });

  it('CORE-003 loses no acknowledged upload and shows no partial one when every process is killed under 1000 concurrent uploads', async () => {
    const first = await start();
    const call = createClient({ baseUrl: first.url, headers: () => ({ authorization }) });
    await call(createRepository, { body: { class: 'local', key: 'kept', format: 'generic' } });
    const agent = new Agent({ keepAlive: false, maxSockets: uploads });
    const all: Upload[] = Array.from({ length: uploads }, (_, at) => ({
      path: `d${at % 17}/f${at}`,
      bytes: randomBytes(2000 + ((at * 7919) % 60_000)),
      late: at % 4 === 0,
      acknowledged: false,
    }));
    const sending = Promise.all(all.map((one) => upload(first, agent, one)));
    while (all.filter((one) => one.acknowledged).length < uploads / 4) await delay(20);
    await killTree(first.pid);
    await sending;
    const acknowledged = all.filter((one) => one.acknowledged);
    // Killed in the middle, or the test proves nothing.
    expect(acknowledged.length).toBeGreaterThanOrEqual(uploads / 4);
    expect(acknowledged.length).toBeLessThan(uploads);

    const second = await start();
    let unacknowledgedButWhole = 0;
    for (const one of all) {
      const found = await readBack(second, one.path);
      if (one.acknowledged) expect(found && sha256(found), one.path).toBe(sha256(one.bytes));
      else if (found) {
        expect(sha256(found), one.path).toBe(sha256(one.bytes));
        unacknowledgedButWhole++;
      }
    }
    expect(unacknowledgedButWhole).toBeLessThan(uploads - acknowledged.length + 1);
    // And it goes on working.
    const again: Upload = { path: 'again', bytes: randomBytes(1000), late: false, acknowledged: false };
    await upload(second, agent, again);
    expect(again.acknowledged).toBe(true);
    await second.stop();
    await requireQuietLogs(second.home);
  });
});
