import { createPrivateKey, createPublicKey, generateKeyPair, type KeyObject, sign, verify } from 'node:crypto';
import { promisify } from 'node:util';
import { DeploymentKey } from '@packhouse/contract/access/access-trust-routes.ts';
import type { Secrets } from '@packhouse/kernel/access/secrets.ts';
import { CompactSign, calculateJwkThumbprint, type JWK } from 'jose';
import type { Db } from '../schema.ts';
import { insertDeploymentKey, insertFirstDeploymentKey, type NewKey, selectDeploymentKeys } from './deployment-key-queries.ts';

/** What a signed text is for, so that none made for one thing is taken for another. */
export type SignedKind = 'pairing' | 'pairing-proof' | 'pairing-answer' | 'call' | 'new-key' | 'next-key';

/** A key of this deployment. */
export interface OwnKey {
  id: string;
  publicKey: DeploymentKey;
  since: Date;
  /** Signs a text of JSON (a JWS), with the public key in its head. */
  sign(kind: SignedKind, claims: object): Promise<string>;
  signBytes(bytes: Uint8Array): Uint8Array;
}

export interface DeploymentKeys {
  /** The newest, which signs. */
  current(): Promise<OwnKey>;
  /** All that this deployment ever had, the newest first. */
  all(): Promise<readonly OwnKey[]>;
  /** One of them, which need not be asked for again: a key stays what it is. The newest where there is none of that name. */
  find(id: string): Promise<OwnKey>;
  /** Takes a new key, within a transaction. */
  rotate(db: Db): Promise<string>;
}

/** Bytes that travel over others begin with this under their signature: a signed text never does. */
const entryMark = Buffer.from('packhouse entry\0');
const marked = (bytes: Uint8Array) => Buffer.concat([entryMark, bytes]);

const makePair = promisify(generateKeyPair) as (type: 'ed25519') => Promise<{ publicKey: KeyObject; privateKey: KeyObject }>;

async function makeKey(secrets: Secrets): Promise<NewKey> {
  const { publicKey, privateKey } = await makePair('ed25519');
  const jwk = DeploymentKey.parse(publicKey.export({ format: 'jwk' }));
  return { id: await calculateJwkThumbprint(jwk), publicKey: jwk, sealedPrivateKey: secrets.encrypt(JSON.stringify(privateKey.export({ format: 'jwk' }))) };
}

/** Tells whether the owner of a key signed bytes that travel over others. */
export function makeVerifier(key: DeploymentKey): (bytes: Uint8Array, signature: Uint8Array) => boolean {
  const opened = createPublicKey({ key: { ...key }, format: 'jwk' });
  return (bytes, signature) => verify(null, marked(bytes), opened, signature);
}

/** The keys of this deployment; the first is made at the first start. Other processes may take a new one at any time, so the table is asked each time. */
export async function deploymentKeys(db: Db, secrets: Secrets): Promise<DeploymentKeys> {
  if ((await selectDeploymentKeys(db)).length === 0) await insertFirstDeploymentKey(db, await makeKey(secrets));
  const opened = new Map<string, OwnKey>();
  async function all(): Promise<readonly OwnKey[]> {
    const rows = await selectDeploymentKeys(db);
    return rows.map(({ id, public_key: publicKey, sealed_private_key: sealed, created_at: since }) => {
      const key = opened.get(id) ?? openKey(id, publicKey, JSON.parse(secrets.decrypt(sealed)) as JWK, since);
      opened.set(id, key);
      return key;
    });
  }
  return {
    all,
    current: async () => (await all())[0]!,
    async find(id) {
      const known = opened.get(id);
      if (known) return known;
      const keys = await all();
      return keys.find((key) => key.id === id) ?? keys[0]!;
    },
    async rotate(transaction) {
      const key = await makeKey(secrets);
      await insertDeploymentKey(transaction, key);
      return key.id;
    },
  };
}

function openKey(id: string, publicKey: DeploymentKey, secret: JWK, since: Date): OwnKey {
  const privateKey = createPrivateKey({ key: secret as Record<string, unknown>, format: 'jwk' });
  return {
    id,
    publicKey,
    since,
    sign: (kind, claims) =>
      new CompactSign(Buffer.from(JSON.stringify(claims))).setProtectedHeader({ alg: 'EdDSA', typ: `packhouse-${kind}`, jwk: publicKey }).sign(privateKey),
    signBytes: (bytes) => sign(null, marked(bytes), privateKey),
  };
}
