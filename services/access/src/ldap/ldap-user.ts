import type { Client, Entry } from 'ldapts';
import { bindManager, findValues, type LdapTarget } from './ldap-connection.ts';
import { below, dnFor, filterFor, getAddress } from './ldap-names.ts';

/** A person as the directory has them. */
export interface LdapPerson {
  dn: string;
  /** This never changes: the entry's UUID where the server has one, else its name. */
  subject: string;
  email: string;
  entry: Entry;
}

const readCode = (error: unknown) => (error as { code?: unknown }).code;
const tooMany = 4;
const noSuchEntry = 32;

function nobodyIfGone(error: unknown): undefined {
  if (readCode(error) !== noSuchEntry) throw error;
}

const uuids = ['entryUUID', 'objectGUID', 'nsUniqueId', 'ipaUniqueID'];

/** All attributes, those that the server itself keeps (`+`: entryUUID, memberOf) too, and those that some servers only give when named. */
const asked = (emailAttribute: string) => ({
  attributes: ['*', '+', ...uuids, ...(emailAttribute ? [emailAttribute] : [])],
  explicitBufferAttributes: ['objectGUID'],
});

function getPerson(entry: Entry, emailAttribute: string): LdapPerson {
  const subject = uuids.map((name) => findValues(entry, name)[0]).find((value) => value !== undefined && value !== '');
  return { dn: entry.dn, subject: subject ?? entry.dn.toLowerCase(), email: emailAttribute ? (findValues(entry, emailAttribute)[0] ?? '') : '', entry };
}

/** Looks a person up by the name they type. More than one match is nobody: which of them is meant cannot be known. */
export async function findPerson(client: Client, target: LdapTarget, name: string): Promise<LdapPerson | undefined> {
  const { server } = target;
  if (server.searchFilter === '') return readOwnEntry(client, target, below(dnFor(server.userDnPattern, name), getAddress(server).root)).catch(nobodyIfGone);
  const base = below(server.searchBase, getAddress(server).root);
  const wanted = {
    filter: filterFor(server.searchFilter, name),
    scope: server.searchSubtree ? 'sub' : 'one',
    sizeLimit: 2,
    ...asked(server.emailAttribute),
  } as const;
  const { searchEntries } = await client.search(base, wanted).catch((error: unknown) => {
    if (readCode(error) === tooMany) return { searchEntries: [] };
    throw error;
  });
  return searchEntries.length === 1 ? getPerson(searchEntries[0]!, server.emailAttribute) : undefined;
}

async function readOwnEntry(client: Client, { server }: LdapTarget, dn: string): Promise<LdapPerson | undefined> {
  const { searchEntries } = await client.search(dn, { scope: 'base', filter: '(objectClass=*)', ...asked(server.emailAttribute) });
  return searchEntries[0] && getPerson(searchEntries[0], server.emailAttribute);
}

/** Wrong password, or no such entry: https://www.rfc-editor.org/rfc/rfc4511#appendix-A.1 */
const refusals = new Set<unknown>([49, 32, 34, 53, 19, 48]);

async function binds(client: Client, dn: string, password: string): Promise<boolean> {
  try {
    await client.bind(dn, password);
    return true;
  } catch (error) {
    if (refusals.has(readCode(error))) return false;
    throw error;
  }
}

/**
 * Proves a person by their password: by the pattern of names first, then by search and bind. Afterwards the manager is signed in, to look groups up.
 * A password of no characters proves nothing: directories answer it as an anonymous visit (https://www.rfc-editor.org/rfc/rfc4513#section-5.1.2).
 */
export async function provePerson(client: Client, target: LdapTarget, name: string, password: string): Promise<LdapPerson | undefined> {
  if (password === '' || name === '') return undefined;
  const { server } = target;
  if (server.userDnPattern !== '') {
    const dn = below(dnFor(server.userDnPattern, name), getAddress(server).root);
    if (await binds(client, dn, password)) {
      const person = await readOwnEntry(client, target, dn);
      await bindManager(client, target);
      return person;
    }
  }
  if (server.searchFilter === '') return undefined;
  await bindManager(client, target);
  const person = await findPerson(client, target, name);
  if (!person || !(await binds(client, person.dn, password))) return undefined;
  await bindManager(client, target);
  return person;
}
