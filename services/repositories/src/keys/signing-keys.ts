import { createHash, generateKeyPair } from 'node:crypto';
import { promisify } from 'node:util';
import type { Platform } from '@packhouse/kernel/platform.ts';
import { sql, type Transaction } from 'kysely';
import { generateKey } from 'openpgp';
import type { Db, RepositoriesSchema } from '../schema.ts';
import type { KeyKind } from './key-schema.ts';

export interface StoredKey {
  id: number;
  kind: KeyKind;
  name: string;
  fingerprint: string;
  publicKey: string;
  /** Encrypted with the platform's own key. */
  privateKey: string;
  createdAt: Date;
  createdBy: string;
  retiredAt: Date | null;
  publishedUntil: Date | null;
}

const columns = sql`id, kind, name, fingerprint, public_key as "publicKey", private_key as "privateKey", created_at as "createdAt",
  created_by as "createdBy", retired_at as "retiredAt", published_until as "publishedUntil"`;

export async function selectKeys(db: Db): Promise<StoredKey[]> {
  return (await sql<StoredKey>`select ${columns} from signing_key order by id desc`.execute(db)).rows;
}

/** Keys that clients may still rely on, the present one first. */
async function selectPublishedKeys(db: Db, kind: KeyKind): Promise<StoredKey[]> {
  const { rows } = await sql<StoredKey>`
    select ${columns} from signing_key where kind = ${kind} and (retired_at is null or published_until > now()) order by retired_at is null desc, id desc`.execute(
    db,
  );
  return rows;
}

interface NewKey {
  name: string;
  fingerprint: string;
  publicKey: string;
  privateKey: string;
}

const makeRsa = promisify(generateKeyPair) as (
  type: 'rsa',
  options: { modulusLength: number; publicKeyEncoding: { type: 'spki'; format: 'pem' }; privateKeyEncoding: { type: 'pkcs8'; format: 'pem' } },
) => Promise<{ publicKey: string; privateKey: string }>;

async function makeKey(kind: KeyKind): Promise<NewKey> {
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

async function insertKey(db: Db, platform: Owner['platform'], kind: KeyKind, key: NewKey, by: string): Promise<void> {
  await sql`
    insert into signing_key (kind, name, fingerprint, public_key, private_key, created_by)
    values (${kind}, ${key.name}, ${key.fingerprint}, ${key.publicKey}, ${platform.secrets.encrypt(key.privateKey)}, ${by})
    on conflict (kind) where retired_at is null do nothing`.execute(db);
}

/** The keys of a kind; the first is made when somebody needs it. */
export async function needKeys({ db, platform }: Owner, kind: KeyKind): Promise<StoredKey[]> {
  const known = await selectPublishedKeys(db, kind);
  if (known.some((key) => key.retiredAt === null)) return known;
  await insertKey(db, platform, kind, await makeKey(kind), 'system');
  return selectPublishedKeys(db, kind);
}

interface Rotation {
  kind: KeyKind;
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
    await sql`
      update signing_key set retired_at = now(), published_until = now() + make_interval(days => ${publishedDays})
      where kind = ${kind} and retired_at is null`.execute(tx);
    await insertKey(tx, platform, kind, fresh, by);
    const [key] = await selectPublishedKeys(tx, kind);
    if (!key) throw new Error('A signing key was made and is not there');
    await record(tx, key);
    return key;
  });
}
