import { secretMask } from '@packhouse/contract/events/hook-settings.ts';
import type { DomainEvent } from '../domain/domain-event.ts';
import { renderTemplate, type Template } from '../domain/template.ts';

/** What a body is made of, apart from the event. */
export interface BodyFrame {
  id: string;
  key: string;
  /** Address of this deployment. */
  origin: string;
  /** The later the higher, for whoever wants to see that something older comes late. */
  sequence: number;
  at: Date;
  /** Who did it, where that is known. */
  actor: string | undefined;
}

/** The body that existing receivers know, and what this platform adds to it. */
function makeEnvelope({ domain, eventType, data }: Pick<DomainEvent, 'domain' | 'eventType' | 'data'>, frame: BodyFrame) {
  const { id, key, origin, sequence, at, actor } = frame;
  return {
    domain,
    event_type: eventType,
    data,
    subscription_key: key,
    jpd_origin: origin,
    source: actor ?? '',
    packhouse: { id, sequence, at: at.toISOString(), actor: actor ?? null },
  };
}

export interface Body {
  body: string;
  /** The same with its secrets masked, where it holds some. */
  shown?: string;
}

/** Makes the body of a message once and for all. @throws AppError when the template cannot be filled in */
export function makeBody(
  event: Pick<DomainEvent, 'domain' | 'eventType' | 'data'>,
  frame: BodyFrame,
  own?: { template: Template; secrets: Readonly<Record<string, string>> },
): Body {
  const envelope = makeEnvelope(event, frame);
  if (!own) return { body: JSON.stringify(envelope) };
  const { template, secrets } = own;
  const body = renderTemplate(template, { ...envelope, secrets });
  if (template.secrets.length === 0) return { body };
  const masked = Object.fromEntries(Object.keys(secrets).map((name) => [name, secretMask]));
  return { body, shown: renderTemplate(template, { ...envelope, secrets: masked }) };
}
