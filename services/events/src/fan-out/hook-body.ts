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

type Told = Pick<DomainEvent, 'domain' | 'eventType' | 'data'>;

/** What every webhook is told of an event. */
const makeNews = ({ domain, eventType, data }: Told) => ({ domain, event_type: eventType, data });

/** What else the body has that existing receivers know, and what this platform adds to it. */
const makeEnvelope = ({ id, key, origin, sequence, at, actor }: BodyFrame) => ({
  subscription_key: key,
  jpd_origin: origin,
  source: actor ?? '',
  packhouse: { id, sequence, at: at.toISOString(), actor: actor ?? null },
});

/** What a body holds, between its braces. */
const withoutBraces = (content: object) => JSON.stringify(content).slice(1, -1);

/**
 * The usual body is a text of the event, one of the webhook, another of the event, the name of the message and a last one of the event: whoever makes many of them makes none
 * of these twice.
 */
export interface EventTexts {
  head: string;
  middle: string;
  tail: string;
}

export const makeEventTexts = (event: Told, { sequence, at, actor }: Pick<BodyFrame, 'sequence' | 'at' | 'actor'>): EventTexts => {
  const { source, packhouse } = makeEnvelope({ id: '', key: '', origin: '', sequence, at, actor });
  const { id: _, ...others } = packhouse;
  return { head: `{${withoutBraces(makeNews(event))},`, middle: `${withoutBraces({ source })},"packhouse":{"id":"`, tail: `",${withoutBraces(others)}}}` };
};

export const makeAddress = (key: string, origin: string): string => `${withoutBraces({ subscription_key: key, jpd_origin: origin })},`;

export interface Body {
  body: string;
  /** The same with its secrets masked, where it holds some. */
  shown?: string;
}

/** Makes the body of a message once and for all. @throws AppError when the template cannot be filled in */
export function makeBody(event: Told, frame: BodyFrame, own?: { template: Template; secrets: Readonly<Record<string, string>> }): Body {
  const envelope = { ...makeNews(event), ...makeEnvelope(frame) };
  if (!own) return { body: JSON.stringify(envelope) };
  const { template, secrets } = own;
  const body = renderTemplate(template, { ...envelope, secrets });
  if (template.secrets.length === 0) return { body };
  const masked = Object.fromEntries(Object.keys(secrets).map((name) => [name, secretMask]));
  return { body, shown: renderTemplate(template, { ...envelope, secrets: masked }) };
}
