import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { expect, it, vi } from 'vitest';
import type { ByteRange } from './blob-store.ts';
import { smallBlobs } from './small-blobs.ts';

const blob = 'hello world';
const reading = () => vi.fn(async (_: string, { start, end }: ByteRange) => Buffer.from(blob.slice(start, end + 1)));

async function send(blobs: ReturnType<typeof smallBlobs>, end: number): Promise<string> {
  const destination = new PassThrough();
  const sender = await blobs.sender('a', { start: 0, end });
  await sender!(destination);
  return text(destination);
}

it('reads a small blob once, and a longer beginning of it anew', async () => {
  const read = reading();
  const blobs = smallBlobs(read);
  expect(await send(blobs, 4)).toBe('hello');
  expect(await send(blobs, 10)).toBe('hello world');
  expect(await send(blobs, 10)).toBe('hello world');
  expect(await send(blobs, 4)).toBe('hello');
  expect(read).toHaveBeenCalledTimes(2);
});

it('reads what it was told to forget anew', async () => {
  const read = reading();
  const blobs = smallBlobs(read);
  await send(blobs, 10);
  blobs.forget('a');
  await send(blobs, 10);
  expect(read).toHaveBeenCalledTimes(2);
});

it('leaves what is large, or begins further on, to others', () => {
  const blobs = smallBlobs(reading());
  expect(blobs.sender('a', { start: 1, end: 4 })).toBeUndefined();
  expect(blobs.sender('a', { start: 0, end: 16 * 1024 })).toBeUndefined();
});

it('keeps nothing of a reading that failed', async () => {
  const read = reading();
  const blobs = smallBlobs(read);
  read.mockRejectedValueOnce(new Error('away'));
  await expect(blobs.sender('a', { start: 0, end: 4 })).rejects.toThrow('away');
  expect(await send(blobs, 4)).toBe('hello');
});
