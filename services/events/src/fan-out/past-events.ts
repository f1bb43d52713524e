import type { HookEventFilter } from '@packhouse/contract/events/hook-settings.ts';
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
import { insertMessages } from './message-queries.ts';

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

/** Queues for one webhook what happened since a moment and it has no message of. Answers how much that is. @throws AppError `not_found` */
export async function queuePastEvents(context: Context, key: string, since: Date): Promise<number> {
  const { db, platform } = context;
  const matcher = compileMatcher(await withHandlersOf(db, await needSubscription(db, key)), platform.secrets);
  let count = 0;
  for await (const events of readKept(context, since, 'oldest')) {
    const messages = events.flatMap((event) => makeMessages(platform, matcher, event, () => true));
    count += await db.transaction().execute(async (tx) => {
      const added = await insertMessages(tx, messages);
      if (added > 0) await announceQueued(context, tx);
      return added;
    });
  }
  return count;
}

export interface Preview {
  count: number;
  isMore: boolean;
  items: { event: DomainEvent; at: Date; cause: PlatformEvent }[];
}

/** Events that a preview looks at, and matches that it shows. */
const mostLooked = 20_000;
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
    if (looked >= mostLooked) return { ...preview, isMore: true };
  }
  return preview;
}
