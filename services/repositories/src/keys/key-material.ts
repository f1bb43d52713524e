import { createHash, createPrivateKey, createPublicKey, generateKeyPair } from 'node:crypto';
import { promisify } from 'node:util';
import { fieldRefusal } from '@packhouse/contract/errors.ts';
import { repositoryWords } from '@packhouse/contract/repositories/repository-words.ts';
import { say } from '@packhouse/contract/sentences.ts';
import { nameOnOneLine, readCertificates } from '@packhouse/kernel/access/certificates.ts';
import { decryptKey, generateKey, type PrivateKey, readKey, readPrivateKey } from 'openpgp';
import type { Context } from '../context.ts';
import type { KeyKind, TrustedKeyKind } from './key-schema.ts';
import type { GivenPair, Pair } from './pair.ts';
import { makeSshPair, readSshPair } from './ssh-material.ts';

const weakest = 2048;

async function openOpenpgp({ privateKey, passphrase }: GivenPair): Promise<PrivateKey> {
  const key = await readPrivateKey({ armoredKey: privateKey }).catch(() => {
    throw fieldRefusal('privateKey', say(repositoryWords.no_pgp_private_key));
  });
  if (key.isDecrypted()) return key;
  if (!passphrase) throw fieldRefusal('passphrase', say(repositoryWords.private_key_locked));
  return decryptKey({ privateKey: key, passphrase }).catch(() => {
    throw fieldRefusal('passphrase', say(repositoryWords.passphrase_wrong));
  });
}

async function readOpenpgp(given: GivenPair): Promise<Pair> {
  const key = await openOpenpgp(given);
  await key.getSigningKey().catch(() => {
    throw fieldRefusal('privateKey', say(repositoryWords.key_cannot_sign));
  });
  const fingerprint = key.getFingerprint();
  if (given.publicKey?.trim()) {
    const other = await readKey({ armoredKey: given.publicKey }).catch(() => {
      throw fieldRefusal('publicKey', say(repositoryWords.no_pgp_public_key));
    });
    if (other.getFingerprint() !== fingerprint) throw fieldRefusal('publicKey', say(repositoryWords.public_key_differs));
  }
  return { fingerprint, publicKey: key.toPublic().armor(), privateKey: key.armor() };
}

const computeFingerprint = (publicKey: string) => createHash('sha256').update(publicKey).digest('hex');

/** A private key in PEM, opened. @throws AppError `invalid_input` */
function openPem({ privateKey, passphrase }: GivenPair): ReturnType<typeof createPrivateKey> {
  try {
    return createPrivateKey({ key: privateKey, ...(passphrase ? { passphrase } : {}) });
  } catch (error) {
    const { code } = error as { code?: string };
    if (code === 'ERR_MISSING_PASSPHRASE') throw fieldRefusal('passphrase', say(repositoryWords.private_key_locked));
    if (/ENCRYPTED/.test(privateKey)) throw fieldRefusal('passphrase', say(repositoryWords.passphrase_wrong));
    throw fieldRefusal('privateKey', say(repositoryWords.no_pem_private_key));
  }
}

function readRsa(given: GivenPair): Pair {
  const key = openPem(given);
  if (key.asymmetricKeyType !== 'rsa') throw fieldRefusal('privateKey', say(repositoryWords.no_rsa_key));
  if ((key.asymmetricKeyDetails?.modulusLength ?? 0) < weakest) throw fieldRefusal('privateKey', say(repositoryWords.key_too_short, { bits: weakest }));
  const publicKey = createPublicKey(key).export({ type: 'spki', format: 'pem' }).toString();
  if (given.publicKey?.trim()) {
    let other: string;
    try {
      other = createPublicKey(given.publicKey).export({ type: 'spki', format: 'pem' }).toString();
    } catch {
      throw fieldRefusal('publicKey', say(repositoryWords.no_pem_public_key));
    }
    if (other !== publicKey) throw fieldRefusal('publicKey', say(repositoryWords.public_key_differs));
  }
  return { fingerprint: computeFingerprint(publicKey), publicKey, privateKey: key.export({ type: 'pkcs8', format: 'pem' }).toString() };
}

