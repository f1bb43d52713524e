import { expect, it } from 'vitest';
import { readConfig } from '../config.ts';
import { configuredSecrets, scrubber } from './scrub.ts';

const scrub = scrubber(['Tr0ub4dor&3', 'short']);

it.each([
  ['the password is Tr0ub4dor&3', 'the password is ***'],
  ['postgres://app:p%40ss@db.test:5432/x', 'postgres://app:***@db.test:5432/x'],
  ['Authorization: Basic YWRtaW46c2VjcmV0', 'Authorization: Basic ***'],
  ['sent Bearer abc.def-ghi_123', 'sent Bearer ***'],
  ['token eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiJhbm4ifQ.c2lnbmF0dXJl here', 'token *** here'],
  ['{"user":"ann","newPassword":"a\\"b","n":1}', '{"user":"ann","newPassword":"***","n":1}'],
  ['GET /x?access_token=abc&page=2', 'GET /x?access_token=***&page=2'],
  ['-----BEGIN PRIVATE KEY-----\nabc\n-----END PRIVATE KEY----- after', '*** after'],
  ['body {\\"user\\":\\"ann\\",\\"password\\":\\"hunter22\\"}" end', 'body {\\"user\\":\\"ann\\",\\"password\\":\\"***\\"}" end'],
  ['GET /f?X-Amz-Date=1&X-Amz-Signature=0123abcd&sig=ab', 'GET /f?X-Amz-Date=1&X-Amz-Signature=***&sig=***'],
  ['-----BEGIN PRIVATE KEY-----\\nabc, and no end', '***'],
  ['sealed:0123abcd:AAAAAAAAAAAAAAAAAAAAAAAA', 'sealed:0123abcd:***'],
  ['a short word stays, tokens too', 'a short word stays, tokens too'],
])('hides what is secret in %j', (text, clean) => {
  expect(scrub(text)).toBe(clean);
});

it('knows the secrets of the configuration', () => {
  const config = readConfig({ PACKHOUSE_ADMIN_PASSWORD: 'first-pass', PACKHOUSE_METRICS_TOKEN: 'collector-token-1' }, { home: '/nowhere' });
  const secrets = configuredSecrets(config, 'postgres://a:s%C3%A4cret@127.0.0.1/x');
  expect(secrets).toEqual(expect.arrayContaining(['first-pass', 'collector-token-1', 'säcret', 's%C3%A4cret']));
});
