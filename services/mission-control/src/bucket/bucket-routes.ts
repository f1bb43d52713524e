import { AppError, fieldRefusal } from '@packhouse/contract/errors.ts';
import * as contract from '@packhouse/contract/mission-control/bucket-routes.ts';
import { bucketRules } from '@packhouse/contract/mission-control/bucket-rule-words.ts';
import { bucketFileLimit, NewBucket } from '@packhouse/contract/mission-control/bucket-rules.ts';
import { bucketWords } from '@packhouse/contract/mission-control/bucket-words.ts';
import type { Problem } from '@packhouse/contract/problem-words.ts';
import { reasonedSaid } from '@packhouse/contract/rule-words.ts';
import { say } from '@packhouse/contract/sentences.ts';
import { answerError, type HandlerContext, handle, protocolScope } from '@packhouse/kernel/http/http.ts';
import { readUpTo } from '@packhouse/limits/read-up-to.ts';
import { limitAtOnce } from '@packhouse/limits/turns.ts';
import type { FastifyInstance } from 'fastify';
import { addBucket } from './add-bucket.ts';
import { attachTo, forgetDeployment, releaseFrom } from './attach.ts';
import type { BucketContext } from './bucket-context.ts';
import { needBucket, selectBuckets } from './bucket-queries.ts';
import { readStatus, toBucket, toOrder } from './bucket-view.ts';
import { deleteBucket } from './delete-bucket.ts';
import { askHolders } from './hear.ts';
import { downloadBucket, readKey, splitBucket } from './split-bucket.ts';

const getBy = ({ actor, address }: Pick<HandlerContext, 'actor' | 'address'>) => ({ actor: actor.name, address });

/** A file stands in the body as a text, in which quotes and line ends take two bytes. */
const mostSent = 2 * bucketFileLimit + 64 * 1024;

/** Reads what is to be added. @throws AppError `invalid_input` at the fields at fault, as the form says it */
async function readNewBucket(body: AsyncIterable<Uint8Array>): Promise<NewBucket> {
  const text = (await readUpTo(body, mostSent, () => fieldRefusal('file', say(bucketRules.bucket_file_size)))).toString('utf8');
  let given: unknown;
  try {
    given = JSON.parse(text);
  } catch (cause) {
    throw new AppError('bad_request', { cause });
  }
  const parsed = NewBucket.safeParse(given);
  if (parsed.success) return parsed.data;
  const found = parsed.error.issues.map((issue) => ({ path: issue.path.join('.'), ...reasonedSaid(issue as Problem) }));
  throw new AppError('invalid_input', { said: { message: found.map(({ path, message }) => `${path}: ${message}`).join('; ') }, detail: found });
}

/** Licence buckets. */
export function bucketRoutes(app: FastifyInstance, context: BucketContext): void {
  const { db, platform } = context;
  // Each holds a file in memory, and what is in it.
  const additions = limitAtOnce({ atOnce: 2, waiting: 20 });

  handle(app, platform, contract.listBuckets, async () => (await selectBuckets(db)).map(toBucket));
  handle(app, platform, contract.readBucketStatus, ({ params }) => readStatus(context, params.id));
  handle(app, platform, contract.deleteBucket, async ({ params }, call) => ({ kept: await deleteBucket(context, params.id, getBy(call)) }));
  handle(app, platform, contract.splitBucket, async ({ params, body }, call) => {
    const { bucket, key } = await splitBucket(context, params.id, body, getBy(call));
    return { bucket: toBucket(bucket), key };
  });
  handle(app, platform, contract.attachLicenses, async ({ params, body }, call) => {
    const { identifier } = await needBucket(db, params.id);
    if (body.bucketIdentifier !== identifier) throw fieldRefusal('bucketIdentifier', say(bucketWords.bucket_other));
    return { results: (await attachTo(context, params.id, body.dto, getBy(call))).map(toOrder) };
  });
  handle(app, platform, contract.downloadBucket, async ({ params }, call) => {
    const { name, file } = await downloadBucket(context, params.id, getBy(call));
    const disposition = `attachment; filename="${name}.json"`;
    return call.reply.header('content-disposition', disposition).header('cache-control', 'no-store').type('application/json').send(file);
  });
  handle(app, platform, contract.readBucketKey, async ({ params }, call) => {
    call.reply.header('cache-control', 'no-store');
    return { key: await readKey(context, params.id, getBy(call)) };
  });
  handle(app, platform, contract.releaseLicenses, async ({ params, body }, call) => {
    return { results: (await releaseFrom(context, params.id, body.deployment, getBy(call))).map(toOrder) };
  });
  handle(app, platform, contract.forgetDeployment, async ({ params, body }, call) => ({
    freed: await forgetDeployment(context, params.id, body.deployment, getBy(call)),
  }));
  handle(app, platform, contract.askHolders, async ({ params }) => {
    await needBucket(db, params.id);
    return { unreachable: await askHolders(context, params.id) };
  });
  void protocolScope(app, (scope) => {
    scope.setErrorHandler((error, request, reply) => answerError(error, request, reply));
    handle(scope, platform, contract.addBucket, (_, call) =>
      additions.run(async () => toBucket(await addBucket(context, await readNewBucket(call.request.raw), getBy(call)))),
    );
  });
}
