import { AppError, fieldRefusal } from '@packhouse/contract/errors.ts';
import { bucketWords } from '@packhouse/contract/mission-control/bucket-words.ts';
import { type Said, say } from '@packhouse/contract/sentences.ts';
import type { LicenceFacts } from '@packhouse/peers/installation.ts';
import type { OpenedBucket } from './bucket-file.ts';

/** So many signatures are looked at beside each other. */
const atOnce = 64;

/** A licence of a bucket, with its name. */
export interface BucketLicence {
  jti: string;
  jws: string;
}

type Vouch = (jws: string) => Promise<LicenceFacts>;

/** Tells what a refusal says of the one field that it names. */
const reasonOf = (error: AppError): Said => (Array.isArray(error.detail) ? (error.detail[0] as Said) : { message: error.message });

function findDisagreement(bucket: OpenedBucket, licence: LicenceFacts): Said | undefined {
  const moment = (date: Date | null) => (date === null ? null : date.getTime());
  if (licence.type !== bucket.type) return say(bucketWords.what_type);
  if (moment(licence.expiresAt) !== moment(bucket.expires === null ? null : new Date(bucket.expires))) return say(bucketWords.what_expiry);
  if (licence.licensedTo !== bucket.customer) return say(bucketWords.what_customer);
  return (licence.projects ?? 0) === bucket.projects ? undefined : say(bucketWords.what_projects);
}

/**
 * Holds a bucket against its licences, each of which was signed by itself: what it says of them must be what they say.
 * @throws AppError `invalid_input` at the named field
 */
export async function requireAgreement(bucket: OpenedBucket, vouch: Vouch, field: 'file' | 'url'): Promise<BucketLicence[]> {
  const { licences, size } = bucket;
  if (licences.length !== size) throw fieldRefusal(field, say(bucketWords.bucket_count_disagrees, { said: size, count: licences.length }));
  const names = new Map<string, string>();
  const refuseOne = (index: number, why: Said) => fieldRefusal(field, say(bucketWords.bucket_licence_bad, { number: index + 1, why }));
  const look = async (jws: string, index: number) => {
    const licence = await vouch(jws).catch((error: unknown) => {
      throw error instanceof AppError ? refuseOne(index, reasonOf(error)) : error;
    });
    const { jti, bucket: named = '' } = licence;
    if (jti === undefined) throw refuseOne(index, say(bucketWords.bucket_licence_nameless));
    if (named !== (bucket.source ?? bucket.identifier)) throw refuseOne(index, say(bucketWords.bucket_licence_foreign, { bucket: named }));
    if (names.has(jti)) throw fieldRefusal(field, say(bucketWords.bucket_licence_twice, { jti }));
    names.set(jti, jws);
    const what = findDisagreement(bucket, licence);
    if (what) throw fieldRefusal(field, say(bucketWords.bucket_disagrees, { what }));
  };
  for (let start = 0; start < licences.length; start += atOnce) {
    await Promise.all(licences.slice(start, start + atOnce).map((jws, index) => look(jws, start + index)));
  }
  if (bucket.expires !== null && Date.parse(bucket.expires) <= Date.now())
    throw fieldRefusal(field, say(bucketWords.bucket_expired, { date: bucket.expires.slice(0, 10) }));
  return [...names].map(([jti, jws]) => ({ jti, jws }));
}
