import { randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import { makeSeal, openSeal, SealError } from './seal.ts';

const frame = 256 * 1024;
const { seal, proof } = makeSeal('a secret of the tests');

async function* parts(bytes: Buffer, size = 70_000): AsyncIterable<Buffer> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

async function gather(bytes: AsyncIterable<Buffer>): Promise<Buffer> {
  const found: Buffer[] = [];
  for await (const part of bytes) found.push(part);
  return Buffer.concat(found);
}

const close = (plain: Buffer) => gather(seal.close('a', parts(plain)));
const open = (sealed: Buffer, name = 'a') => gather(seal.open(name, parts(sealed)));

it('opens what it closed, of every length, and knows the length beforehand', async () => {
  for (const size of [0, 1, frame - 1, frame, frame + 1, 3 * frame]) {
    const plain = randomBytes(size);
    const sealed = await close(plain);
    expect(sealed.length).toBe(seal.measure(size));
    expect((await open(sealed)).equals(plain)).toBe(true);
  }
});

it('does not open what was changed, cut off, mixed up or put in another place', async () => {
  const sealed = await close(randomBytes(3 * frame));
  const body = 32;
  const one = frame + 16;
  const flipped = Buffer.from(sealed);
  flipped[body + one + 5]! ^= 1;
  const swapped = Buffer.concat([
    sealed.subarray(0, body),
    sealed.subarray(body + one, body + 2 * one),
    sealed.subarray(body, body + one),
    sealed.subarray(body + 2 * one),
  ]);
  for (const wrong of [flipped, swapped, sealed.subarray(0, body + 2 * one), sealed.subarray(0, -1), sealed.subarray(0, 10)])
    await expect(open(wrong)).rejects.toThrow(SealError);
  await expect(open(sealed, 'b')).rejects.toThrow(SealError);
});

it('knows its key again, tells it from others, and names blobs by it alone', () => {
  const sha256 = 'ab'.repeat(32);
  const same = openSeal('a secret of the tests', proof);
  expect(same?.nameBlob(sha256)).toBe(seal.nameBlob(sha256));
  expect(openSeal('another secret of the tests', proof)).toBeUndefined();
  expect(makeSeal('a secret of the tests').seal.nameBlob(sha256)).not.toBe(seal.nameBlob(sha256));
});
