import { randomUUID } from 'node:crypto';
import { saidBy } from '@packhouse/contract/errors.ts';
import { keepSaid } from '@packhouse/kernel/database/said-columns.ts';
import type { PlatformEvent } from '@packhouse/kernel/events/outbox.ts';
import type { Platform } from '@packhouse/kernel/platform.ts';
import type { DomainEvent } from '../domain/domain-event.ts';
import { readDomainEvents } from '../domain/domain-events.ts';
import { getWebhook } from '../subscription/handler-queries.ts';
import { type BodyFrame, makeBody, makeHead, makeTail } from './hook-body.ts';
import type { MatchedHook, Matcher } from './matcher.ts';
import type { Happening, NewMessage } from './message-queries.ts';

export const getActor = ({ data }: PlatformEvent) => (typeof data.by === 'string' ? data.by : undefined);

/** A template that cannot be filled in makes a message that is dead from the start and says why: it holds up nothing else. */
function renderBody(
  { secrets: keys }: Pick<Platform, 'secrets'>,
  event: DomainEvent,
  frame: BodyFrame,
  { template, secrets }: MatchedHook,
): Pick<NewMessage, 'body' | 'tail' | 'sealed' | 'shown' | 'state' | 'settled_at' | 'message' | 'said'> {
  if (!template) return { tail: makeTail(frame) };
  try {
    const { body, shown } = makeBody(event, frame, { template, secrets });
    return shown === undefined ? { body } : { body: keys.encrypt(body), sealed: true, shown };
  } catch (error) {
    return { body: '', state: 'dead', settled_at: frame.at, ...keepSaid(saidBy(error)) };
  }
}

/** Gives the messages that webhooks get for an event. */
export function makeMessages(
  platform: Pick<Platform, 'secrets' | 'config'>,
  matcher: Matcher,
  event: PlatformEvent,
  isWanted: (hook: MatchedHook) => boolean,
): NewMessage[] {
  return readDomainEvents(event).flatMap((one, part) => {
    const hooks = matcher.match(one).filter(isWanted);
    if (hooks.length === 0) return [];
    const happening: Happening = {
      event_id: event.id,
      part,
      happened_at: event.at,
      subject: one.subject,
      domain: one.domain,
      event_type: one.eventType,
      head: makeHead(one),
    };
    return hooks.map((hook): NewMessage => {
      const id = `msg_${randomUUID().replaceAll('-', '')}`;
      const origin = platform.config.baseUrl ?? hook.origin;
      const frame = { id, key: getWebhook(hook.key), origin: origin.replace(/\/$/, ''), sequence: event.id, at: event.at, actor: getActor(event) };
      return { happening, public_id: id, subscription: hook.key, ...renderBody(platform, one, frame, hook) };
    });
  });
}
