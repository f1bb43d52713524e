import { createPrivateKey, generateKeyPair } from 'node:crypto';
import { promisify } from 'node:util';
import { fieldRefusal } from '@packhouse/contract/errors.ts';
import { repositoryWords } from '@packhouse/contract/repositories/repository-words.ts';
import { sshKeyWords } from '@packhouse/contract/repositories/ssh-key-words.ts';
import { say } from '@packhouse/contract/sentences.ts';
import sshpk from 'sshpk';
import type { GivenPair, Pair } from './pair.ts';

/** Bits of RSA keys; longer ones than these would only make checks slow. */
const rsaBits = { least: 2048, most: 8192 };
const kinds = ['ed25519', 'ecdsa', 'rsa'];

function requireStrong({ type, size }: sshpk.Key | sshpk.PrivateKey, field: string): void {
  if (!kinds.includes(type)) throw fieldRefusal(field, say(sshKeyWords.ssh_key_of_other_kind));
  if (type !== 'rsa') return;
  if (size < rsaBits.least) throw fieldRefusal(field, say(repositoryWords.key_too_short, { bits: rsaBits.least }));
  if (size > rsaBits.most) throw fieldRefusal(field, say(sshKeyWords.key_too_long, { bits: rsaBits.most }));
}

/** Whether the key is locked with a cipher that the library does not open. https://cvsweb.openbsd.org/src/usr.bin/ssh/PROTOCOL.key */
function isLockedWithSeal(privateKey: string): boolean {
  const [, body = ''] = /-----BEGIN OPENSSH PRIVATE KEY-----([^-]*)/.exec(privateKey) ?? [];
  return /gcm@|chacha20/.test(Buffer.from(body.slice(0, 200), 'base64').subarray(0, 64).toString('latin1'));
}

function openSshKey({ privateKey, passphrase }: GivenPair): sshpk.PrivateKey {
  if (isLockedWithSeal(privateKey)) throw fieldRefusal('privateKey', say(sshKeyWords.ssh_cipher_unknown));
  try {
    return sshpk.parsePrivateKey(privateKey, 'auto', passphrase ? { passphrase } : {});
  } catch (error) {
    if (error instanceof sshpk.KeyEncryptedError) throw fieldRefusal('passphrase', say(repositoryWords.private_key_locked));
    if (/passphrase|bad decrypt/i.test(String(error))) throw fieldRefusal('passphrase', say(repositoryWords.passphrase_wrong));
    throw fieldRefusal('privateKey', say(sshKeyWords.no_ssh_private_key));
  }
}

/** On one line, as `authorized_keys` and `allowed_signers` hold it, without its comment. */
const writePublic = (key: sshpk.Key) => key.toString('ssh').split(' ', 2).join(' ');

const toPair = (key: sshpk.PrivateKey): Pair => ({
  fingerprint: key.fingerprint('sha256').toString(),
  publicKey: writePublic(key.toPublic()),
  privateKey: key.toString('pkcs8'),
});

/**
 * Reads a private key as `ssh-keygen` writes it. Opening a locked one is made slow on purpose, so this runs in a thread.
 * @throws AppError `invalid_input`
 */
export async function readSshPair(given: GivenPair): Promise<Pair> {
  const key = openSshKey(given);
  requireStrong(key, 'privateKey');
  const pair = toPair(key);
  if (given.publicKey?.trim() && readSshPublic(given.publicKey).fingerprint !== pair.fingerprint)
    throw fieldRefusal('publicKey', say(repositoryWords.public_key_differs));
  // A damaged key may have parts that do not belong together.
  try {
    createPrivateKey(pair.privateKey);
  } catch {
    throw fieldRefusal('privateKey', say(sshKeyWords.no_ssh_private_key));
  }
  return pair;
}

const generate = promisify(generateKeyPair) as (
  type: 'ed25519',
  options: { publicKeyEncoding: { type: 'spki'; format: 'pem' }; privateKeyEncoding: { type: 'pkcs8'; format: 'pem' } },
) => Promise<{ privateKey: string }>;

export async function makeSshPair(): Promise<Pair> {
  const made = await generate('ed25519', { publicKeyEncoding: { type: 'spki', format: 'pem' }, privateKeyEncoding: { type: 'pkcs8', format: 'pem' } });
  return toPair(sshpk.parsePrivateKey(made.privateKey, 'pkcs8'));
}

/** Somebody's public key on one line. @throws AppError `invalid_input` */
export function readSshPublic(text: string): { fingerprint: string; publicKey: string } {
  if (text.includes('PRIVATE KEY')) throw fieldRefusal('publicKey', say(repositoryWords.private_key_pasted));
  let key: sshpk.Key;
  try {
    key = sshpk.parseKey(text.trim(), 'ssh');
  } catch {
    throw fieldRefusal('publicKey', say(sshKeyWords.no_ssh_public_key));
  }
  requireStrong(key, 'publicKey');
  return { fingerprint: key.fingerprint('sha256').toString(), publicKey: writePublic(key) };
}
