import * as routes from '@packhouse/contract/access/auth-invitation-routes.ts';
import { AppError } from '@packhouse/contract/errors.ts';
import { handle } from '@packhouse/kernel/http/http.ts';
import { getLanguage } from '@packhouse/kernel/http/reader-language.ts';
import type { FastifyInstance } from 'fastify';
import type { Account } from '../account/accounts.ts';
import type { Context } from '../context.ts';
import { findUserName } from '../password/check-password.ts';
import { blockedUntil } from '../password/throttle.ts';
import { unlockUser } from '../user/unlock.ts';
import { acceptInvitation, inviteAgain, inviteUser, openInvitation } from './invitation.ts';

export function invitationRoutes(app: FastifyInstance, context: Context): void {
  const { db, platform } = context;

  async function accountNamed(name: string): Promise<Account> {
    const known = findUserName(name);
    const account = known === undefined ? undefined : await context.accounts.byName(known);
    if (!account) throw new AppError('user_not_found');
    return account;
  }

  handle(app, platform, routes.inviteUser, ({ body }, { actor, address, request }) =>
    inviteUser(context, body, getLanguage(request), { actor: actor.name, address }),
  );
  handle(app, platform, routes.inviteAgain, async ({ params }, { actor, address, request }) =>
    inviteAgain(context, await accountNamed(params.name), getLanguage(request), { actor: actor.name, address }),
  );
  handle(app, platform, routes.setInvitedPassword, ({ body }, { address }) => acceptInvitation(context, body.token, body.password, address));

  handle(app, platform, routes.readUserState, async ({ params }) => {
    const { id, name, secondFactor, locked } = await accountNamed(params.name);
    const [until, invitation] = await Promise.all([blockedUntil(db, name), openInvitation(context, id)]);
    return { secondFactor, blockedUntil: until?.toISOString() ?? null, locked, invitation };
  });
  handle(app, platform, routes.unlockUser, ({ params }, { actor, address }) => unlockUser(context, params.name, { actor: actor.name, address }));
}
