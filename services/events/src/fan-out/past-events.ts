import type { Queued } from '@packhouse/contract/events/hook-delivery-routes.ts';
import { mostPreviewed } from '@packhouse/contract/events/hook-routes.ts';
import type { HookEventFilter } from '@packhouse/contract/events/hook-settings.ts';
import { hookWords } from '@packhouse/contract/events/hook-words.ts';
import { type Said, say } from '@packhouse/contract/sentences.ts';
import type { PlatformEvent } from '@packhouse/kernel/events/outbox.ts';
import type { z } from 'zod';
import type { Context } from '../context.ts';
import { compileCriteria } from '../domain/criteria.ts';
import type { DomainEvent } from '../domain/domain-event.ts';
import { readableTypes, readDomainEvents } from '../domain/domain-events.ts';
import { withHandlersOf } from '../subscription/handler-queries.ts';
import { needSubscription } from '../subscription/subscription-queries.ts';
import { announceQueued } from './hook-follower.ts';
import { makeMessages } from './make-messages.ts';
import { compileMatcher } from './matcher.ts';
import { type NewMessage, replaceHollow } from './message-queries.ts';

const page = 500;

/** What happened since, page by page. */
async function* readKept({ platform }: Context, since: Date, order: 'oldest' | 'newest'): AsyncGenerator<readonly PlatformEvent[]> {
  let after: number | undefined;
  for (;;) {
    const events = await platform.outbox.kept({ types: readableTypes, since, order, after, limit: page });
    if (events.length > 0) yield events;
    if (events.length < page) return;
    after = events.at(-1)!.id;
  }
}

/** Why the body of a message could not be made, where it could not. */
function findWhy({ own }: NewMessage): Said | undefined {
  if (own?.body !== '' || !own.message) return undefined;
  return { message: own.message, ...(JSON.parse(own.said ?? '{}') as Partial<Said>) };
}

/**
 * Queues for one webhook what happened since a moment and it has no message of, or only one whose body could not be made then. Answers how much that is, and what cannot be
 * told now either. @throws AppError `not_found`
 */
export async function queuePastEvents(context: Context, key: string, since: Date): Promise<Queued> {
  const { db, platform } = context;
  const matcher = compileMatcher(await withHandlersOf(db, await needSubscription(db, key)), platform.secrets);
  let [count, untellable] = [0, 0];
  let why: Said | undefined;
  for await (const events of readKept(context, since, 'oldest')) {
    const messages = events.flatMap((event) => makeMessages(platform, matcher, event, () => true));
    const [hollow, sound] = [messages.filter(findWhy), messages.filter((message) => !findWhy(message))];
    why ??= hollow[0] && findWhy(hollow[0]);
    await db.transaction().execute(async (tx) => {
      const added = await replaceHollow(tx, sound);
      const failed = await replaceHollow(tx, hollow);
      if (added + failed > 0) await announceQueued(context, tx);
      count += added;
      untellable += failed;
    });
  }
  const notes = why && untellable > 0 ? [say(hookWords.events_untellable, { count: untellable, why })] : [];
  return { count, notes: count === 0 && notes.length === 0 ? [say(hookWords.nothing_untold)] : notes };
}

export interface Preview {
  count: number;
  isMore: boolean;
  items: { event: DomainEvent; at: Date; cause: PlatformEvent }[];
}

/** Matches that a preview shows. */
const mostShown = 20;

/** What a webhook of this filter would have been told of within a day, the newest first. */
export async function previewMatches(
  context: Context,
  { domain, event_types: types, criteria }: z.output<typeof HookEventFilter>,
  now: Date,
): Promise<Preview> {
  const matches = compileCriteria(domain, criteria);
  const preview: Preview = { count: 0, isMore: false, items: [] };
  let looked = 0;
  for await (const events of readKept(context, new Date(now.getTime() - 24 * 3_600_000), 'newest')) {
    for (const cause of events) {
      const fitting = readDomainEvents(cause).filter((one) => one.domain === domain && types.includes(one.eventType) && matches(one.place));
      preview.count += fitting.length;
      preview.items.push(...fitting.slice(0, mostShown - preview.items.length).map((event) => ({ event, at: cause.at, cause })));
    }
    looked += events.length;
    if (looked >= mostPreviewed) return { ...preview, isMore: true };
  }
  return preview;
}
