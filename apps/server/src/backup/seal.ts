import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes, scryptSync, timingSafeEqual } from 'node:crypto';

type Bytes = AsyncIterable<Buffer>;

/** How a folder of backups keeps its files: as they are, or encrypted. A file is bound to its name: put in another's place it does not open. */
export interface Seal {
  readonly isEncrypted: boolean;
  close(name: string, plain: Bytes): Bytes;
  /** @throws SealError at the first byte that is not as it was written. */
  open(name: string, sealed: Bytes): Bytes;
  /** The length of a file with so many bytes in it. */
  measure(size: number): number;
  /** The name that a blob's file has; an encrypted folder does not tell which contents are in it. */
  nameBlob(sha256: string): string;
}

export class SealError extends Error {
  override name = 'SealError';
}

export const noSeal: Seal = {
  isEncrypted: false,
  close: (_, plain) => plain,
  open: (_, sealed) => sealed,
  measure: (size) => size,
  nameBlob: (sha256) => sha256,
};

const frameSize = 256 * 1024;
const saltSize = 32;
const tagSize = 16;

/** Yields parts of exactly this size, and a last one of what remains. */
async function* cut(source: Bytes, size: number): AsyncGenerator<{ part: Buffer; isLast: boolean }> {
  let waiting: Buffer[] = [];
  let length = 0;
  for await (const chunk of source) {
    waiting.push(chunk);
    length += chunk.length;
    if (length <= size) continue;
    const all = Buffer.concat(waiting);
    let at = 0;
    for (; all.length - at > size; at += size) yield { part: all.subarray(at, at + size), isLast: false };
    waiting = [all.subarray(at)];
    length = all.length - at;
  }
  yield { part: Buffer.concat(waiting), isLast: true };
}

/** The number of the frame, and whether it is the last: frames that were swapped, left out or cut off do not open. */
function nonce(count: number, isLast: boolean): Buffer {
  const bytes = Buffer.alloc(12);
  bytes.writeUIntBE(count, 5, 6);
  bytes[11] = isLast ? 1 : 0;
  return bytes;
}

/** A key for each file, so that frames of two files never share a nonce. */
const deriveFileKey = (key: Buffer, salt: Buffer, name: string) => Buffer.from(hkdfSync('sha256', key, salt, `packhouse backup ${name}`, 32));

async function* encrypt(key: Buffer, name: string, plain: Bytes): Bytes {
  const salt = randomBytes(saltSize);
  const fileKey = deriveFileKey(key, salt, name);
  yield salt;
  let count = 0;
  for await (const { part, isLast } of cut(plain, frameSize)) {
    const cipher = createCipheriv('aes-256-gcm', fileKey, nonce(count++, isLast));
    yield Buffer.concat([cipher.update(part), cipher.final(), cipher.getAuthTag()]);
  }
}

/** Takes the salt off the front; the rest follows. */
async function takeSalt(sealed: Bytes): Promise<{ salt: Buffer; rest: Bytes }> {
  const iterator = sealed[Symbol.asyncIterator]();
  let begun = Buffer.alloc(0);
  while (begun.length < saltSize) {
    const { value, done } = await iterator.next();
    if (done) throw new SealError();
    begun = Buffer.concat([begun, value]);
  }
  async function* rest(): Bytes {
    try {
      yield begun.subarray(saltSize);
      for (let next = await iterator.next(); !next.done; next = await iterator.next()) yield next.value;
    } finally {
      await iterator.return?.();
    }
  }
  return { salt: begun.subarray(0, saltSize), rest: rest() };
}

async function* decrypt(key: Buffer, name: string, sealed: Bytes): Bytes {
  const { salt, rest } = await takeSalt(sealed);
  const fileKey = deriveFileKey(key, salt, name);
  let count = 0;
  for await (const { part, isLast } of cut(rest, frameSize + tagSize)) {
    if (part.length < tagSize) throw new SealError();
    const decipher = createDecipheriv('aes-256-gcm', fileKey, nonce(count++, isLast));
    decipher.setAuthTag(part.subarray(-tagSize));
    const plain = decipher.update(part.subarray(0, -tagSize));
    try {
      decipher.final();
    } catch (cause) {
      throw new SealError('', { cause });
    }
    yield plain;
  }
}

function keySeal(key: Buffer): Seal {
  return {
    isEncrypted: true,
    close: (name, plain) => encrypt(key, name, plain),
    open: (name, sealed) => decrypt(key, name, sealed),
    measure: (size) => saltSize + size + tagSize * Math.max(1, Math.ceil(size / frameSize)),
    nameBlob: (sha256) => createHmac('sha256', key).update(`blob ${sha256}`).digest('hex'),
  };
}

/** An encrypted folder says this of its key. */
export interface KeyProof {
  salt: string;
  proof: string;
}

const prove = (key: Buffer) => createHmac('sha256', key).update('packhouse backup key').digest();
// A passphrase takes about half a second and 128 MB to try. https://www.rfc-editor.org/rfc/rfc7914
const stretch = (secret: string, salt: Buffer) => scryptSync(secret, salt, 32, { N: 2 ** 17, r: 8, p: 1, maxmem: 256 * 1024 * 1024 });

export function makeSeal(secret: string): { seal: Seal; proof: KeyProof } {
  const salt = randomBytes(32);
  const key = stretch(secret, salt);
  return { seal: keySeal(key), proof: { salt: salt.toString('hex'), proof: prove(key).toString('hex') } };
}

/** Undefined when this is another key than the folder's. */
export function openSeal(secret: string, { salt, proof }: KeyProof): Seal | undefined {
  const key = stretch(secret, Buffer.from(salt, 'hex'));
  const known = Buffer.from(proof, 'hex');
  const own = prove(key);
  return known.length === own.length && timingSafeEqual(known, own) ? keySeal(key) : undefined;
}
