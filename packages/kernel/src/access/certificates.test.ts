import { generateKeyPairSync } from 'node:crypto';
import { expiredCertificate, goodCertificate } from '@packhouse/testkit/certificates.ts';
import { expect, it } from 'vitest';
import { certificateFacts, readCertificates } from './certificates.ts';

const getBare = (pem: string) => pem.replaceAll(/-----.*-----|\n/g, '');
const getSubjects = (text: string, form = {}) => readCertificates('field', text, form).map(({ subject }) => subject);
const both = ['CN=new.example.org', 'CN=old.example.org'];
const { privateKey, publicKey } = generateKeyPairSync('ec', {
  namedCurve: 'P-256',
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  publicKeyEncoding: { type: 'spki', format: 'pem' },
});

it('reads one certificate and a bundle, with words between them and lines indented', () => {
  expect(getSubjects(goodCertificate)).toEqual(both.slice(0, 1));
  expect(getSubjects(`# The new one\r\n${goodCertificate}\n\n  The old one:\n${expiredCertificate.replaceAll('\n', '\r\n  ')}`)).toEqual(both);
});

it('reads bare base64 only where it is asked to, several parted by empty lines', () => {
  const bare = getBare(goodCertificate);
  expect(getSubjects(bare, { bare: true })).toEqual(both.slice(0, 1));
  expect(getSubjects(`\n   ${bare.replaceAll(/.{64}/g, '$&\n   ')}\n \n${getBare(expiredCertificate)}\n`, { bare: true })).toEqual(both);
  expect(() => readCertificates('field', bare)).toThrow('This is no certificate');
});

it.each([
  ['nothing', '', /no certificate/],
  ['words', 'hello', /no certificate/],
  ['base64 of something else', 'aGVsbG8=', /no certificate/],
  ['a frame around something else', '-----BEGIN CERTIFICATE-----\naGVsbG8=\n-----END CERTIFICATE-----', /no certificate/],
  ['a public key', publicKey, /no certificate/],
  ['a certificate without its end', goodCertificate.slice(0, -40), /no certificate/],
  ['one behind which another has no end', `${goodCertificate}${expiredCertificate.slice(0, -40)}`, /no certificate/],
  [
    'two glued together',
    Buffer.concat([goodCertificate, expiredCertificate].map((one) => Buffer.from(getBare(one), 'base64'))).toString('base64'),
    /no certificate/,
  ],
  ['a bundle with a broken one', `${goodCertificate}${expiredCertificate.replace('MII', 'AAA')}`, /Certificate 2 of 2 cannot be read/],
  ['a private key', privateKey, /private key/],
  ['a certificate with its private key', `${goodCertificate}${privateKey}`, /private key/],
])('refuses %s, naming the field', (_, text, message) => {
  for (const bare of [false, true]) {
    const read = () => readCertificates('field', text, { bare });
    expect(read).toThrow(message);
    expect(read).toThrow(
      expect.objectContaining({ code: 'invalid_input', detail: [expect.objectContaining({ path: 'field', message: expect.stringMatching(message) })] }),
    );
  }
});

it('tells whom certificates name and until when they are valid, and nothing of what is none', () => {
  expect(certificateFacts(expiredCertificate)).toEqual([{ subject: 'CN=old.example.org', validUntil: '2021-01-01T00:00:00.000Z' }]);
  expect(certificateFacts('hello')).toEqual([]);
});
