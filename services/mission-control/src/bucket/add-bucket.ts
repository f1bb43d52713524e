import { randomUUID } from 'node:crypto';
import { AppError, fieldRefusal, saidBy } from '@packhouse/contract/errors.ts';
import { bucketRules } from '@packhouse/contract/mission-control/bucket-rule-words.ts';
import { bucketFileLimit, type NewBucket } from '@packhouse/contract/mission-control/bucket-rules.ts';
import { bucketWords } from '@packhouse/contract/mission-control/bucket-words.ts';
import { say } from '@packhouse/contract/sentences.ts';
import { readUpTo } from '@packhouse/limits/read-up-to.ts';
import type { Db } from '../schema.ts';
import { type BucketLicence, requireAgreement } from './bucket-agreement.ts';
import { type By, inBucketChange } from './bucket-change.ts';
import type { BucketContext } from './bucket-context.ts';
import { type OpenedBucket, openBucket } from './bucket-file.ts';
import { type CountedBucket, findByIdentifier, findByName, insertBucket, insertLicences, needBucket } from './bucket-queries.ts';
import { noteUsage } from './usage-queries.ts';

const patience = 60_000;

/** Reads a bucket file from where a signed address leads; whoever has the address may read it, so that it is shown to that server alone. */
async function fetchFile({ platform }: BucketContext, url: string): Promise<string> {
  const refuse = (why: ReturnType<typeof saidBy>) => fieldRefusal('url', say(bucketWords.bucket_url_failed, { why }));
  const tooLarge = () => fieldRefusal('url', say(bucketRules.bucket_file_size));
  try {
    const { status, body } = await platform.outgoing.request(url, { redirects: 0, signal: AbortSignal.timeout(patience) });
    if (status !== 200) {
      body.destroy();
      throw refuse(say(bucketWords.bucket_url_answered, { status }));
    }
    return (await readUpTo(body, bucketFileLimit - 1, tooLarge)).toString('utf8');
  } catch (error) {
    if (error instanceof AppError && error.code === 'invalid_input') throw error;
    throw refuse(error instanceof AppError ? saidBy(error) : say(bucketWords.order_broken_off));
  }
}

/** @throws AppError `invalid_input` at the field that is at fault */
async function requireNew(db: Db, { name }: NewBucket, { identifier }: OpenedBucket, field: 'file' | 'url'): Promise<void> {
  if (await findByName(db, name)) throw fieldRefusal('name', say(bucketWords.bucket_name_taken, { name }));
  const there = await findByIdentifier(db, identifier);
  if (there) throw fieldRefusal(field, say(bucketWords.bucket_there, { name: there.name }));
}

async function keep(context: BucketContext, input: NewBucket, opened: OpenedBucket, licences: readonly BucketLicence[], by: By): Promise<CountedBucket> {
  const { platform, db } = context;
  const field = input.source;
  const { identifier, source = identifier, type, customer, issued, expires, projects, size } = opened;
  const facts = { name: input.name, identifier, type, customer, projects, size };
  const values = {
    ...facts,
    id: randomUUID(),
    source,
    parent: null,
    issued_at: new Date(issued),
    expires_at: expires === null ? null : new Date(expires),
    sealed_key: platform.secrets.encrypt(input.key),
    created_by: by.actor,
    downloaded_at: null,
    warned_days: null,
  };
  return inBucketChange(context, by, async (tx, record) => {
    const row = await insertBucket(tx, values);
    if (!row) {
      await requireNew(db, input, opened, field);
      throw new AppError('conflict');
    }
    const taken = await insertLicences(tx, row.id, licences);
    if (taken) throw fieldRefusal(field, say(bucketWords.bucket_licence_there, taken));
    await noteUsage(tx, row.id);
    await record({ action: 'bucket.added', subject: row.name, after: { ...facts, from: field, expires } });
    return needBucket(tx, row.id);
  });
}

/** Adds a bucket when all of it is good. @throws AppError `invalid_input` at the field that is at fault */
export async function addBucket(context: BucketContext, input: NewBucket, by: By): Promise<CountedBucket> {
  const { db, peers } = context;
  if (await findByName(db, input.name)) throw fieldRefusal('name', say(bucketWords.bucket_name_taken, { name: input.name }));
  const field = input.source;
  const opened = await openBucket(input.source === 'file' ? input.file : await fetchFile(context, input.url), input.key, field);
  await requireNew(db, input, opened, field);
  const vouch = (jws: string) => {
    if (!peers.licence) throw new AppError('unavailable');
    return peers.licence.vouch(jws);
  };
  return keep(context, input, opened, await requireAgreement(opened, vouch, field), by);
}
