import { randomUUID } from 'node:crypto';
import { saidBy } from '@packhouse/contract/errors.ts';
import { keepSaid } from '@packhouse/kernel/database/said-columns.ts';
import type { PlatformEvent } from '@packhouse/kernel/events/outbox.ts';
import type { Platform } from '@packhouse/kernel/platform.ts';
import type { DomainEvent } from '../domain/domain-event.ts';
import { readDomainEvents } from '../domain/domain-events.ts';
import { type Body, type BodyFrame, makeBody } from './hook-body.ts';
import type { MatchedHook, Matcher } from './matcher.ts';
import type { NewMessage } from './message-queries.ts';

export const getActor = ({ data }: PlatformEvent) => (typeof data.by === 'string' ? data.by : undefined);

function fillIn({ secrets }: Pick<Platform, 'secrets'>, { body, shown }: Body): Pick<NewMessage, 'body' | 'sealed' | 'shown'> {
  return shown === undefined ? { body, sealed: false, shown: null } : { body: secrets.encrypt(body), sealed: true, shown };
}

/** A template that cannot be filled in makes a message that is dead from the start and says why: it holds up nothing else. */
function renderBody(
  platform: Pick<Platform, 'secrets'>,
  event: DomainEvent,
  frame: BodyFrame,
  { template, secrets }: MatchedHook,
): Partial<NewMessage> & Pick<NewMessage, 'body' | 'shown'> {
  try {
    return fillIn(platform, makeBody(event, frame, template && { template, secrets }));
  } catch (error) {
    return { body: '', shown: null, state: 'dead', settled_at: frame.at, ...keepSaid(saidBy(error)) };
  }
}

/** Gives the messages that webhooks get for an event. */
export function makeMessages(
  platform: Pick<Platform, 'secrets' | 'config'>,
  matcher: Matcher,
  event: PlatformEvent,
  isWanted: (hook: MatchedHook) => boolean,
): NewMessage[] {
  return readDomainEvents(event).flatMap((one, part) =>
    matcher
      .match(one)
      .filter(isWanted)
      .map((hook): NewMessage => {
        const id = `msg_${randomUUID().replaceAll('-', '')}`;
        const origin = platform.config.baseUrl ?? hook.origin;
        const frame = { id, key: hook.key, origin: origin.replace(/\/$/, ''), sequence: event.id, at: event.at, actor: getActor(event) };
        return {
          public_id: id,
          subscription: hook.key,
          event_id: event.id,
          part,
          happened_at: event.at,
          subject: one.subject,
          domain: one.domain,
          event_type: one.eventType,
          ...keepSaid(null),
          ...renderBody(platform, one, frame, hook),
        };
      }),
  );
}
