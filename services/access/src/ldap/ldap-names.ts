import type { LdapServerInput } from '@packhouse/contract/access/access-ldap-routes.ts';

/** Text as a value inside a filter, whatever it contains. https://www.rfc-editor.org/rfc/rfc4515#section-3 */
export function escapeFilterValue(text: string): string {
  return text.replaceAll(/[\\*()\0]/g, (sign) => `\\${sign.charCodeAt(0).toString(16).padStart(2, '0')}`);
}

/** Text as a value inside a name of an entry, whatever it contains. https://www.rfc-editor.org/rfc/rfc4514#section-2.4 */
function escapeDnValue(text: string): string {
  const escaped = text.replaceAll(/[\\,+"<>;=\0]/g, (sign) => (sign === '\0' ? '\\00' : `\\${sign}`));
  return escaped.replace(/^[ #]/, (sign) => `\\${sign}`).replace(/ $/, '\\ ');
}

/** Puts what the user typed into a filter; function replacement, since `$` has a meaning in texts. */
export const filterFor = (filter: string, name: string): string => filter.replaceAll('{0}', () => escapeFilterValue(name));

export const dnFor = (pattern: string, name: string): string => pattern.replaceAll('{0}', () => escapeDnValue(name));

/** Host, port and the name at the root of an address such as `ldap://host:389/dc=example,dc=org`. */
export function getAddress({ url }: Pick<LdapServerInput, 'url'>): { isEncrypted: boolean; host: string; port: number; root: string } {
  const { protocol, hostname, port, pathname } = new URL(url);
  const isEncrypted = protocol === 'ldaps:';
  return {
    isEncrypted,
    host: hostname.replace(/^\[(.*)\]$/, '$1'),
    port: port === '' ? (isEncrypted ? 636 : 389) : Number(port),
    root: decodeURIComponent(pathname.replace(/^\//, '')),
  };
}

/** A name below another one; either may be empty. */
export const below = (relative: string, root: string): string => [relative, root].filter((part) => part !== '').join(',');

/** The parts of a name of an entry, outermost last, with their escapes undone. */
export function makePartsOfDn(dn: string): { attribute: string; value: string }[] {
  return dn.split(/(?<!\\)(?:\\\\)*,/).map((part) => {
    const [attribute = '', ...rest] = part.split('=');
    const value = rest.join('=').trim();
    return { attribute: attribute.trim().toLowerCase(), value: value.replaceAll(/\\([0-9a-fA-F]{2}|.)/g, (_, code: string) => unescaped(code)) };
  });
}

function unescaped(code: string): string {
  return code.length === 2 ? String.fromCharCode(Number.parseInt(code, 16)) : code;
}
