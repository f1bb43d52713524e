// What may be entered about licence buckets: the console asks it of its forms, the server of every call.
import { z } from 'zod';
import { isOutsideUrl } from '../outside-url.ts';
import { bucketRules } from './bucket-rule-words.ts';

const mandatory = bucketRules.bucket_field_mandatory.en;
const needed = () => z.string(mandatory).trim().min(1, { message: mandatory, abort: true });

/** A bucket file is smaller than this many bytes. */
export const bucketFileLimit = 13 * 1024 * 1024;

export const BucketName = needed()
  .max(100, bucketRules.bucket_name_characters.en)
  .regex(/^[\w.-]+$/, bucketRules.bucket_name_characters.en);

/** 32 bytes in base64url. */
export const BucketKey = needed().regex(/^[\w-]{43}$/, bucketRules.bucket_key_form.en);

/** An address that lets whoever has it read a bucket file. */
export const bucketUrl = needed()
  .max(4000, bucketRules.bucket_url_invalid.en)
  .refine((url) => isOutsideUrl(url), bucketRules.bucket_url_invalid.en);

const FileName = needed().refine((name) => /\.json$/i.test(name), bucketRules.bucket_file_extension.en);

/** A bucket comes by a file that is sent along, or from an address that lets whoever has it read the file. */
export const NewBucket = z.discriminatedUnion(
  'source',
  [
    z.strictObject({
      source: z.literal('file'),
      name: BucketName,
      fileName: FileName,
      /** What the file holds. */
      file: z
        .string(mandatory)
        .min(1, { message: mandatory, abort: true })
        .refine((text) => new Blob([text]).size < bucketFileLimit, bucketRules.bucket_file_size.en),
      key: BucketKey,
    }),
    z.strictObject({
      source: z.literal('url'),
      name: BucketName,
      url: bucketUrl,
      key: BucketKey,
    }),
  ],
  mandatory,
);
export type NewBucket = z.output<typeof NewBucket>;

/** Licences of a bucket, as counts are held against them. */
export interface LicencesLeft {
  size: number;
  available: number;
}

/** What is wrong with a number of licences to take from a bucket; the first thing only. */
export function findCountProblem(count: number | null | undefined, { size, available }: LicencesLeft): string | undefined {
  if (count === null || count === undefined || Number.isNaN(count)) return bucketRules.bucket_field_mandatory.en;
  if (count > size) return bucketRules.licences_too_many.en;
  if (!Number.isInteger(count)) return bucketRules.licences_fraction.en;
  if (count > available) return bucketRules.licences_not_available.en;
  return count < 1 ? bucketRules.licences_too_few.en : undefined;
}
