import { type LdapServer, LdapServerInput } from '@packhouse/contract/access/access-ldap-routes.ts';
import type { z } from 'zod';

/** A server as the form holds it; an empty password keeps what is stored. */
export type ServerDraft = Omit<z.output<typeof LdapServerInput>, 'managerPassword'> & { key: string; managerPassword: string };

/** A new server begins with this. */
export const newServer: ServerDraft = { ...LdapServerInput.parse({ url: 'ldaps://x' }), key: '', url: '', managerPassword: '' };

export function makeDraft(stored: LdapServer): ServerDraft {
  const { hasManagerPassword: _, authorities: __, ...server } = stored;
  return { ...server, managerPassword: '' };
}

/** Without a manager there is no password to keep. */
export function getInput(draft: ServerDraft): z.input<typeof LdapServerInput> {
  const { key: _, managerPassword, ...server } = draft;
  if (server.managerDn === '') return { ...server, managerPassword: '' };
  return managerPassword === '' ? server : { ...server, managerPassword };
}
