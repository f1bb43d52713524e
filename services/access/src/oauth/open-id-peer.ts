import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import Provider, { type Configuration } from 'oidc-provider';

/** A browser's memory of cookies, for following a sign-in by hand. */
export class Visitor {
  readonly #cookies = new Map<string, Map<string, string>>();

  async open(address: string, init: RequestInit = {}): Promise<Response> {
    const { origin } = new URL(address);
    const jar = this.#cookies.get(origin) ?? new Map<string, string>();
    this.#cookies.set(origin, jar);
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
    const answer = await fetch(address, { ...init, redirect: 'manual', headers: { ...init.headers, ...(cookie ? { cookie } : {}) } });
    for (const line of answer.headers.getSetCookie()) {
      const [pair = ''] = line.split(';');
      const name = pair.slice(0, pair.indexOf('='));
      if (/max-age=0|expires=Thu, 01 Jan 1970/i.test(line)) jar.delete(name);
      else jar.set(name, pair.slice(name.length + 1));
    }
    return answer;
  }

  /** Names of the cookies that are kept for an origin. */
  cookies(origin: string): string[] {
    return [...(this.#cookies.get(origin)?.keys() ?? [])];
  }
}

/** Where a redirect leads. */
export function findLocation(answer: Response, from: string): string {
  return new URL(answer.headers.get('location') ?? '', from).href;
}

export interface OpenIdPeer {
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** Goes from the address of the sign-in to the callback as this person, through the provider's own forms; answers the callback's address. */
  signIn(visitor: Visitor, address: string, person: string): Promise<string>;
  stop(): Promise<void>;
}

export type Person = Record<string, unknown>;

/** A real OpenID provider on a loopback port, with these people. Its forms take any password. */
export async function startOpenIdPeer(people: Readonly<Record<string, Person>>, callbacks: readonly string[]): Promise<OpenIdPeer> {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const [clientId, clientSecret] = ['packhouse', 'a secret: with & signs %'];
  const configuration: Configuration = {
    clients: [
      { client_id: clientId, client_secret: clientSecret, redirect_uris: [...callbacks] },
      { client_id: 'plain', client_secret: clientSecret, redirect_uris: [...callbacks], token_endpoint_auth_method: 'client_secret_post' },
    ],
    claims: { openid: ['sub'], profile: ['preferred_username', 'groups'], email: ['email', 'email_verified'] },
    findAccount: (_, id) => (people[id] ? { accountId: id, claims: async () => ({ sub: id, ...people[id] }) } : undefined),
    pkce: { required: () => true },
    cookies: { keys: ['for the test'] },
  };
  const provider = new Provider(issuer, configuration);
  const answer = provider.callback();
  server.on('request', (request, response) => void answer(request, response));

  async function signIn(visitor: Visitor, address: string, person: string): Promise<string> {
    let at = address;
    for (let steps = 0; steps < 12; steps++) {
      const answer = await visitor.open(at);
      if (answer.status >= 300 && answer.status < 400) {
        const next = findLocation(answer, at);
        if (!next.startsWith(issuer)) return next;
        at = next;
        continue;
      }
      const page = await answer.text();
      const action = /action="(?<address>[^"]+)"/.exec(page)?.groups?.address;
      if (!action) throw new Error(`The provider shows no form (${answer.status}): ${page.slice(0, 300)}`);
      const prompt = /name="prompt" value="(?<prompt>\w+)"/.exec(page)?.groups?.prompt ?? '';
      const sent = await visitor.open(new URL(action, at).href, { method: 'POST', body: new URLSearchParams({ prompt, login: person, password: 'x' }) });
      at = findLocation(sent, at);
    }
    throw new Error('The provider never sends anybody back');
  }

  return {
    issuer,
    clientId,
    clientSecret,
    signIn,
    async stop() {
      server.closeAllConnections();
      server.close();
    },
  };
}
