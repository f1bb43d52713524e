import { Readable } from 'node:stream';
import { expect, it, vi } from 'vitest';
import type { Context } from '../context.ts';
import { callTarget, type TargetRequest } from './call-target.ts';

const target = { name: 'edge', url: 'https://edge.example.org', token: async () => 'x', allowPrivate: false };

/** Milliseconds that a call would wait. */
async function waited(request: Partial<TargetRequest>): Promise<number> {
  let timeout = Number.NaN;
  const outgoing = {
    request: async (_: string, options: { timeout: number }) => {
      timeout = options.timeout;
      return { status: 200, body: Readable.from([]) };
    },
  };
  await callTarget({ platform: { outgoing } } as unknown as Context, target, { method: 'GET', path: '/', ...request });
  return timeout;
}

it('waits long only where a target has much to do', async () => {
  const stream = Readable.from([]);
  const minute = 60_000;
  expect(await waited({})).toBe(minute / 2);
  expect(await waited({ method: 'PUT', headers: { 'x-checksum-deploy': 'true' } })).toBe(minute / 2);
  expect(await waited({ method: 'POST', json: {} })).toBe(minute / 2);
  expect(await waited({ method: 'POST', json: {}, isLong: true })).toBe(10 * minute);
  expect(await waited({ method: 'PUT', body: { stream, size: 3_000_000 } })).toBe(11 * minute);
});

it('gives up on an answer that comes in too slowly', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    const body = new Readable({ read() {} });
    const outgoing = { request: async () => ({ status: 200, body }) };
    const answer = callTarget({ platform: { outgoing } } as unknown as Context, target, { method: 'GET', path: '/' });
    const refused = expect(answer).rejects.toMatchObject({ code: 'upstream_unavailable' });
    for (let drop = 0; drop < 4; drop++) {
      body.push('x');
      await vi.advanceTimersByTimeAsync(50_000);
    }
    // Without an end of its own, it would go on.
    body.push(null);
    await refused;
  } finally {
    vi.useRealTimers();
  }
});
