import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { readText, splitText } from './split-text.ts';

async function readParts(chunks: readonly (string | Buffer)[], separator = '</p>', longest = 100): Promise<string[]> {
  const parts: string[] = [];
  for await (const part of splitText(Readable.from(chunks), separator, longest)) parts.push(part);
  return parts;
}

it('reads a document up to its limit', async () => {
  expect(await readText(Readable.from([Buffer.from('a'), Buffer.from('b')]), 2)).toBe('ab');
  await expect(readText(Readable.from([Buffer.from('a'), Buffer.from('bc')]), 2)).rejects.toMatchObject({ code: 'upstream_failed' });
});

describe('splitText', () => {
  it('finds separators wherever the chunks are cut', async () => {
    const text = 'one</p>twö</p></p><</p></</p>rest';
    const whole = text.split('</p>');
    expect(await readParts([Buffer.from(text)])).toEqual(whole);
    const bytes = [...Buffer.from(text)];
    for (const size of [1, 2, 3, 5, 7])
      expect(
        await readParts(Array.from({ length: Math.ceil(bytes.length / size) }, (_, at) => Buffer.from(bytes.slice(at * size, (at + 1) * size)))),
        String(size),
      ).toEqual(whole);
    expect(await readParts([])).toEqual(['']);
  });

  it('refuses a part that does not end', async () => {
    await expect(readParts(['x'.repeat(60), 'x'.repeat(60)])).rejects.toMatchObject({ code: 'upstream_failed' });
    expect(await readParts(Array.from({ length: 20 }, () => `${'x'.repeat(60)}</p>`))).toHaveLength(21);
  });

  it('looks through a long part once, however small the chunks', async () => {
    const chunks = Array.from({ length: 60_000 }, () => 'x'.repeat(1000));
    const [part] = await readParts(chunks, '</p>', 64 * 1024 * 1024);
    expect(part).toHaveLength(60_000_000);
  });
});
