import { readFile } from 'node:fs/promises';
import { type Claims, readSigned } from '@packhouse/access-service/licence/signed-licence.ts';
import { requireAgreement } from '@packhouse/mission-control-service/bucket/bucket-agreement.ts';
import { openBucket } from '@packhouse/mission-control-service/bucket/bucket-file.ts';
import type { LicenceFacts } from '@packhouse/peers/installation.ts';
import { speak } from '../backup/backup-words.ts';
import { UsageError } from '../backup/command-line.ts';
import { licenseWords } from './license-words.ts';

export interface InspectOptions {
  /** Of a bucket. */
  key: string | undefined;
  /** The issuer's public key, or the file of it. */
  publicKey: string | undefined;
}

const day = (time: number) => new Date(time * 1000).toISOString().slice(0, 10);

const toFacts = ({ jti, type, licensedTo, iat, exp, bkt, projects }: Claims): LicenceFacts => ({
  type,
  licensedTo,
  issuedAt: new Date(iat * 1000),
  expiresAt: exp === undefined ? null : new Date(exp * 1000),
  ...(jti === undefined ? {} : { jti }),
  ...(bkt === undefined ? {} : { bucket: bkt }),
  ...(projects === undefined ? {} : { projects }),
});

/** A key as it is given: itself, or the name of its file. */
async function readPublicKey(given: string | undefined): Promise<string | undefined> {
  if (given === undefined || given.includes('BEGIN') || /^[\w-]{43}$/.test(given)) return given;
  return (await readFile(given, 'utf8')).trim();
}

async function inspectBucket(text: string, key: string, publicKey: string | undefined): Promise<string> {
  const bucket = await openBucket(text, key, 'file');
  const { identifier, size: count, type, customer, issued, expires, projects } = bucket;
  const shared = { identifier, count, type, customer, projects, issued: issued.slice(0, 10), expires: expires?.slice(0, 10) ?? speak(licenseWords.never) };
  if (publicKey === undefined) return `${speak(licenseWords.told_bucket_unchecked, shared)}\n${speak(licenseWords.no_public_key)}`;
  await requireAgreement(bucket, async (jws) => toFacts(await readSigned(jws, publicKey)), 'file');
  return speak(licenseWords.told_bucket, shared);
}

/** Says in words what is in the file of a licence or a bucket. @throws AppError saying what is wrong with it */
export async function inspectLicense(file: string, options: InspectOptions): Promise<string> {
  const text = (await readFile(file, 'utf8')).trim();
  const publicKey = await readPublicKey(options.publicKey);
  if (text.startsWith('{')) {
    if (options.key === undefined) throw new UsageError(speak(licenseWords.say_bucket_key));
    return inspectBucket(text, options.key, publicKey);
  }
  const { jti, type, licensedTo: customer, iat, exp } = await readSigned(text.replace(/\s+/g, ''), publicKey);
  const expires = exp === undefined ? speak(licenseWords.never) : day(exp);
  return speak(licenseWords.told_licence, { jti: jti ?? speak(licenseWords.unnamed), type, customer, issued: day(iat), expires });
}
