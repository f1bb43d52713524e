import { describe, expect, it } from 'vitest';
import { presentedToken } from './presented-token.ts';

const basic = (text: string) => `Basic ${Buffer.from(text).toString('base64')}`;

describe('the token in a request', () => {
  it.each([
    [undefined, undefined],
    ['', undefined],
    ['Bearer abc', 'abc'],
    ['bearer abc', 'abc'],
    [basic('ann:abc'), 'abc'],
    [basic(':a:b'), 'a:b'],
    [basic('ann'), undefined],
    ['abc', undefined],
  ])('%s', (authorization, token) => {
    expect(presentedToken(authorization)).toBe(token);
  });
});
