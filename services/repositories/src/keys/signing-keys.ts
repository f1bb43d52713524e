import { createHash, generateKeyPair } from 'node:crypto';
import { promisify } from 'node:util';
import type { Platform } from '@packhouse/kernel/platform.ts';
import type { Transaction } from 'kysely';
import { generateKey } from 'openpgp';
import type { Db, RepositoriesSchema } from '../schema.ts';
import type { ListingKeyKind } from './key-schema.ts';
import { insertKey, type NewKey, retireKey, type StoredKey, selectPublishedKeys } from './signing-key-queries.ts';

const makeRsa = promisify(generateKeyPair) as (
  type: 'rsa',
  options: { modulusLength: number; publicKeyEncoding: { type: 'spki'; format: 'pem' }; privateKeyEncoding: { type: 'pkcs8'; format: 'pem' } },
) => Promise<{ publicKey: string; privateKey: string }>;

async function makeKey(kind: ListingKeyKind): Promise<NewKey> {
  if (kind === 'openpgp') {
    // RSA: what every verifier of the package managers understands, old ones too.
    const { publicKey, privateKey } = await generateKey({
      type: 'rsa',
      rsaBits: 3072,
      userIDs: [{ name: 'Packhouse repository signing key' }],
      format: 'object',
    });
    return { name: 'repository.key', fingerprint: publicKey.getFingerprint(), publicKey: publicKey.armor(), privateKey: privateKey.armor() };
  }
  const { publicKey, privateKey } = await makeRsa('rsa', {
    modulusLength: 4096,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });
  const fingerprint = createHash('sha256').update(publicKey).digest('hex');
  return { name: `packhouse-${fingerprint.slice(0, 8)}.rsa.pub`, fingerprint, publicKey, privateKey };
}

type Owner = { db: Db; platform: Pick<Platform, 'secrets'> };

function encryptKey({ platform }: Pick<Owner, 'platform'>, key: NewKey): NewKey {
  return { ...key, privateKey: platform.secrets.encrypt(key.privateKey) };
}

/** The keys of a kind; the first is made when somebody needs it. */
export async function needKeys({ db, platform }: Owner, kind: ListingKeyKind): Promise<StoredKey[]> {
  const known = await selectPublishedKeys(db, kind);
  if (known.some((key) => key.retiredAt === null)) return known;
  await insertKey(db, kind, encryptKey({ platform }, await makeKey(kind)), 'system');
  return selectPublishedKeys(db, kind);
}

interface Rotation {
  kind: ListingKeyKind;
  /** How long the present key stays published. */
  publishedDays: number;
  by: string;
  /** Writes what belongs to the change in its transaction. */
  record(tx: Transaction<RepositoriesSchema>, key: StoredKey): Promise<void>;
}

/** Puts a new key in the place of the present one, which stays published for a while. */
export async function rotateKey({ db, platform }: Owner, { kind, publishedDays, by, record }: Rotation): Promise<StoredKey> {
  const fresh = await makeKey(kind);
  return db.transaction().execute(async (tx) => {
    await retireKey(tx, kind, publishedDays);
    await insertKey(tx, kind, encryptKey({ platform }, fresh), by);
    const [key] = await selectPublishedKeys(tx, kind);
    if (!key) throw new Error('A signing key was made and is not there');
    await record(tx, key);
    return key;
  });
}
