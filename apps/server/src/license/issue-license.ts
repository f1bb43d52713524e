import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import type { Claims } from '@packhouse/access-service/licence/signed-licence.ts';
import { licenceSigner } from '@packhouse/access-service/licence/signed-licence.ts';
import { type LicenceType, licenceTypes } from '@packhouse/contract/access/licence-types.ts';
import { bucketFileLimit } from '@packhouse/contract/mission-control/bucket-rules.ts';
import { ConfigError } from '@packhouse/kernel/config.ts';
import { makeIdentifier, makeKey, sealBucket } from '@packhouse/mission-control-service/bucket/bucket-file.ts';
import { speak } from '../backup/backup-words.ts';
import { licenseWords } from './license-words.ts';

/** Whoever writes a secret over another one has lost both. */
const anew = { flag: 'wx', mode: 0o600 } as const;

/** Makes the key pair of an issuer. Nothing that is there is written over. */
export async function makeIssuer(file: string): Promise<string> {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  await writeFile(file, privateKey.export({ type: 'pkcs8', format: 'pem' }), anew);
  const key = publicKey.export({ format: 'jwk' }).x ?? '';
  await writeFile(`${file}.pub`, `${key}\n`, { flag: 'wx' });
  return speak(licenseWords.keys_made, { file, key });
}

/** What a licence, or each one of a bucket, says. */
export interface LicenceOrder {
  type: Exclude<LicenceType, 'N/A'>;
  to: string;
  /** In seconds; undefined for one that never ends. */
  until: number | undefined;
  projects: number | undefined;
}

export const issuableTypes = licenceTypes.filter((type) => type !== 'N/A');

async function readSigner(file: string) {
  const pem = await readFile(file, 'utf8');
  return licenceSigner(pem).catch((cause: unknown) => {
    throw new ConfigError(speak(licenseWords.no_signing_key, { file }), { cause });
  });
}

const seconds = () => Math.floor(Date.now() / 1000);
const moment = (time: number) => new Date(time * 1000).toISOString();

function makeClaims({ type, to, until, projects }: LicenceOrder, iat: number): Claims {
  const end = until === undefined ? {} : { exp: until };
  return { type, licensedTo: to, iat, jti: randomBytes(12).toString('hex'), ...end, ...(projects === undefined ? {} : { projects }) };
}

/** Signs one licence and writes it; to the terminal where no file is named. */
export async function issueLicence(signingKey: string, order: LicenceOrder, file: string | undefined): Promise<string> {
  const sign = await readSigner(signingKey);
  const claims = makeClaims(order, seconds());
  const jws = await sign(claims);
  if (file === undefined) return jws;
  await writeFile(file, `${jws}\n`, anew);
  return speak(licenseWords.licence_made, { jti: claims.jti ?? '', file });
}

/** Signs as many licences as asked for and seals them under a key that is only told. */
export async function issueBucket(signingKey: string, order: LicenceOrder & { count: number }, file: string): Promise<string> {
  const { type, to, until, projects = 0, count } = order;
  const sign = await readSigner(signingKey);
  const identifier = makeIdentifier();
  const iat = seconds();
  const licences: string[] = [];
  for (let made = 0; made < count; made++) licences.push(await sign({ ...makeClaims(order, iat), bkt: identifier }));
  const key = makeKey();
  const expires = until === undefined ? null : moment(until);
  const contents = { customer: to, product: 'packhouse' as const, type, issued: moment(iat), expires, projects, size: count, licences };
  const sealed = await sealBucket(identifier, contents, key);
  if (Buffer.byteLength(sealed) >= bucketFileLimit) throw new ConfigError(speak(licenseWords.bucket_too_large));
  await writeFile(file, sealed, anew);
  return `${speak(licenseWords.bucket_made, { identifier, count, file })}\n${key}`;
}
