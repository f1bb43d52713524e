import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { fileSecrets } from './file-secrets.ts';

const home = mkdtempSync(join(tmpdir(), 'packhouse-secrets-'));
const keyFile = join(home, 'keys/master.key');
afterAll(() => rmSync(home, { recursive: true }));

it('keeps a key that only its owner can read, and reads it again', () => {
  const first = fileSecrets({ home });
  expect(statSync(keyFile).mode & 0o777).toBe(0o600);
  const sealed = first.encrypt('the upstream’s password');
  chmodSync(keyFile, 0o644);
  const second = fileSecrets({ home });
  expect(second.decrypt(sealed)).toBe('the upstream’s password');
  expect(statSync(keyFile).mode & 0o777).toBe(0o600);
});

it('never gives the same text twice for the same secret', () => {
  const secrets = fileSecrets({ home });
  expect(secrets.encrypt('x')).not.toBe(secrets.encrypt('x'));
  expect(secrets.encrypt('open sesame')).not.toContain('sesame');
});

it('refuses what was changed, is foreign, or was made under another key', () => {
  const secrets = fileSecrets({ home });
  const sealed = secrets.encrypt('secret');
  const [mark, id, data] = sealed.split(':');
  const bytes = Buffer.from(data!, 'base64url');
  bytes[14]! ^= 1;
  expect(() => secrets.decrypt(`${mark}:${id}:${bytes.toString('base64url')}`)).toThrow();
  expect(() => secrets.decrypt('plain text')).toThrow('not encrypted by this platform');
  const other = fileSecrets({ home, masterKey: 'ab'.repeat(32) });
  expect(() => other.decrypt(sealed)).toThrow('another master key');
});

it('derives a different key for each purpose, the same at every start', () => {
  const secrets = fileSecrets({ home });
  expect(secrets.derive('sessions')).toEqual(fileSecrets({ home }).derive('sessions'));
  expect(secrets.derive('sessions')).not.toEqual(secrets.derive('tokens'));
});

it('refuses a key file that holds no key', () => {
  const kept = readFileSync(keyFile);
  writeFileSync(keyFile, 'nonsense');
  expect(() => fileSecrets({ home })).toThrow('does not hold a key');
  writeFileSync(keyFile, kept);
});
