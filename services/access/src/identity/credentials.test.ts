import { describe, expect, it } from 'vitest';
import { makeCredentials } from './credentials.ts';

const basic = (text: string) => `Basic ${Buffer.from(text).toString('base64')}`;

describe('credentials in a request', () => {
  it.each([
    [undefined, { kind: 'none' }],
    ['', { kind: 'none' }],
    ['Basic', { kind: 'none' }],
    ['Bearer ', { kind: 'none' }],
    [basic(':'), { kind: 'none' }],
    [basic('ann:secret'), { kind: 'pair', user: 'ann', secret: 'secret' }],
    [basic('ann:a:b:ü€'), { kind: 'pair', user: 'ann', secret: 'a:b:ü€' }],
    [basic('ann:'), { kind: 'pair', user: 'ann', secret: '' }],
    [basic(':token'), { kind: 'pair', user: '', secret: 'token' }],
    ['basic YW5uOng', { kind: 'pair', user: 'ann', secret: 'x' }],
    [basic('no colon'), { kind: 'broken' }],
    ['Basic ***', { kind: 'broken' }],
    ['Bearer abc.def', { kind: 'token', token: 'abc.def' }],
    ['BEARER abc', { kind: 'token', token: 'abc' }],
    ['Token abc', { kind: 'token', token: 'abc' }],
    ['raw-token', { kind: 'token', token: 'raw-token' }],
    ['Bearer a b', { kind: 'broken' }],
    ['Digest username="ann"', { kind: 'broken' }],
    [`Bearer ${'x'.repeat(20_000)}`, { kind: 'broken' }],
  ])('%s', (authorization, expected) => {
    expect(makeCredentials(authorization === undefined ? {} : { authorization })).toEqual(expected);
  });
  it('takes the API key header only where there is no Authorization', () => {
    expect(makeCredentials({ 'x-jfrog-art-api': 'key' })).toEqual({ kind: 'token', token: 'key' });
    expect(makeCredentials({ 'x-jfrog-art-api': 'key', authorization: 'Bearer other' })).toEqual({ kind: 'token', token: 'other' });
    expect(makeCredentials({ 'x-jfrog-art-api': 'a key' })).toEqual({ kind: 'broken' });
  });
});