const sshModule = new URL('./ssh-material.ts', import.meta.url);

/** Checks that everything given fits together. @throws AppError `invalid_input` naming what does not */
export async function readPair({ readers }: Pick<Context, 'readers'>, kind: KeyKind, given: GivenPair): Promise<Pair> {
  if (kind === 'ssh') return readers.call(sshModule, readSshPair, given);
  return kind === 'openpgp' ? readOpenpgp(given) : readRsa(given);
}

const makeRsa = promisify(generateKeyPair) as (
  type: 'rsa',
  options: { modulusLength: number; publicKeyEncoding: { type: 'spki'; format: 'pem' }; privateKeyEncoding: { type: 'pkcs8'; format: 'pem' } },
) => Promise<{ publicKey: string; privateKey: string }>;

export async function makePair(kind: KeyKind, name: string): Promise<Pair> {
  if (kind === 'ssh') return makeSshPair();
  if (kind === 'openpgp') {
    // RSA: what every verifier of the package managers understands, old ones too.
    const { publicKey, privateKey } = await generateKey({ type: 'rsa', rsaBits: 3072, userIDs: [{ name }], format: 'object' });
    return { fingerprint: publicKey.getFingerprint(), publicKey: publicKey.armor(), privateKey: privateKey.armor() };
  }
  const made = await makeRsa('rsa', {
    modulusLength: 4096,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });
  return { fingerprint: computeFingerprint(made.publicKey), ...made };
}

/** Somebody else's public key. */
export interface Trusted {
  kind: TrustedKeyKind;
  fingerprint: string;
  owners: string[];
  publicKey: string;
}

const pemKinds = ['ed25519', 'ec', 'rsa'];

/** A public key in PEM, which signs evidence; its fingerprint is the SHA-256 of the key itself. */
function readTrustedPem(text: string): Trusted {
  try {
    const key = createPublicKey(text);
    if (!pemKinds.includes(key.asymmetricKeyType ?? '')) throw new Error('a key of another kind');
    const fingerprint = createHash('sha256')
      .update(key.export({ type: 'spki', format: 'der' }))
      .digest('hex');
    return { kind: 'pem', fingerprint, owners: [], publicKey: key.export({ type: 'spki', format: 'pem' }).toString() };
  } catch {
    throw fieldRefusal('publicKey', say(repositoryWords.no_pem_public_key));
  }
}

/** Somebody else's public key, OpenPGP or in PEM. @throws AppError `invalid_input` */
export async function readTrusted(text: string): Promise<Trusted> {
  if (text.includes('PRIVATE KEY')) throw fieldRefusal('publicKey', say(repositoryWords.private_key_pasted));
  if (/-----BEGIN (?:RSA )?PUBLIC KEY-----/.test(text)) return readTrustedPem(text);
  const key = await readKey({ armoredKey: text }).catch(() => {
    throw fieldRefusal('publicKey', say(repositoryWords.no_pgp_public_key));
  });
  return { kind: 'openpgp', fingerprint: key.getFingerprint(), owners: key.getUserIDs(), publicKey: key.armor() };
}

/** A certificate with its private key. @throws AppError `invalid_input` */
export function readCertificate(given: { certificate: string; privateKey: string; passphrase?: string | undefined }) {
  const [certificate] = readCertificates('certificate', given.certificate);
  const key = openPem(given);
  if (!certificate.checkPrivateKey(key)) throw fieldRefusal('privateKey', say(repositoryWords.private_key_differs));
  return {
    subject: nameOnOneLine(certificate.subject),
    issuer: nameOnOneLine(certificate.issuer),
    fingerprint: certificate.fingerprint256.replaceAll(':', '').toLowerCase(),
    validUntil: new Date(certificate.validTo),
    certificate: given.certificate.trim(),
    privateKey: key.export({ type: 'pkcs8', format: 'pem' }).toString(),
  };
}
