import { createHash, createPrivateKey, createPublicKey, generateKeyPair } from 'node:crypto';
import { promisify } from 'node:util';
import { AppError } from '@packhouse/contract/errors.ts';
import { nameOnOneLine, readCertificates } from '@packhouse/kernel/access/certificates.ts';
import { decryptKey, generateKey, type PrivateKey, readKey, readPrivateKey } from 'openpgp';
import type { KeyKind } from './key-schema.ts';

/** Both halves of a pair; the private one no longer asks for a passphrase. */
export interface Pair {
  fingerprint: string;
  publicKey: string;
  privateKey: string;
}

export interface GivenPair {
  privateKey: string;
  publicKey?: string | undefined;
  passphrase?: string | undefined;
}

function refuse(path: string, message: string): AppError {
  return new AppError('invalid_input', { message, detail: [{ path, message }] });
}

const weakest = 2048;

async function openOpenpgp({ privateKey, passphrase }: GivenPair): Promise<PrivateKey> {
  const key = await readPrivateKey({ armoredKey: privateKey }).catch(() => {
    throw refuse('privateKey', 'This is no OpenPGP private key');
  });
  if (key.isDecrypted()) return key;
  if (!passphrase) throw refuse('passphrase', 'The private key is locked: enter its passphrase');
  return decryptKey({ privateKey: key, passphrase }).catch(() => {
    throw refuse('passphrase', 'The passphrase does not open the private key');
  });
}

async function readOpenpgp(given: GivenPair): Promise<Pair> {
  const key = await openOpenpgp(given);
  await key.getSigningKey().catch(() => {
    throw refuse('privateKey', 'This key cannot sign: it has expired, was revoked, or is for something else');
  });
  const fingerprint = key.getFingerprint();
  if (given.publicKey?.trim()) {
    const other = await readKey({ armoredKey: given.publicKey }).catch(() => {
      throw refuse('publicKey', 'This is no OpenPGP public key');
    });
    if (other.getFingerprint() !== fingerprint) throw refuse('publicKey', 'The public key belongs to another private key');
  }
  return { fingerprint, publicKey: key.toPublic().armor(), privateKey: key.armor() };
}

const fingerprintOf = (publicKey: string) => createHash('sha256').update(publicKey).digest('hex');

/** A private key in PEM, opened. @throws AppError `invalid_input` */
function openPem({ privateKey, passphrase }: GivenPair): ReturnType<typeof createPrivateKey> {
  try {
    return createPrivateKey({ key: privateKey, ...(passphrase ? { passphrase } : {}) });
  } catch (error) {
    const { code } = error as { code?: string };
    if (code === 'ERR_MISSING_PASSPHRASE') throw refuse('passphrase', 'The private key is locked: enter its passphrase');
    if (/ENCRYPTED/.test(privateKey)) throw refuse('passphrase', 'The passphrase does not open the private key');
    throw refuse('privateKey', 'This is no private key in PEM');
  }
}

function readRsa(given: GivenPair): Pair {
  const key = openPem(given);
  if (key.asymmetricKeyType !== 'rsa') throw refuse('privateKey', 'This is no RSA key');
  if ((key.asymmetricKeyDetails?.modulusLength ?? 0) < weakest) throw refuse('privateKey', `The key is too short: it needs ${weakest} bits at least`);
  const publicKey = createPublicKey(key).export({ type: 'spki', format: 'pem' }).toString();
  if (given.publicKey?.trim()) {
    let other: string;
    try {
      other = createPublicKey(given.publicKey).export({ type: 'spki', format: 'pem' }).toString();
    } catch {
      throw refuse('publicKey', 'This is no public key in PEM');
    }
    if (other !== publicKey) throw refuse('publicKey', 'The public key belongs to another private key');
  }
  return { fingerprint: fingerprintOf(publicKey), publicKey, privateKey: key.export({ type: 'pkcs8', format: 'pem' }).toString() };
}

/** Checks that everything given fits together. @throws AppError `invalid_input` naming what does not */
export async function readPair(kind: KeyKind, given: GivenPair): Promise<Pair> {
  return kind === 'openpgp' ? readOpenpgp(given) : readRsa(given);
}

const makeRsa = promisify(generateKeyPair) as (
  type: 'rsa',
  options: { modulusLength: number; publicKeyEncoding: { type: 'spki'; format: 'pem' }; privateKeyEncoding: { type: 'pkcs8'; format: 'pem' } },
) => Promise<{ publicKey: string; privateKey: string }>;

export async function makePair(kind: KeyKind, name: string): Promise<Pair> {
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
  return { fingerprint: fingerprintOf(made.publicKey), ...made };
}

/** Somebody else's public key. @throws AppError `invalid_input` */
export async function readTrusted(armoredKey: string): Promise<{ fingerprint: string; owners: string[]; publicKey: string }> {
  if (armoredKey.includes('PRIVATE KEY')) throw refuse('publicKey', 'This is a private key: keep it to yourself, and paste the public one');
  const key = await readKey({ armoredKey }).catch(() => {
    throw refuse('publicKey', 'This is no OpenPGP public key');
  });
  return { fingerprint: key.getFingerprint(), owners: key.getUserIDs(), publicKey: key.armor() };
}

/** A certificate with its private key. @throws AppError `invalid_input` */
export function readCertificate(given: { certificate: string; privateKey: string; passphrase?: string | undefined }) {
  const [certificate] = readCertificates('certificate', given.certificate);
  const key = openPem(given);
  if (!certificate.checkPrivateKey(key)) throw refuse('privateKey', 'The private key belongs to another certificate');
  return {
    subject: nameOnOneLine(certificate.subject),
    issuer: nameOnOneLine(certificate.issuer),
    fingerprint: certificate.fingerprint256.replaceAll(':', '').toLowerCase(),
    validUntil: new Date(certificate.validTo),
    certificate: given.certificate.trim(),
    privateKey: key.export({ type: 'pkcs8', format: 'pem' }).toString(),
  };
}
