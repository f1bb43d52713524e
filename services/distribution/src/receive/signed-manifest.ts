import type { Readable } from 'node:stream';
import { largestManifest, SignedManifest } from '@packhouse/contract/distribution/distribution-receive-routes.ts';
import { distributionWords } from '@packhouse/contract/distribution/distribution-words.ts';
import { AppError } from '@packhouse/contract/errors.ts';
import { say } from '@packhouse/contract/sentences.ts';
import { sharedWords } from '@packhouse/contract/shared-words.ts';
import { wholeBodies } from '@packhouse/kernel/http/whole-body.ts';
import type { z } from 'zod';

/** Bytes of the largest manifest with its signature: as text within JSON, its quotation marks are two characters. */
export const largestSigned = 2 * largestManifest;

const manifests = wholeBodies();

function parseJson(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'));
  } catch {
    throw new AppError(sharedWords.body_is_no_json);
  }
}

/** Reads a signed manifest and does something with it; few large ones are held at a time. @throws AppError `bad_request`, `too_large`, `unavailable` */
export function withSignedManifest<Result>(body: Readable, who: string, use: (signed: z.output<typeof SignedManifest>) => Promise<Result>): Promise<Result> {
  return manifests.use(body, { limit: largestSigned, who }, async (bytes) => {
    const parsed = SignedManifest.safeParse(parseJson(bytes));
    if (!parsed.success) throw new AppError(distributionWords.part_invalid, { why: say(distributionWords.the_signed_manifest) });
    return use(parsed.data);
  });
}
