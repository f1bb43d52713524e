import { createGroup, deleteGroup, updateGroup } from '@packhouse/contract/access/access-group-routes.ts';
import { createPermission, updatePermission } from '@packhouse/contract/access/access-permission-routes.ts';
import { createToken, revokeToken } from '@packhouse/contract/access/access-token-routes.ts';
import { createUser, deleteUser, updateUser } from '@packhouse/contract/access/access-user-routes.ts';
import { ApiError, type Call } from '@packhouse/contract/client.ts';
import type { FederationMember } from './federation-member.ts';

const password = 'Secret-pass-1';

/** A restriction that a member has acknowledged: it holds everywhere in the end, whatever happened meanwhile. */
export interface Restriction {
  what: 'deleted user' | 'deleted group' | 'disabled' | 'revoked';
  /** Whom or what it is about; the text itself of a token. */
  subject: string;
  at: FederationMember;
  /** The number of changes before it, to tell what a backup cannot know. */
  number: number;
}

/** Random changes at random members, and what has to hold of them in the end. */
export class FederationChanges {
  readonly #members: readonly FederationMember[];
  readonly #random: () => number;
  readonly restrictions: Restriction[] = [];
  /** Changes that were acknowledged, by what they did. */
  readonly made = new Map<string, number>();
  readonly refused = new Map<string, number>();
  /** Whoever was enabled again, or may have been: disabling says nothing about them any more. */
  readonly #enabled = new Set<string>();
  readonly #users: string[] = [];
  readonly #groups: string[] = [];
  readonly #permissions: string[] = [];
  readonly #tokens: { id: string; text: string }[] = [];
  #count = 0;
  constructor(members: readonly FederationMember[], random: () => number) {
    this.#members = members;
    this.#random = random;
  }

  get count(): number {
    return this.#count;
  }

  #pick<T>(list: readonly T[]): T | undefined {
    return list[Math.floor(this.#random() * list.length)];
  }

  /** Makes one change at one member that is up; one that is refused, or breaks off, is counted as such. */
  async makeOne(): Promise<void> {
    const up = this.#members.filter(({ isDown }) => !isDown);
    const at = this.#pick(up);
    if (!at) return;
    const kind = this.#pick(kinds)!;
    const call: Call = (route, input) => at.call(route, input, { signal: AbortSignal.timeout(30_000) });
    try {
      if (await this.#make(kind, at, call)) this.made.set(kind, (this.made.get(kind) ?? 0) + 1);
    } catch (error) {
      const why = error instanceof ApiError ? error.code : 'broken off';
      this.refused.set(why, (this.refused.get(why) ?? 0) + 1);
    }
  }

  /** Answers false where there is nothing yet to make it of. */
  async #make(kind: Kind, at: FederationMember, call: Call): Promise<boolean> {
    const number = ++this.#count;
    const [user, group, permission, token] = [this.#pick(this.#users), this.#pick(this.#groups), this.#pick(this.#permissions), this.#pick(this.#tokens)];
    const restrict = (what: Restriction['what'], subject: string) => this.restrictions.push({ what, subject, at, number });
    if (kind === 'create user') {
      // Now and then two members make somebody of one name.
      const name = this.#random() < 0.1 ? `same-${number % 7}` : `user-${number}`;
      this.#users.push(name);
      await call(createUser, { body: { name, password, email: `${number}@example.test` } });
    } else if (kind === 'create group') {
      this.#groups.push(`group-${number}`);
      await call(createGroup, { body: { name: `group-${number}`, members: user === undefined ? [] : [user] } });
    } else if (user === undefined || group === undefined) return false;
    else if (kind === 'change user') await call(updateUser, { params: { name: user }, body: { email: `${number}@example.test` } });
    else if (kind === 'move user') await call(updateUser, { params: { name: user }, body: { groups: [group] } });
    else if (kind === 'disable user') {
      await call(updateUser, { params: { name: user }, body: { status: 'disabled' } });
      if (!user.startsWith('same-')) restrict('disabled', user);
    } else if (kind === 'enable user') {
      this.#enabled.add(user);
      await call(updateUser, { params: { name: user }, body: { status: 'enabled' } });
    } else if (kind === 'delete user') {
      await call(deleteUser, { params: { name: user } });
      if (!user.startsWith('same-')) restrict('deleted user', user);
    } else if (kind === 'change group') await call(updateGroup, { params: { name: group }, body: { description: `${number}` } });
    else if (kind === 'delete group') {
      await call(deleteGroup, { params: { name: group } });
      restrict('deleted group', group);
    } else if (kind === 'create permission') {
      this.#permissions.push(`permission-${number}`);
      await call(createPermission, { body: { name: `permission-${number}`, description: '', sections: [grant(user, group)] } });
    } else if (kind === 'create token') {
      const { id, accessToken: text } = await call(createToken, { body: { userName: user } });
      this.#tokens.push({ id, text });
    } else if (kind === 'revoke token') {
      if (!token) return false;
      await call(revokeToken, { params: { id: token.id } });
      restrict('revoked', token.text);
    } else {
      if (permission === undefined) return false;
      await call(updatePermission, { params: { name: permission }, body: { sections: [grant(user, group)] } });
    }
    return true;
  }

  /** A member was put back to how it was before these changes, and nobody had heard of what it did since: that is lost. Answers how much. */
  forget(at: FederationMember, since: number): number {
    const before = this.restrictions.length;
    this.restrictions.splice(0, before, ...this.restrictions.filter((one) => one.at !== at || one.number <= since));
    return before - this.restrictions.length;
  }

  /** What has to hold in the end. */
  holding(): Restriction[] {
    return this.restrictions.filter(({ what, subject }) => what !== 'disabled' || !this.#enabled.has(subject));
  }
}

const kinds = [
  'create user',
  'create user',
  'create user',
  'create group',
  'change user',
  'change user',
  'move user',
  'disable user',
  'enable user',
  'delete user',
  'change group',
  'delete group',
  'create permission',
  'change permission',
  'create token',
  'revoke token',
] as const;
type Kind = (typeof kinds)[number];

const grant = (user: string, group: string) => ({
  resourceType: 'repository' as const,
  names: ['ANY'],
  include: ['**'],
  exclude: [],
  users: [{ name: user, actions: ['read' as const] }],
  groups: [{ name: group, actions: ['read' as const, 'deploy' as const] }],
});
