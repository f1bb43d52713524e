import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto';
import { chmodSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Secrets } from './secrets.ts';

const keyLength = 32;

function readKey(file: string): Buffer {
  const key = Buffer.from(readFileSync(file, 'utf8').trim(), 'hex');
  if (key.length !== keyLength) throw new Error(`${file} does not hold a key of ${keyLength} bytes in hexadecimal`);
  // Someone restored it from a backup with wide open permissions: narrow them rather than go on like that.
  if ((statSync(file).mode & 0o077) !== 0) chmodSync(file, 0o600);
  return key;
}

function readOrMakeKey(file: string): Buffer {
  try {
    return readKey(file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  try {
    writeFileSync(file, `${randomBytes(keyLength).toString('hex')}\n`, { mode: 0o600, flag: 'wx' });
  } catch (error) {
    // Another process of the family made it at the same moment.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  return readKey(file);
}

export interface MasterKeySource {
  home: string;
  /** 64 hexadecimal digits, for several nodes that share one database; read from `<home>/keys/master.key` when absent. */
  masterKey?: string | undefined;
}

/** Secrets under the platform's master key, which is made at the first start. */
export function fileSecrets(source: MasterKeySource): Secrets {
  const master = source.masterKey ? Buffer.from(source.masterKey, 'hex') : readOrMakeKey(join(source.home, 'keys', 'master.key'));
  const derive = (purpose: string) => Buffer.from(hkdfSync('sha256', master, 'packhouse', purpose, keyLength));
  const encryptionKey = derive('encryption at rest');
  const keyId = createHash('sha256').update(encryptionKey).digest('hex').slice(0, 8);
  return {
    encrypt(plain) {
      const nonce = randomBytes(12);
      const cipher = createCipheriv('aes-256-gcm', encryptionKey, nonce);
      const sealed = Buffer.concat([nonce, cipher.update(plain, 'utf8'), cipher.final(), cipher.getAuthTag()]);
      return `sealed:${keyId}:${sealed.toString('base64url')}`;
    },
    decrypt(text) {
      const [mark, id, data] = text.split(':');
      if (mark !== 'sealed' || data === undefined) throw new Error('The text was not encrypted by this platform');
      if (id !== keyId) throw new Error(`The text was encrypted under another master key (${id}, not ${keyId}); restore keys/master.key from the same backup`);
      const sealed = Buffer.from(data, 'base64url');
      const decipher = createDecipheriv('aes-256-gcm', encryptionKey, sealed.subarray(0, 12));
      decipher.setAuthTag(sealed.subarray(-16));
      return decipher.update(sealed.subarray(12, -16), undefined, 'utf8') + decipher.final('utf8');
    },
    derive,
  };
}
