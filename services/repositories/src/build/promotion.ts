import { AppError, saidBy } from '@packhouse/contract/errors.ts';
import { storageWords } from '@packhouse/contract/repositories/storage-words.ts';
import { type Said, say } from '@packhouse/contract/sentences.ts';
import { sharedWords } from '@packhouse/contract/shared-words.ts';
import { type Actor, authorise } from '@packhouse/kernel/access/authorisation.ts';
import { z } from 'zod';
import { findItem } from '../artifact/item.ts';
import { propertyPlace } from '../artifact/property-place.ts';
import { transferItem } from '../artifact/transfer-item.ts';
import type { Context } from '../context.ts';
import { readResource } from '../directory/directory.ts';
import { changeProperties } from '../storage/properties.ts';
import { makeBuildEvent } from './build-events.ts';
import { appendStatus, type BuildRun, selectBuiltFiles } from './build-queries.ts';

const Text = z.string().nullish();

/** Clients say this when they promote a build. */
export const Promotion = z.looseObject({
  status: Text,
  comment: Text,
  ciUser: Text,
  timestamp: Text,
  sourceRepo: Text,
  targetRepo: Text,
  copy: z.boolean().nullish(),
  artifacts: z.boolean().nullish(),
  dependencies: z.boolean().nullish(),
  scopes: z.array(z.string()).nullish(),
  properties: z.record(z.string(), z.union([z.string().transform((one) => [one]), z.array(z.string())])).nullish(),
  dryRun: z.boolean().nullish(),
  failFast: z.boolean().nullish(),
});
export type Promotion = z.output<typeof Promotion>;

export interface PromotionMessage extends Said {
  level: 'INFO' | 'ERROR';
}

/** Copies or moves what a build made to the repository of its next stage, and remembers the status. */
export async function promoteBuild(context: Context, actor: Actor, run: BuildRun, promotion: Promotion): Promise<PromotionMessage[]> {
  authorise(actor, 'deploy', readResource({ key: run.repositoryKey, class: 'local' }, run.path));
  const messages = promotion.targetRepo ? await transferFiles(context, actor, run, promotion, promotion.targetRepo) : [];
  if (messages.some(({ level }) => level === 'ERROR')) return messages;
  if (!promotion.dryRun) await recordPromotion(context, actor, run, promotion);
  return messages;
}

async function recordPromotion({ db, platform }: Context, actor: Actor, run: BuildRun, { status, ...promotion }: Promotion): Promise<void> {
  await db.transaction().execute(async (tx) => {
    if (status)
      await appendStatus(tx, run.id, {
        status,
        comment: promotion.comment ?? '',
        repository: promotion.targetRepo ?? '',
        timestamp: promotion.timestamp ?? new Date().toISOString(),
        user: actor.name,
        ciUser: promotion.ciUser ?? '',
      });
    await platform.outbox.publish(tx, makeBuildEvent('promoted', run, actor.name, status ?? undefined));
  });
}

interface Place {
  key: string;
  path: string;
}

async function readFiles(context: Context, run: BuildRun, promotion: Promotion, target: string): Promise<Place[]> {
  const source = promotion.sourceRepo ? await context.directory.need(promotion.sourceRepo) : undefined;
  const found = await selectBuiltFiles(context.db, run, {
    repositoryId: source?.id,
    dependencies: promotion.dependencies ? (promotion.scopes ?? []) : undefined,
  });
  const places: Place[] = [];
  for (const { repositoryId, path } of promotion.artifacts === false && !promotion.dependencies ? [] : found) {
    const repository = await context.directory.byId(repositoryId);
    if (repository?.class === 'local' && repository.key !== target) places.push({ key: repository.key, path });
  }
  return places;
}

async function transferFiles(context: Context, actor: Actor, run: BuildRun, promotion: Promotion, target: string): Promise<PromotionMessage[]> {
  const messages: PromotionMessage[] = [];
  const isCopy = promotion.copy === true;
  const files = await readFiles(context, run, promotion, target);
  // A promotion that must not fail halfway is tried first: a refusal leaves everything where it is.
  if (promotion.failFast !== false && !promotion.dryRun)
    for (const from of files) await transferItem(context, actor, { from, to: { key: target, path: from.path, into: false }, move: !isCopy, dryRun: true });
  for (const from of files) {
    const to = { key: target, path: from.path, into: false };
    try {
      await transferItem(context, actor, { from, to, move: !isCopy, dryRun: promotion.dryRun === true });
      if (promotion.properties && !promotion.dryRun) await setProperties(context, actor, to, promotion.properties);
    } catch (error) {
      if (!(error instanceof AppError) || promotion.failFast !== false) throw error;
      messages.push({ level: 'ERROR', ...say(sharedWords.named, { name: `${from.key}/${from.path}`, why: saidBy(error) }) });
      continue;
    }
    const [tried, done] = isCopy ? [storageWords.would_be_copied, storageWords.copied] : [storageWords.would_be_moved, storageWords.moved];
    const values = { from: from.key, path: from.path, to: target, target: from.path };
    messages.push({ level: 'INFO', ...say(promotion.dryRun ? tried : done, values) });
  }
  return messages;
}

async function setProperties(context: Context, actor: Actor, place: Place, properties: Readonly<Record<string, string[]>>): Promise<void> {
  const item = await findItem(context, actor, place.key, place.path);
  const { repository, place: target } = await propertyPlace(context, actor, item, false, Object.keys(properties));
  await changeProperties(context, repository, target, { actor: actor.name, set: properties });
}
