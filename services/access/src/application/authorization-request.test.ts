import { describe, expect, it } from 'vitest';
import type { RegisteredApplication } from './applications.ts';
import { answerAt, judgeRequest } from './authorization-request.ts';

const callback = 'https://app.example.org/back?tenant=1';
const challenge = 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM';

const application = (change: Partial<RegisteredApplication> = {}): RegisteredApplication => ({
  id: 1,
  name: 'board',
  type: 'confidential',
  description: '',
  callback_urls: [callback],
  base_url: 'https://packages.example.org',
  client_id: 'abc',
  secret_hash: 'x',
  created_at: new Date(0),
  ...change,
});

const address = (change: Record<string, string | undefined> = {}) => {
  const asked = { client_id: 'abc', response_type: 'code', redirect_uri: callback, ...change };
  const given = Object.entries(asked).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return `https://packages.example.org/ui/authorization?${new URLSearchParams(given)}`;
};
const judge = (change: Record<string, string | undefined>, of = application()) => judgeRequest(of, 'abc', address(change));

describe('a request for access', () => {
  it('is good with the least that it needs, and keeps what it said', () => {
    expect(judge({})).toEqual({
      kind: 'good',
      request: { callbackUrl: callback, callbackNamed: true, scope: 'applied-permissions/user', state: undefined, challenge: undefined },
    });
    const full = judge({ state: 'a b&c', scope: 'artifact:libs:r', code_challenge: challenge, code_challenge_method: 'S256', nonce: 'ignored' });
    expect(full).toMatchObject({ kind: 'good', request: { state: 'a b&c', scope: 'artifact:libs:r', challenge } });
  });

  it('may leave the callback URL out where there is only one', () => {
    expect(judge({ redirect_uri: undefined })).toMatchObject({ kind: 'good', request: { callbackUrl: callback, callbackNamed: false } });
    const two = application({ callback_urls: [callback, 'https://app.example.org/other'] });
    expect(judge({ redirect_uri: undefined }, two)).toEqual({ kind: 'refused', problem: 'unknownCallback' });
  });

  it.each([
    'https://evil.example.org/',
    'https://app.example.org/back',
    `${callback}&x=1`,
    `${callback}#`,
    'https://app.example.org/back/../back?tenant=1',
    'https://app.example.org:443/back?tenant=1',
    'https://APP.example.org/back?tenant=1',
    'https://app.example.org/back?tenant=1 ',
    'https://app.example.org@evil.example.org/back?tenant=1',
    'http://app.example.org/back?tenant=1',
    'javascript:alert(1)',
    '//app.example.org/back?tenant=1',
    '',
  ])('sends nobody to %j, which is not registered', (redirect_uri) => {
    expect(judge({ redirect_uri, state: 's', response_type: 'token' })).toEqual({ kind: 'refused', problem: 'unknownCallback' });
  });

  it('sends nobody anywhere when it names another application, none, or anything twice', () => {
    const malformed = { kind: 'refused', problem: 'malformed' };
    expect(judge({ client_id: 'other' })).toEqual(malformed);
    expect(judge({ client_id: undefined })).toEqual(malformed);
    for (const twice of ['client_id=abc', 'redirect_uri=https%3A%2F%2Fevil.example.org', 'state=x&state=y', 'scope=a&scope=b'])
      expect(judgeRequest(application(), 'abc', `${address()}&${twice}`)).toEqual(malformed);
    expect(judgeRequest(application(), 'abc', 'http://[')).toEqual(malformed);
    expect(judgeRequest(undefined, 'abc', address())).toEqual({ kind: 'refused', problem: 'unknownApplication' });
  });

  it.each([
    ['responseType', { response_type: 'token' }],
    ['responseType', { response_type: undefined }],
    ['responseMode', { response_mode: 'fragment' }],
    ['scopeUnknown', { scope: 'openid' }],
    ['challengeMethod', { code_challenge: challenge }],
    ['challengeMethod', { code_challenge: challenge, code_challenge_method: 'plain' }],
    ['challengeMethod', { code_challenge: `${challenge}=`, code_challenge_method: 'S256' }],
    ['challengeMethod', { code_challenge: '', code_challenge_method: 'S256' }],
    ['challengeMissing', { code_challenge_method: 'S256' }],
  ])('is faulty with %s', (problem, change) => {
    expect(judge({ state: 's', ...change })).toEqual({ kind: 'faulty', problem, callbackUrl: callback, state: 's' });
  });

  it('needs a challenge where the application has no secret', () => {
    const open = application({ type: 'public', secret_hash: null });
    expect(judge({}, open)).toMatchObject({ kind: 'faulty', problem: 'challengeMissing' });
    expect(judge({ code_challenge: challenge, code_challenge_method: 'S256' }, open)).toMatchObject({ kind: 'good' });
  });
});

it('the answer is added to what the callback URL says itself', () => {
  expect(answerAt('https://app.example.org/back?a=b%20c', { code: 'x', state: 'é&code=y', iss: undefined })).toBe(
    'https://app.example.org/back?a=b%20c&code=x&state=%C3%A9%26code%3Dy',
  );
  expect(answerAt('http://127.0.0.1:4711', { error: 'access_denied' })).toBe('http://127.0.0.1:4711/?error=access_denied');
});
