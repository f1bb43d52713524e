import { AppError } from '@packhouse/contract/errors.ts';
import { type Actor, anonymousActor } from '@packhouse/kernel/access/authorisation.ts';
import type { AuditEntry, Identity } from '@packhouse/kernel/platform.ts';

export interface TestIdentityOptions {
  /** Further users; the password is the user's name. There is always the administrator `admin`. */
  actors?: Record<string, Partial<Actor>>;
  adminPassword: string;
  /** Anonymous visitors may do this; absent: they may not come in. */
  anonymous?: Actor['grants'];
}

/** Who asks, for tests of services that run without the access service. Audit entries are kept for the test to read. */
export function testIdentity(options: TestIdentityOptions): Identity & { entries: AuditEntry[] } {
  const entries: AuditEntry[] = [];
  const tokens = new Map<string, Actor>();
  const find = (name: string, secret: string): Actor | undefined => {
    const token = tokens.get(secret);
    if (token) return token;
    if (name === 'admin' && secret === options.adminPassword) return { ...user('admin'), administrator: true };
    const known = options.actors?.[name];
    return known && secret === name ? { ...user(name), ...known } : undefined;
  };
  const issue = (actor: Actor) => {
    const token = `test-token-${tokens.size + 1}`;
    tokens.set(token, actor);
    return token;
  };
  return {
    entries,
    async actorOf(request) {
      const header = request.headers.authorization;
      if (!header) return anonymousActor(options.anonymous);
      const [scheme, value = ''] = header.split(' ');
      const actor =
        scheme?.toLowerCase() === 'basic' ? find(...(Buffer.from(value, 'base64').toString().split(/:(.*)/s) as [string, string])) : tokens.get(value);
      if (!actor) throw new AppError('bad_credentials');
      return actor;
    },
    peerOf: async () => {
      throw new AppError('unauthenticated');
    },
    actorByCredentials: async (name, secret) => find(name, secret),
    actorByToken: async (token) => tokens.get(token),
    async actorOfUser(name) {
      const actor = name === 'admin' ? { ...user('admin'), administrator: true } : options.actors?.[name] && { ...user(name), ...options.actors[name] };
      return actor && { actor, account: name };
    },
    issueShortToken: async (actor, scope) => issue({ ...actor, via: 'token', ...(scope ? { scope } : {}) }),
    issueAccessToken: async (actor) => {
      const token = issue({ ...actor, via: 'token' });
      return { token, referenceToken: token };
    },
    endAccessToken: async (token) => tokens.delete(token),
    ownAccount: {
      profile: async ({ name }) => ({ name, email: '', hasSecondFactor: false }),
      tokens: async () => [],
      revokeToken: async () => {
        throw new AppError('token_not_found');
      },
    },
    basicRealm: () => 'Artifactory Realm',
    anonymousAllowed: async () => options.anonymous !== undefined,
    async audit(entry) {
      if (isId(entry.subject) && !entry.name) throw new Error(`The entry ${entry.action} of the audit log does not say what people call ${entry.subject}`);
      entries.push(entry);
    },
  };
}

/** A number, a UUID or another word that tells people nothing. */
const isId = (subject: string) => /^(?:\d+|[0-9a-f]{8}-[0-9a-f-]{27}|[0-9a-f]{12,})$/i.test(subject);

function user(name: string): Actor {
  return { kind: 'user', name, administrator: false, groups: [], grants: [], realm: 'internal', via: 'password' };
}
