import { fieldRefusal } from '@packhouse/contract/errors.ts';
import { type SubscriptionInput, secretMask } from '@packhouse/contract/events/hook-settings.ts';
import { hookWords } from '@packhouse/contract/events/hook-words.ts';
import { say } from '@packhouse/contract/sentences.ts';
import type { Secrets } from '@packhouse/kernel/access/secrets.ts';
import { makeSigningKey } from '../domain/signatures.ts';

type Handler = SubscriptionInput['handlers'][number];

/** Everything of a webhook that may be secret, in the clear. */
export interface HookSecrets {
  secret?: string;
  /** It signs, and leaves this platform no more than it is shown. */
  signingKey?: string;
  headers: Readonly<Record<string, string>>;
  secrets: Readonly<Record<string, string>>;
}

/** What is kept of a handler, and the address that it was given for. */
export interface KeptSecrets {
  secrets: HookSecrets;
  url: string;
}

const none: HookSecrets = { headers: {}, secrets: {} };

/** A header whose name says that it proves something; the values of others are shown. */
const telling = /auth|token|secret|key|pass|cookie|credential|signature/i;

export const isSecretHeader = (name: string): boolean => telling.test(name);

/** Gives what is answered in place of a header's value. */
export const maskHeader = (name: string, value: string): string => (isSecretHeader(name) ? secretMask : value);

export function unseal(secrets: Secrets, sealed: string | null): HookSecrets {
  return sealed === null ? none : (JSON.parse(secrets.decrypt(sealed)) as HookSecrets);
}

/** What goes on signing when it is replaced; all else is not used any more. */
export const onlySigning = ({ secret, signingKey }: HookSecrets): HookSecrets => ({
  ...none,
  ...(secret === undefined ? {} : { secret }),
  ...(signingKey === undefined ? {} : { signingKey }),
});

export function seal(secrets: Secrets, values: HookSecrets): string {
  return secrets.encrypt(JSON.stringify(values));
}

/** Gives the value that was sent, or the one that its mask stands for. @throws AppError `invalid_input` where nothing is kept */
function choose(sent: string, kept: string | undefined, path: string): string {
  if (sent !== secretMask) return sent;
  if (kept === undefined) throw fieldRefusal(path, say(hookWords.hook_mask_without_secret));
  return kept;
}

/** The key that signs: the one that there is, unless another is asked for. */
function readSigningKey(handler: Handler, before: HookSecrets): Pick<HookSecrets, 'signingKey'> {
  if (handler.handler_type === 'custom-webhook' || !handler.use_key_for_signing) return {};
  return { signingKey: (handler.new_signing_key ? undefined : before.signingKey) ?? makeSigningKey() };
}

/**
 * Gives the secrets of the handler at a place as it is to be. What is kept only ever goes to the server it was given for.
 * @throws AppError `invalid_input`
 */
export function readSecrets(handler: Handler, place: number, kept: KeptSecrets | undefined): HookSecrets {
  const at = `handlers.${place}`;
  const isSameServer = kept !== undefined && new URL(kept.url).origin === new URL(handler.url).origin;
  const before = kept?.secrets ?? none;
  let usesKept = false;
  const pick = (sent: string, value: string | undefined, path: string) => {
    usesKept ||= sent === secretMask;
    return choose(sent, value, path);
  };
  const readPairs = (pairs: readonly { name: string; value: string }[], values: Readonly<Record<string, string>>, path: string) =>
    Object.fromEntries(pairs.map(({ name, value }, number) => [name, pick(value, values[name], `${at}.${path}.${number}.value`)]));
  const isCustom = handler.handler_type === 'custom-webhook';
  const found: HookSecrets = isCustom
    ? { headers: readPairs(handler.http_headers ?? [], before.headers, 'http_headers'), secrets: readPairs(handler.secrets ?? [], before.secrets, 'secrets') }
    : {
        ...readSigningKey(handler, before),
        ...(handler.secret ? { secret: pick(handler.secret, before.secret, `${at}.secret`) } : {}),
        headers: readPairs(handler.custom_http_headers ?? [], before.headers, 'custom_http_headers'),
        secrets: {},
      };
  if (usesKept && !isSameServer) throw fieldRefusal(`${at}.url`, say(hookWords.hook_secret_of_other_server));
  return found;
}
