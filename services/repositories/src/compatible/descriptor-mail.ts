import { type MailSettings, MailSettingsInput } from '@packhouse/contract/access/auth-mail-routes.ts';
import { AppError } from '@packhouse/contract/errors.ts';
import type { Context } from '../context.ts';
import { checked } from '../reading/request-body.ts';
import { element, value } from './descriptor-elements.ts';
import { isRemoval, needRecord, refuse, requireKnown } from './descriptor-fields.ts';

export type GivenMail = Record<string, unknown>;

const fields = { enabled: 'enabled', artifactoryUrl: 'linkBase', from: 'from', host: 'host', port: 'port', username: 'user', password: 'password' } as const;
const place = 'mailServer';

/** Reads what a descriptor says of the mail server. @throws AppError `bad_request` for everything that is not obeyed, by its name */
export function readMail(given: unknown): GivenMail | 'none' | undefined {
  if (given === undefined) return undefined;
  if (isRemoval(given)) return 'none';
  const record = needRecord(given, place);
  requireKnown(record, [...Object.keys(fields), 'ssl', 'tls', 'subjectPrefix', 'allowPrivateAddresses'], place);
  // Subjects begin as their letters do.
  if ((record.subjectPrefix ?? '') !== '') refuse(`${place}.subjectPrefix`);
  for (const name of ['ssl', 'tls']) if (record[name] !== undefined && typeof record[name] !== 'boolean') refuse(`${place}.${name}`);
  return record;
}

/** Encrypted from the first byte, after the connection stands, or not at all; as it was where neither is said. */
function readSecurity({ ssl, tls }: GivenMail, before: MailSettings['security']): MailSettings['security'] {
  if (ssl === undefined && tls === undefined) return before;
  if (ssl === true) return 'tls';
  return tls === true ? 'starttls' : 'none';
}

/** Has mail go as the descriptor says. @throws AppError `bad_request`, `invalid_input`, `unavailable` where nobody here sends mail */
export async function changeMail({ peers }: Context, given: GivenMail | 'none', call: { actor: { name: string }; address: string }): Promise<void> {
  if (!peers.mailServer) throw new AppError('unavailable');
  const by = { actor: call.actor.name, address: call.address };
  if (given === 'none') return peers.mailServer.remove(by);
  const { hasPassword: _, ...before } = await peers.mailServer.read();
  const said = Object.entries(fields).flatMap(([theirs, ours]) => (given[theirs] === undefined || given[theirs] === null ? [] : [[ours, given[theirs]]]));
  const settings = {
    ...before,
    ...Object.fromEntries(said),
    security: readSecurity(given, before.security),
    allowPrivate: given.allowPrivateAddresses ?? before.allowPrivate,
  };
  await peers.mailServer.change(checked(settings, MailSettingsInput), by);
}

/** The mail server as existing clients read it; its password is told to nobody. */
export function toMailElement({ enabled, linkBase, from, host, port, user, security, allowPrivate }: MailSettings): string {
  if (host === '') return '';
  const told = { enabled, artifactoryUrl: linkBase, from, host, username: user, port, ssl: security === 'tls', tls: security !== 'none' };
  return element(
    place,
    Object.entries({ ...told, allowPrivateAddresses: allowPrivate })
      .map(([name, one]) => value(name, one))
      .join(''),
  );
}
