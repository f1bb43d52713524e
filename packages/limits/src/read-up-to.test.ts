import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { readStart, readUpTo } from './read-up-to.ts';

const pieces = (...texts: string[]) => Readable.from(texts.map((text) => Buffer.from(text)));

describe('reading up to a limit', () => {
  it('gives a body whole that is as long as it may be, whatever pieces it comes in', async () => {
    expect((await readUpTo(pieces('ab', 'cd'), 4)).toString()).toBe('abcd');
    expect((await readUpTo(pieces('abcd'), 4)).toString()).toBe('abcd');
    expect((await readUpTo(pieces(), 0)).length).toBe(0);
    expect((await readUpTo(Readable.from(['ä', 'ö']), 4)).toString()).toBe('äö');
  });

  it('refuses a longer one as soon as it is known to be, and ends its stream', async () => {
    const body = pieces('ab', 'cd', 'ef');
    await expect(readUpTo(body, 3)).rejects.toMatchObject({ code: 'too_large', detail: { limit: 3 } });
    expect(body.destroyed).toBe(true);
    await expect(readUpTo(Readable.from(['ää']), 3)).rejects.toMatchObject({ code: 'too_large' });
  });

  it('refuses in the words it is given', async () => {
    await expect(readUpTo(pieces('abc'), 2, () => new Error('the list is too long'))).rejects.toThrow('the list is too long');
  });

  it('passes on what breaks the body', async () => {
    async function* broken() {
      yield Buffer.from('a');
      throw new Error('the line is dead');
    }
    await expect(readUpTo(broken(), 10)).rejects.toThrow('the line is dead');
  });

  it('reads the start of a body and no more', async () => {
    const body = pieces('ab', 'cd', 'ef');
    expect((await readStart(body, 3)).toString()).toBe('abc');
    expect(body.destroyed).toBe(true);
    expect((await readStart(pieces('ab'), 3)).toString()).toBe('ab');
  });
});
