import { fieldRefusal } from '@packhouse/contract/errors.ts';
import type { RemoteSettings } from '@packhouse/contract/repositories/repository-settings.ts';
import { repositoryWords } from '@packhouse/contract/repositories/repository-words.ts';
import { say } from '@packhouse/contract/sentences.ts';
import type { Context } from '../context.ts';

type Headers = Pick<RemoteSettings, 'url' | 'customHeaders'>;

/** Values by the lower-case names of their headers. */
export function openHeaders(context: Context, sealed: unknown): Record<string, string> {
  return typeof sealed === 'string' ? (JSON.parse(context.platform.secrets.decrypt(sealed)) as Record<string, string>) : {};
}

/**
 * Takes the values of sensitive headers out of the settings and encrypts them. An empty one keeps the value it had, which only ever goes
 * to the server it was given for.
 * @throws AppError `invalid_input`
 */
export function sealHeaders(context: Context, { url, customHeaders }: Headers, before: Record<string, unknown> = {}) {
  const known = openHeaders(context, before.secretHeaders);
  const values: Record<string, string> = {};
  for (const { name, value, sensitive } of customHeaders) {
    if (!sensitive) continue;
    const kept = known[name.toLowerCase()];
    if (value === '' && kept !== undefined && new URL(String(before.url)).origin !== new URL(url).origin)
      throw fieldRefusal('settings.customHeaders', say(repositoryWords.stored_password_of_another_server));
    values[name.toLowerCase()] = value || (kept ?? '');
  }
  return {
    customHeaders: customHeaders.map((header) => (header.sensitive ? { ...header, value: '' } : header)),
    secretHeaders: Object.keys(values).length === 0 ? undefined : context.platform.secrets.encrypt(JSON.stringify(values)),
  };
}
