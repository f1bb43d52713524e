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
const makeAddress = ({ id, key, origin, sequence, at, actor }: BodyFrame) => ({
  subscription_key: key,
  jpd_origin: origin,
  source: actor ?? '',
  packhouse: { id, sequence, at: at.toISOString(), actor: actor ?? null },
});

/** The beginning of the usual body, which is the same for every webhook; `makeTail` gives what completes it for one. */
export const makeHead = (event: Told): string => `${JSON.stringify(makeNews(event)).slice(0, -1)},`;
export const makeTail = (frame: BodyFrame): string => JSON.stringify(makeAddress(frame)).slice(1);

export interface Body {
  body: string;
  /** The same with its secrets masked, where it holds some. */
  shown?: string;
}

/** Makes the body of a message once and for all. @throws AppError when the template cannot be filled in */
export function makeBody(event: Told, frame: BodyFrame, own?: { template: Template; secrets: Readonly<Record<string, string>> }): Body {
  if (!own) return { body: makeHead(event) + makeTail(frame) };
  const envelope = { ...makeNews(event), ...makeAddress(frame) };
  const { template, secrets } = own;
  const body = renderTemplate(template, { ...envelope, secrets });
  if (template.secrets.length === 0) return { body };
  const masked = Object.fromEntries(Object.keys(secrets).map((name) => [name, secretMask]));
  return { body, shown: renderTemplate(template, { ...envelope, secrets: masked }) };
}
