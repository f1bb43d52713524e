import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { accessService } from '@packhouse/access-service/service.ts';
import type { LicenceType } from '@packhouse/contract/access/licence-types.ts';
import { addBucket, type Bucket } from '@packhouse/contract/mission-control/bucket-routes.ts';
import { openDatabase } from '@packhouse/kernel/database/database.ts';
import { makeIdentifier, makeKey, sealBucket } from '@packhouse/mission-control-service/bucket/bucket-file.ts';
import type { MissionControlSchema } from '@packhouse/mission-control-service/schema.ts';
import { missionControlService } from '@packhouse/mission-control-service/service.ts';
import { startTestPlatform, type TestPlatform, type TestPlatformOptions } from '@packhouse/testkit/start-test-platform.ts';
import { CompactSign } from 'jose';
import type { Kysely } from 'kysely';

type Type = Exclude<LicenceType, 'N/A'>;

/** An organisation that signs licences. */
export interface Issuer {
  /** What installations are given. */
  publicKey: string;
  sign(claims: object): Promise<string>;
}

export function makeIssuer(): Issuer {
  const { publicKey, privateKey }: { publicKey: KeyObject; privateKey: KeyObject } = generateKeyPairSync('ed25519');
  const encode = (claims: object) => new TextEncoder().encode(JSON.stringify(claims));
  return {
    publicKey: publicKey.export({ format: 'jwk' }).x ?? '',
    sign: (claims) => new CompactSign(encode(claims)).setProtectedHeader({ alg: 'EdDSA' }).sign(privateKey),
  };
}

export interface BucketDraft {
  count: number;
  identifier?: string;
  key?: string;
  type?: Type;
  customer?: string;
  projects?: number;
  /** Milliseconds since 1970; a year from now unless said, null for never. */
  expires?: number | null;
  /** What the licences say instead. */
  claims?: object;
  /** The licences, as they go in. */
  change?: (licences: string[]) => string[];
  /** What the bucket says instead. */
  says?: object;
}

const year = 365 * 86_400_000;
const toSecond = (time: number) => Math.floor(time / 1000);

/** A bucket as its issuer makes it, or with something wrong about it. */
export async function makeBucket(issuer: Issuer, draft: BucketDraft): Promise<{ identifier: string; key: string; file: string; jtis: string[] }> {
  const { count, identifier = makeIdentifier(), key = makeKey(), type = 'ENTERPRISE', customer = 'Example Ltd', projects = 5 } = draft;
  const end = draft.expires === null ? null : toSecond(draft.expires ?? Date.now() + year);
  const iat = toSecond(Date.now());
  const jtis = Array.from({ length: count }, (_, index) => `${identifier}-${index}`);
  const claims = { type, licensedTo: customer, iat, ...(end === null ? {} : { exp: end }), bkt: identifier, projects, ...draft.claims };
  const licences = await Promise.all(jtis.map((jti) => issuer.sign({ jti, ...claims })));
  const expires = end === null ? null : new Date(end * 1000).toISOString();
  const issued = new Date(iat * 1000).toISOString();
  const contents = { customer, product: 'packhouse' as const, type, issued, expires, projects, size: count, licences: draft.change?.(licences) ?? licences };
  return { identifier, key, file: await sealBucket(identifier, { ...contents, ...draft.says }, key), jtis };
}

export interface BucketTestPlatform extends TestPlatform {
  issuer: Issuer;
  db: Kysely<MissionControlSchema>;
  /** Adds a bucket that is good. */
  add(name: string, draft: BucketDraft): Promise<Bucket & { key: string; jtis: string[]; file: string }>;
}

/** A platform with mission control, which takes the licences of an issuer. */
export async function startBucketPlatform(issuer = makeIssuer(), options: TestPlatformOptions = {}): Promise<BucketTestPlatform> {
  const test = await startTestPlatform({ services: [accessService, missionControlService], config: { licenceKey: issuer.publicKey }, ...options });
  const db = openDatabase<MissionControlSchema>(test.databaseUrl, 'mission-control', { connections: 2 });
  return {
    ...test,
    issuer,
    db,
    async add(name, draft) {
      const { key, file, jtis } = await makeBucket(issuer, draft);
      const bucket = await test.call(addBucket, { body: { source: 'file', name, fileName: 'bucket.json', file, key } });
      return { ...bucket, key, jtis, file };
    },
    async stop() {
      await db.destroy();
      await test.stop();
    },
  };
}
