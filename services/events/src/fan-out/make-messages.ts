import { randomUUID } from 'node:crypto';
import { saidBy } from '@packhouse/contract/errors.ts';
import { keepSaid } from '@packhouse/kernel/database/said-columns.ts';
import type { PlatformEvent } from '@packhouse/kernel/events/outbox.ts';
import type { Platform } from '@packhouse/kernel/platform.ts';
import type { DomainEvent } from '../domain/domain-event.ts';
import { readDomainEvents } from '../domain/domain-events.ts';
import type { Template } from '../domain/template.ts';
import { getWebhook } from '../subscription/handler-queries.ts';
import type { HookSecrets } from '../subscription/hook-secrets.ts';
import { type BodyFrame, makeAddress, makeBody, makeEventTexts } from './hook-body.ts';
import type { MatchedHook, Matcher } from './matcher.ts';
import type { Happening, NewMessage, OwnBody } from './message-queries.ts';

export const getActor = ({ data }: PlatformEvent) => (typeof data.by === 'string' ? data.by : undefined);

/** Those that are made one after the other stand beside each other, as where the database makes them. */
const makeName = () => `msg_${Date.now().toString(16).padStart(12, '0')}${randomUUID().replaceAll('-', '').slice(12)}`;

/** A template that cannot be filled in makes a message that is dead from the start and says why: it holds up nothing else. */
function renderOwn(
  { secrets: keys }: Pick<Platform, 'secrets'>,
  event: DomainEvent,
  frame: BodyFrame,
  own: { template: Template; secrets: HookSecrets['secrets'] },
): OwnBody {
  const { id: publicId } = frame;
  try {
    const { body, shown } = makeBody(event, frame, own);
    return { public_id: publicId, ...(shown === undefined ? { body } : { body: keys.encrypt(body), sealed: true, shown }) };
  } catch (error) {
    return { public_id: publicId, body: '', state: 'dead', settled_at: frame.at, ...keepSaid(saidBy(error)) };
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
    const frame = { sequence: event.id, at: event.at, actor: getActor(event) };
    const happening: Happening = {
      event_id: event.id,
      part,
      happened_at: event.at,
      subject: one.subject,
      ...(one.otherSubject === undefined ? {} : { other_subject: one.otherSubject }),
      domain: one.domain,
      event_type: one.eventType,
      ...makeEventTexts(one, frame),
    };
    return hooks.map(({ key, origin: learned, template, secrets }): NewMessage => {
      const origin = (platform.config.baseUrl ?? learned).replace(/\/$/, '');
      if (!template) return { happening, subscription: key, address: makeAddress(getWebhook(key), origin) };
      const id = makeName();
      return { happening, subscription: key, own: renderOwn(platform, one, { ...frame, id, key: getWebhook(key), origin }, { template, secrets }) };
    });
  });
}
