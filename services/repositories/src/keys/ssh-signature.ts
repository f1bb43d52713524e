import { createHash, createPublicKey, sign, verify } from 'node:crypto';
import sshpk from 'sshpk';

/*
 * Signatures as `ssh-keygen -Y sign` makes them.
 * https://github.com/openssh/openssh-portable/blob/master/PROTOCOL.sshsig
 */

const magic = Buffer.from('SSHSIG');
const version = 1;
const [begin, end] = ['-----BEGIN SSH SIGNATURE-----', '-----END SSH SIGNATURE-----'];
export type SshHash = 'sha256' | 'sha512';

export interface SshSignature {
  fingerprint: string;
  /** What the signature is for, so that one made for something else proves nothing here. */
  namespace: string;
  /** The checksum of the content that it covers. */
  hash: SshHash;
  /** Whether it is the key's over content with this checksum. */
  fits(checksum: Buffer): boolean;
}

function writeStrings(...parts: readonly (Buffer | string)[]): Buffer {
  return Buffer.concat(
    parts.flatMap((part) => {
      const bytes = Buffer.from(part);
      const length = Buffer.alloc(4);
      length.writeUInt32BE(bytes.length);
      return [length, bytes];
    }),
  );
}

/** Reads strings one after another. @throws RangeError at the end of the bytes */
function readStrings(bytes: Buffer, count: number): Buffer[] {
  let at = 0;
  const strings = Array.from({ length: count }, () => {
    const start = at + 4;
    at = start + bytes.readUInt32BE(at);
    if (at > bytes.length) throw new RangeError('The bytes end within a string');
    return bytes.subarray(start, at);
  });
  if (at !== bytes.length) throw new RangeError('There are more bytes than strings');
  return strings;
}

/** What is signed in place of the content. */
const toBeSigned = (namespace: string, hash: SshHash, checksum: Buffer) => Buffer.concat([magic, writeStrings(namespace, '', hash, checksum)]);

/** The digest within the signature; an Ed25519 key makes its own. RSA with SHA-1 is not among them, as OpenSSH takes it no more. */
const digests: Record<string, string | undefined> = {
  'ssh-ed25519': '',
  'ecdsa-sha2-nistp256': 'sha256',
  'ecdsa-sha2-nistp384': 'sha384',
  'ecdsa-sha2-nistp521': 'sha512',
  'rsa-sha2-256': 'sha256',
  'rsa-sha2-512': 'sha512',
};

const nameAlgorithm = (key: sshpk.Key) => {
  if (key.type === 'rsa') return 'rsa-sha2-512';
  return key.type === 'ecdsa' ? `ecdsa-sha2-${key.curve}` : 'ssh-ed25519';
};

/** Signs a text, armoured. The private key is in PEM, the public one on its line. */
export function signSsh(keys: { privateKey: string; publicKey: string }, namespace: string, text: string): string {
  const key = sshpk.parseKey(keys.publicKey, 'ssh');
  const algorithm = nameAlgorithm(key);
  const content = toBeSigned(namespace, 'sha512', createHash('sha512').update(text).digest());
  const made = sign(digests[algorithm] || null, content, keys.privateKey);
  const bytes = key.type === 'ecdsa' ? sshpk.parseSignature(made, 'ecdsa', 'asn1').toBuffer('ssh') : writeStrings(algorithm, made);
  const signature = key.type === 'ecdsa' ? writeStrings(algorithm, readStrings(bytes, 2)[1]!) : bytes;
  const number = Buffer.alloc(4);
  number.writeUInt32BE(version);
  const blob = Buffer.concat([magic, number, writeStrings(key.toBuffer('rfc4253'), namespace, '', 'sha512', signature)]);
  return [begin, ...(blob.toString('base64').match(/.{1,70}/g) ?? []), end, ''].join('\n');
}

/** Reads an armoured signature; undefined when it is none that can be checked. */
export function readSshSignature(armoured: string): SshSignature | undefined {
  const text = armoured.trim();
  if (!text.startsWith(begin) || !text.endsWith(end)) return undefined;
  const blob = Buffer.from(text.slice(begin.length, -end.length), 'base64');
  try {
    if (!blob.subarray(0, magic.length).equals(magic) || blob.readUInt32BE(magic.length) !== version) return undefined;
    const [publicKey, namespace, , hash, signature] = readStrings(blob.subarray(magic.length + 4), 5) as [Buffer, Buffer, Buffer, Buffer, Buffer];
    const hashName = hash.toString();
    if (namespace.length === 0 || (hashName !== 'sha256' && hashName !== 'sha512')) return undefined;
    const key = sshpk.parseKey(publicKey, 'rfc4253');
    const [algorithm, made] = readStrings(signature, 2) as [Buffer, Buffer];
    return {
      fingerprint: key.fingerprint('sha256').toString(),
      namespace: namespace.toString(),
      hash: hashName,
      fits: (checksum) => verifySsh(key, algorithm.toString(), made, toBeSigned(namespace.toString(), hashName, checksum)),
    };
  } catch {
    // Whoever wrote it wrote something else than a signature.
    return undefined;
  }
}

function verifySsh(key: sshpk.Key, algorithm: string, made: Buffer, content: Buffer): boolean {
  const digest = digests[algorithm];
  const belongs = key.type === 'rsa' ? algorithm.startsWith('rsa-sha2-') : algorithm === nameAlgorithm(key);
  if (digest === undefined || !belongs) return false;
  try {
    const bytes = key.type === 'ecdsa' ? sshpk.parseSignature(writeStrings(algorithm, made), 'ecdsa', 'ssh').toBuffer('asn1') : made;
    return verify(digest || null, content, createPublicKey(key.toString('pkcs8')), bytes);
  } catch {
    return false;
  }
}
