import { secretMask } from '@packhouse/contract/events/hook-settings.ts';
import { sign, signPlainly, signWithKeys } from '../domain/signatures.ts';
import type { KeptHandler } from '../schema.ts';
import { type HookSecrets, isSecretHeader, maskHeader } from '../subscription/hook-secrets.ts';

/** The header by which existing receivers know whom a message comes from. */
const authHeader = 'x-jfrog-event-auth';

/** What is sent for one message, and whom to. */
export interface HookLetter {
  id: string;
  at: Date;
  body: string;
  handler: KeptHandler;
  secrets: HookSecrets;
  /** The secrets before these that are still good, the newest first. */
  previous: readonly HookSecrets[];
}

const listOnce = (...all: readonly (string | undefined)[]) => [...new Set(all.flatMap((one) => one ?? []))];

function proveSender({ id, at, body, handler, secrets, previous }: HookLetter): Record<string, string> {
  const { secret, signingKey } = secrets;
  const signed = { id, timestamp: Math.floor(at.getTime() / 1000), body };
  const signatures = [
    ...(handler.signs && secret !== undefined ? sign(signed, listOnce(secret, ...previous.map((one) => one.secret))) : []),
    ...(signingKey === undefined ? [] : signWithKeys(signed, listOnce(signingKey, ...previous.map((one) => one.signingKey)))),
  ];
  return {
    ...(signatures.length > 0 ? { 'webhook-signature': signatures.join(' ') } : {}),
    ...(secret === undefined ? {} : { [authHeader]: handler.signs ? signPlainly(body, secret) : secret }),
  };
}

/** The headers of a message. A person may choose what the body is called, but nothing by which a receiver tells who sends it. */
export function makeHeaders(letter: HookLetter): Record<string, string> {
  const { id, at, handler, secrets } = letter;
  const chosen = Object.fromEntries(handler.headers.map((name) => [name.toLowerCase(), secrets.headers[name] ?? '']));
  return {
    'content-type': 'application/json',
    ...chosen,
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    ...proveSender(letter),
  };
}

/** The same headers as people may see them: a signature proves nothing to anybody else, a secret does. */
export function maskHeaders(headers: Readonly<Record<string, string>>, { handler }: Pick<HookLetter, 'handler'>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => {
      if (name === authHeader) return [name, handler.signs ? value : secretMask];
      return [name, isSecretHeader(name) && name !== 'webhook-signature' ? maskHeader(name, value) : value];
    }),
  );
}
