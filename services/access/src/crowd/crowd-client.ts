import type { CrowdSettingsInput } from '@packhouse/contract/access/access-crowd-routes.ts';
import type { Outgoing, OutgoingAnswer } from '@packhouse/kernel/outgoing/outgoing.ts';
import { readUpTo } from '@packhouse/limits/read-up-to.ts';
import { z } from 'zod';

// https://developer.atlassian.com/server/crowd/crowd-rest-resources/
const User = z.object({ name: z.string().min(1), email: z.string().nullish(), active: z.boolean().nullish(), key: z.string().nullish() });
const Session = z.object({ user: z.object({ name: z.string().min(1) }) });
const Groups = z.object({ groups: z.array(z.object({ name: z.string() })) });

export type CrowdUser = z.output<typeof User>;

/** The server refuses the application itself: its name, its password or its address. */
export class CrowdApplicationRefused extends Error {
  override name = 'CrowdApplicationRefused';
}

const longest = 4 * 1024 * 1024;
const milliseconds = 10_000;

async function getText({ body }: OutgoingAnswer): Promise<string> {
  return (await readUpTo(body, longest, () => new Error('The answer of the Crowd server is too long'))).toString('utf8');
}

/** Calls of the user management of a Crowd server. */
export function crowdClient(outgoing: Outgoing, settings: CrowdSettingsInput, password: string) {
  const authorization = `Basic ${Buffer.from(`${settings.applicationName}:${password}`).toString('base64')}`;

  async function ask(method: 'GET' | 'POST', path: string, query: Record<string, string>, body?: unknown): Promise<unknown> {
    const url = `${settings.url.replace(/\/+$/, '')}/rest/usermanagement/1/${path}?${new URLSearchParams(query)}`;
    const answer = await outgoing.request(url, {
      method,
      headers: { authorization, accept: 'application/json', ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      timeout: milliseconds,
      redirects: 0,
      allowPrivate: settings.allowPrivate,
    });
    const text = await getText(answer);
    if (answer.status === 401 || answer.status === 403) throw new CrowdApplicationRefused(text.slice(0, 300).trim() || `The server answered ${answer.status}`);
    // A wrong password is 400, an unknown user or session 400 or 404.
    if (answer.status === 400 || answer.status === 404) return undefined;
    if (answer.status !== 200) throw new Error(`The Crowd server answered ${answer.status}`);
    return JSON.parse(text);
  }

  const user = async (found: unknown) => {
    const parsed = found === undefined ? undefined : User.parse(found);
    return parsed?.active === false ? undefined : parsed;
  };

  return {
    /** The user, when name and password fit. */
    authenticate: async (name: string, given: string) => user(await ask('POST', 'authentication', { username: name }, { value: given })),
    user: async (name: string) => user(await ask('GET', 'user', { username: name })),
    /** The name of the user of a session that another application began, checked against the address it was begun from. */
    async session(token: string, address: string): Promise<string | undefined> {
      const factors = { validationFactors: [{ name: 'remote_address', value: address }] };
      const found = await ask('POST', `session/${encodeURIComponent(token)}`, {}, factors);
      return found === undefined ? undefined : Session.parse(found).user.name;
    },
    /** All groups of a user, those inside others too. */
    async groups(name: string): Promise<string[]> {
      const found = await ask('GET', 'user/group/nested', { username: name, 'max-results': '5000' });
      return found === undefined ? [] : Groups.parse(found).groups.map((group) => group.name);
    },
    /** Asks something that any application may ask. */
    greet: () => ask('GET', 'config/cookie', {}),
  };
}

export type CrowdClient = ReturnType<typeof crowdClient>;
