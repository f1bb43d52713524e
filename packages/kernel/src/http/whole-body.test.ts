import { PassThrough, Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { wholeBodies } from './whole-body.ts';

const megabyte = 1024 * 1024;
const limit = 4 * megabyte;
const getText = (size: number) => Readable.from([Buffer.from(`"${'x'.repeat(size - 2)}"`)]);

/** Uses a body; `began` tells that it has begun, `finish` lets it end. */
function held(bodies: ReturnType<typeof wholeBodies>, body: Readable, more: { isLarge?: boolean } = {}) {
  const [began, finished] = [Promise.withResolvers<number>(), Promise.withResolvers<void>()];
  const done = bodies.use(body, { limit, who: 'somebody', ...more }, async (bytes) => {
    began.resolve(bytes.length);
    await finished.promise;
  });
  return { began: began.promise, finish: finished.resolve, done };
}

describe('bodies that are read whole', () => {
  it('are used one at a time when they are large, while small ones wait for nobody', async () => {
    const bodies = wholeBodies();
    const first = held(bodies, getText(2 * megabyte));
    expect(await first.began).toBe(2 * megabyte);
    let isFirstDone = false;
    void first.done.then(() => {
      isFirstDone = true;
    });
    const waiting = [held(bodies, getText(2 * megabyte)), held(bodies, getText(10), { isLarge: true })];
    const inOrder = Promise.all(waiting.map(({ began }) => began.then(() => isFirstDone)));
    const small = held(bodies, getText(1000));
    expect(await small.began).toBe(1000);
    small.finish();
    await small.done;
    expect(isFirstDone).toBe(false);
    for (const one of [first, ...waiting]) one.finish();
    expect(await inOrder).toEqual([true, true]);
    await Promise.all(waiting.map(({ done }) => done));
  });

  it('give their turn back when they are refused or break off', async () => {
    const bodies = wholeBodies();
    const use = (body: Readable) => bodies.use(body, { limit, who: 'somebody' }, async (bytes) => bytes.length);
    for (let times = 0; times < 10; times++) {
      await expect(use(getText(limit + 1))).rejects.toMatchObject({ code: 'too_large' });
      const broken = new PassThrough();
      broken.write(Buffer.alloc(2 * megabyte, 'x'));
      const refused = expect(use(broken)).rejects.toThrow('gone');
      broken.destroy(new Error('gone'));
      await refused;
      await expect(bodies.use(getText(2 * megabyte), { limit, who: 'somebody' }, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    }
    expect(await use(getText(limit))).toBe(limit);
  });

  it('are refused before they are parsed when they consist of more values than anybody could hold', async () => {
    const bodies = wholeBodies();
    const use = (text: string) => bodies.use(Readable.from([Buffer.from(text)]), { limit: 16 * megabyte, who: 'somebody' }, async (bytes) => bytes.length);
    await expect(use(`[${'[],'.repeat(1_100_000)}0]`)).rejects.toMatchObject({ code: 'too_large', message: expect.stringContaining('values') });
    // Within texts these bytes are no values.
    const words = `["${'[],\\"'.repeat(2_000_000)}"]`;
    expect(await use(words)).toBe(words.length);
  });
});
