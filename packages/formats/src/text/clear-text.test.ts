import { describe, expect, it } from 'vitest';
import { clearText } from './clear-text.ts';

const signature = '-----BEGIN PGP SIGNATURE-----\n\nabcd\n=abcd\n-----END PGP SIGNATURE-----\n';
const signed = (text: string, headers = 'Hash: SHA512\n') => `-----BEGIN PGP SIGNED MESSAGE-----\n${headers}\n${text}\n${signature}`;

describe('the text of a clear-signed document', () => {
  it('is what stands between its marks, without the escapes', () => {
    expect(clearText(signed('Suite: stable\n\n- --- more\nSHA256:'))).toBe('Suite: stable\n\n--- more\nSHA256:');
    expect(clearText(`\r\n${signed('a\nb').replaceAll('\n', '\r\n')}\r\n`)).toBe('a\nb');
  });

  it('is the whole of one without a signature', () => {
    expect(clearText('Suite: stable\n')).toBe('Suite: stable\n');
  });

  it.each([
    ['text before it', `SHA256:\n${signed('a')}`],
    ['text after it', `${signed('a')}SHA256:\n`],
    ['a second message', `${signed('a')}${signed('b')}`],
    ['a second signature', `${signed('a')}${signature}`],
    ['other headers', signed('a', 'Hash: SHA512\nSHA256: x\n')],
    ['no empty line', signed('a').replace('\n\n', '\n')],
    ['a line that is not escaped', signed('-a')],
    ['no end', signed('a').replace('-----END PGP SIGNATURE-----\n', '')],
    ['a mark of another kind', signed('-----BEGIN PGP MESSAGE-----\na')],
    ['no beginning', signature],
  ])('is nothing that can be read when there is %s', (_, document) => {
    expect(() => clearText(document)).toThrow('more than one signed message');
  });
});
