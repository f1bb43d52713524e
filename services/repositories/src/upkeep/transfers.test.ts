import { once } from 'node:events';
import { get } from 'node:http';
import { Readable } from 'node:stream';
import * as contract from '@packhouse/contract/repositories/transfer-routes.ts';
import { openDatabase } from '@packhouse/kernel/database/database.ts';
import { type Kysely, sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { openTransfers } from '../download/transfers.ts';
import { type RepositoryTestPlatform, startRepositoryPlatform } from '../repository-test-platform.ts';
import type { RepositoriesSchema } from '../schema.ts';

const megabyte = 1024 * 1024;
let test: RepositoryTestPlatform;
let db: Kysely<RepositoriesSchema>;

beforeAll(async () => {
  test = await startRepositoryPlatform({ actors: { somebody: {} } });
  db = openDatabase<RepositoriesSchema>(test.databaseUrl, 'repositories', { connections: 4 });
  await test.create({ class: 'local', key: 'libs', format: 'generic' });
});
afterAll(async () => {
  await db?.destroy();
  await test?.stop();
});

const read = () => test.call(contract.readDataTransfer, {});
const limit = (limitMegabytes: number) => test.call(contract.changeDataTransferLimit, { body: { limitMegabytes } });
/** What was moved while something was done, once it has ended everywhere. */
async function measure(act: () => Promise<unknown>): Promise<{ received: number; sent: number }> {
  const before = await read();
  await act();
  await new Promise((resolve) => setTimeout(resolve, 50));
  const after = await read();
  return { received: after.receivedBytes - before.receivedBytes, sent: after.sentBytes - before.sentBytes };
}

/** Bytes of content, beside which go the heads of the calls. */
const near = (content: number): number => expect.toSatisfy((bytes: number) => bytes >= content && bytes < content + 4096);

describe('data transfer', () => {
  it('is counted as it goes over the connection, both ways', async () => {
    const size = 300_000;
    const uploaded = await measure(() => test.put('libs/a.bin', Buffer.alloc(size)));
    expect(uploaded).toEqual({ received: near(size), sent: near(0) });
    const downloaded = await measure(async () => (await test.ask('libs/a.bin')).arrayBuffer());
    expect(downloaded).toEqual({ received: near(0), sent: near(size) });
    const part = await measure(async () => (await test.ask('libs/a.bin', { headers: { range: 'bytes=0-99999' } })).arrayBuffer());
    expect(part.sent).toEqual(near(100_000));
    const shown = await measure(async () => (await test.ask('../ui/api/v1/ui/download?repoKey=libs&path=a.bin')).arrayBuffer());
    expect(shown.sent).toEqual(near(size));
  });

  it('counts small bodies whose length nobody announced', async () => {
    const body = Readable.from([new Uint8Array(20_000)]);
    const streamed = await measure(() => test.ask('libs/streamed.bin', { method: 'PUT', body, duplex: 'half' } as never));
    expect(streamed.received).toEqual(near(20_000));
  });

  it('counts of a download that breaks off what was sent', async () => {
    const size = 24 * megabyte;
    await test.put('libs/large.bin', Buffer.alloc(size));
    const broken = await measure(async () => {
      const request = get(`${test.baseUrl}/artifactory/libs/large.bin`, { headers: test.headersOf('admin') });
      const [response] = (await once(request, 'response')) as [NodeJS.ReadableStream];
      await once(response, 'readable');
      response.read();
      request.destroy();
      await once(request, 'close');
    });
    expect(broken.sent).toBeGreaterThan(0);
    expect(broken.sent).toBeLessThan(size / 2);
  });

  it('does not count the calls of the console', async () => {
    const listed = await measure(async () => {
      for (let each = 0; each < 5; each++) await read();
    });
    expect(listed).toEqual({ received: 0, sent: 0 });
  });

  it('is for administrators, who limit it, and the audit log knows', async () => {
    await expect(test.call(contract.readDataTransfer, {}, { as: 'somebody' })).rejects.toMatchObject({ code: 'forbidden' });
    await expect(limit(-1)).rejects.toMatchObject({ code: 'invalid_input' });
    expect(await limit(5000)).toMatchObject({ limitMegabytes: 5000 });
    expect(test.audited.at(-1)).toMatchObject({ action: 'transfer-limit.changed', before: { limitMegabytes: 0 }, after: { limitMegabytes: 5000 } });
  });
});

describe('a used-up month of data transfer', () => {
  beforeEach(() => limit(1));
  afterEach(() => limit(0));

  it('SHELL-104 refuses uploads and downloads with a code of its own, while the console goes on', async () => {
    const refused = { errors: [expect.objectContaining({ status: 402, code: 'transfer_quota_exceeded' })] };
    for (const answer of [
      await test.ask('libs/a.bin'),
      await test.put('libs/b.bin', 'x'),
      await test.ask('../ui/api/v1/ui/download?repoKey=libs&path=a.bin'),
    ]) {
      expect(answer.status).toBe(402);
      expect(await answer.json()).toMatchObject(refused);
    }
    await expect(test.call(contract.askForTransfer, {}, { as: 'somebody' })).rejects.toMatchObject({ code: 'transfer_quota_exceeded' });
    expect((await read()).sentBytes).toBeGreaterThan(megabyte);
    expect((await test.ask('api/storage/libs/a.bin')).status).toBe(200);
  });

  it('is told to container clients in their words', async () => {
    await test.create({ class: 'local', key: 'images', format: 'docker' });
    const answer = await fetch(`${test.baseUrl}/v2/images/app/manifests/latest`, { headers: test.headersOf('admin') });
    expect(answer.status).toBe(402);
    expect(await answer.json()).toMatchObject({ errors: [{ code: 'DENIED', message: 'You have reached your monthly quota for Data Transfer' }] });
  });

  it('ends with a higher limit, and with none', async () => {
    await limit(5000);
    expect((await test.ask('libs/a.bin')).status).toBe(200);
    await limit(1);
    expect((await test.ask('libs/a.bin')).status).toBe(402);
    await limit(0);
    expect((await test.ask('libs/a.bin')).status).toBe(200);
    await test.call(contract.askForTransfer, {});
  });
});

describe('counts of data transfer', () => {
  const warned = vi.fn();
  const open = () => openTransfers(db, { warn: warned } as never, 20);
  beforeEach(async () => {
    await sql`truncate transfer_month`.execute(db);
    await limit(4);
  });
  afterEach(() => vi.useRealTimers());

  it('of all processes are held against the limit, soon after', async () => {
    const [one, other] = [open(), open()];
    one.count({ received: 2 * megabyte, sent: 0 });
    other.count({ received: 0, sent: 2 * megabyte });
    for (const each of [one, other])
      await vi.waitFor(() => expect(each.require).toThrow(expect.objectContaining({ code: 'transfer_quota_exceeded' })), { timeout: 30_000 });
    await Promise.all([one.stop(), other.stop()]);
  });

  it('of its own a process knows at once', async () => {
    const one = openTransfers(db, { warn: warned } as never);
    await one.flush();
    one.count({ received: 4 * megabyte - 1, sent: 0 });
    expect(one.require).not.toThrow();
    one.count({ received: 0, sent: 1 });
    expect(one.require).toThrow(expect.objectContaining({ code: 'transfer_quota_exceeded' }));
    await one.stop();
  });

  it('begin anew with the month, by UTC', async () => {
    const one = open();
    one.count({ received: 5 * megabyte, sent: 0 });
    await one.flush();
    expect(one.require).toThrow();
    vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(new Date().getUTCFullYear(), new Date().getUTCMonth() + 1, 1, 0, 0, 1) });
    expect(one.require).not.toThrow();
    expect(await one.read()).toMatchObject({ received: 0, sent: 0 });
    await one.stop();
  });

  it('that cannot be written down now are written down later', async () => {
    await sql`alter table transfer_month rename to gone`.execute(db);
    const one = openTransfers(db, { warn: warned } as never);
    one.count({ received: 7, sent: 0 });
    await one.flush();
    expect(warned).toHaveBeenCalled();
    await sql`alter table gone rename to transfer_month`.execute(db);
    one.count({ received: 1, sent: 0 });
    await one.flush();
    expect(await one.read()).toMatchObject({ received: 8 });
    await one.stop();
  });
});
