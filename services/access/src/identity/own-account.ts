import { AppError } from '@packhouse/contract/errors.ts';
import type { OwnAccount } from '@packhouse/kernel/platform.ts';
import type { Context } from '../context.ts';
import { listTokens, readToken, revokeToken } from '../token/token-list.ts';

/** Clients that list tokens show them all at once. */
const mostListed = 1000;

/** What somebody is told of their own account, and their own access tokens. */
export function ownAccount(context: Context): OwnAccount {
  return {
    async profile(actor) {
      const account = await context.accounts.byName(actor.name);
      return account && { name: account.name, email: account.email, hasSecondFactor: account.secondFactor };
    },
    async tokens(actor) {
      const { items } = await listTokens(context, actor, { subject: actor.name }, undefined, mostListed);
      return items.map(({ id, description, issuedAt, expiresAt }) => ({ id, description, issuedAt, expiresAt }));
    },
    async revokeToken(actor, id, address) {
      const { userName } = await readToken(context, actor, id);
      if (userName !== actor.name) throw new AppError('token_not_found');
      await revokeToken(context, actor, id, { actor: actor.name, address });
    },
  };
}
