import { generateKeyPairSync, type KeyObject, randomUUID } from 'node:crypto';
import { listTrustedDeployments, type TrustedDeployment } from '@packhouse/contract/access/access-trust-routes.ts';
import { trustWords } from '@packhouse/contract/access/trust-words.ts';
import { openDatabase } from '@packhouse/kernel/database/database.ts';
import type { TestPlatform } from '@packhouse/testkit/start-test-platform.ts';
import { CompactSign, type JWK } from 'jose';
import type { AccessSchema } from '../schema.ts';
import { deploymentKeys, type OwnKey } from './deployment-keys.ts';
import { type CallClaims, digestOf } from './prove-call.ts';

/** The tables of a platform's access service, to be closed by whoever asks. */
export const openTables = ({ databaseUrl }: TestPlatform) => openDatabase<AccessSchema>(databaseUrl, 'access', { connections: 1 });

/** The newest key of a platform, by which a test speaks in its name. */
export async function findKey(platform: TestPlatform): Promise<OwnKey> {
  const db = openTables(platform);
  try {
    return await (await deploymentKeys(db, platform.platform.secrets)).current();
  } finally {
    await db.destroy();
  }
}

export interface Pair {
  privateKey: KeyObject;
  jwk: JWK;
}

/** A key that belongs to no deployment. */
export function makePair(): Pair {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  return { privateKey, jwk: publicKey.export({ format: 'jwk' }) as JWK };
}

/** A text signed with a key of one's own, whatever its head says. */
export function signBy({ privateKey, jwk }: Pair, kind: string, claims: object): Promise<string> {
  return new CompactSign(Buffer.from(JSON.stringify(claims))).setProtectedHeader({ alg: 'EdDSA', typ: `packhouse-${kind}`, jwk }).sign(privateKey);
}

/** What is under the signature of a good call. */
export function makeClaims(iss: string, aud: string, call: { method: string; path: string; body?: string }): CallClaims {
  const iat = Math.floor(Date.now() / 1000);
  return { iss, aud, iat, exp: iat + 60, jti: randomUUID(), method: call.method, path: call.path, body: digestOf(Buffer.from(call.body ?? '')) };
}

/** The one deployment that a platform knows, as its administrators see it. */
export async function readOnlyPeer(platform: TestPlatform): Promise<TrustedDeployment> {
  const { items } = await platform.call(listTrustedDeployments, {});
  if (items.length !== 1) throw new Error(`${items.length} deployments are known`);
  return items[0]!;
}

/** The English words of a refusal, whatever its values. */
export function spell(reason: keyof typeof trustWords): RegExp {
  const literal = trustWords[reason].en.replace(/[.*+?^$()|[\]\\]/g, '\\$&');
  return new RegExp(literal.replace(/\{\w+\}/g, '.*'));
}
