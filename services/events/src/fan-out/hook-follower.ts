import type { AnyTransaction } from '@packhouse/kernel/database/database.ts';
import type { Follower } from '@packhouse/kernel/events/followers.ts';
import type { Context } from '../context.ts';
import { readableTypes } from '../domain/domain-events.ts';
import type { Db, EventsSchema } from '../schema.ts';
import { wasEnabled } from '../subscription/enabled-spans.ts';
import { selectEverySubscription } from '../subscription/subscription-queries.ts';
import { makeMessages } from './make-messages.ts';
import { compileMatcher, type Matcher } from './matcher.ts';
import { insertMessages, selectRevision } from './message-queries.ts';

/** The webhooks as they are in this transaction; compiled again only when one has changed. */
function rememberMatcher({ platform }: Context): (db: Db) => Promise<Matcher> {
  let known: { revision: string; matcher: Matcher } | undefined;
  return async (db) => {
    const revision = await selectRevision(db);
    if (known?.revision !== revision) known = { revision, matcher: compileMatcher(await selectEverySubscription(db), platform.secrets) };
    return known.matcher;
  };
}

/** Wakes the pumps of every process once the messages are committed, and the consoles that look at them. */
export async function announceQueued({ platform }: Context, tx: AnyTransaction): Promise<void> {
  await platform.outbox.publish(tx, { type: 'webhook.queued', subject: '', data: {} });
}

/** Makes a message of every event for every webhook that was enabled when it happened; its body never changes after that. */
export function hookFollower(context: Context): Follower<EventsSchema> {
  const { db, platform } = context;
  const getMatcher = rememberMatcher(context);
  return {
    name: 'events.fan-out',
    types: readableTypes,
    db,
    async take(events, transaction) {
      const matcher = await getMatcher(transaction);
      const messages = events.flatMap((event) => makeMessages(platform, matcher, event, ({ spans }) => wasEnabled(spans, event)));
      if ((await insertMessages(transaction, messages)) > 0) await announceQueued(context, transaction);
    },
  };
}
