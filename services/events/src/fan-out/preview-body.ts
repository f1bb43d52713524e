import { secretMask } from '@packhouse/contract/events/hook-settings.ts';
import { parseTemplate } from '../domain/template.ts';
import { makeBody } from './hook-body.ts';
import { getActor } from './make-messages.ts';
import type { Preview } from './past-events.ts';

interface Draft {
  key: string;
  payload: string | undefined;
  /** Address of this deployment. */
  origin: string;
}

/** Makes the body that a webhook would have sent of a past event, secrets masked. @throws AppError where its template is none, or cannot be filled in */
export function previewBody({ event, at, cause }: Preview['items'][number], { key, payload, origin }: Draft): string {
  const frame = { id: 'msg_preview', key, origin, sequence: cause.id, at, actor: getActor(cause) };
  if (payload === undefined || payload === '') return makeBody(event, frame).body;
  const template = parseTemplate(payload);
  return makeBody(event, frame, { template, secrets: Object.fromEntries(template.secrets.map((name) => [name, secretMask])) }).body;
}
