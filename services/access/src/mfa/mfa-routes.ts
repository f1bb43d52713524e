import * as routes from '@packhouse/contract/access/auth-mfa-routes.ts';
import { signInWords } from '@packhouse/contract/access/sign-in-words.ts';
import { AppError, namedFieldRefusal } from '@packhouse/contract/errors.ts';
import { say } from '@packhouse/contract/sentences.ts';
import type { Actor } from '@packhouse/kernel/access/authorisation.ts';
import { handle } from '@packhouse/kernel/http/http.ts';
import type { FastifyInstance } from 'fastify';
import type { Account } from '../account/accounts.ts';
import type { Context } from '../context.ts';
import { findUserName } from '../password/check-password.ts';
import { codesLeft, confirmFactor, disableFactor, offerFactor, removeFactor, renewCodes } from './second-factor.ts';
import { completeStep, enrolInStep } from './second-step.ts';

export function mfaRoutes(app: FastifyInstance, context: Context): void {
  const { platform } = context;

  async function accountNamed(name: string): Promise<Account> {
    const known = findUserName(name);
    const account = known === undefined ? undefined : await context.accounts.byName(known);
    if (!account) throw new AppError('user_not_found');
    return account;
  }

  /** The asking user's own account; a token does not reach it. */
  async function ownAccount(actor: Actor, address: string, password?: string): Promise<Account> {
    if (actor.scope || actor.token) throw new AppError(signInWords.token_cannot_change_sign_in);
    const account = await accountNamed(actor.name);
    if (password === undefined) return account;
    const proved = await context.passwordCheck.check(account.name, password, address);
    if (proved?.id !== account.id) throw namedFieldRefusal('password', say(signInWords.password_wrong));
    return account;
  }

  handle(app, platform, routes.mfaEnroll, (_, { request }) => enrolInStep(context, request));
  handle(app, platform, routes.accessMfaEnroll, (_, { request }) => enrolInStep(context, request));
  handle(app, platform, routes.mfaVerify, ({ body }, { request, reply }) => completeStep(context, body.otp, request, reply));
  handle(app, platform, routes.accessMfaVerify, ({ body }, { request, reply }) => completeStep(context, body.otp, request, reply));

  handle(app, platform, routes.readOwnSecondFactor, async (_, { actor }) => {
    const account = await accountNamed(actor.name);
    const { requireSecondFactor } = await context.settings.read();
    return { enabled: account.secondFactor, required: requireSecondFactor, recoveryCodesLeft: await codesLeft(context, account.id) };
  });
  handle(app, platform, routes.beginOwnSecondFactor, async ({ body }, { actor, address }) =>
    offerFactor(context, await ownAccount(actor, address, body.password), { fresh: true }),
  );
  handle(app, platform, routes.confirmOwnSecondFactor, async ({ body }, { actor, address }) => {
    const recoveryCodes = await confirmFactor(context, await ownAccount(actor, address), body.otp, { actor: actor.name, address });
    if (!recoveryCodes) throw namedFieldRefusal('otp', say(signInWords.code_wrong));
    return { recoveryCodes };
  });
  handle(app, platform, routes.renewRecoveryCodes, async ({ body }, { actor, address }) => ({
    recoveryCodes: await renewCodes(context, await ownAccount(actor, address, body.password), body.otp, { actor: actor.name, address }),
  }));
  handle(app, platform, routes.disableOwnSecondFactor, async ({ body }, { actor, address }) =>
    disableFactor(context, await ownAccount(actor, address, body.password), body.otp, { actor: actor.name, address }),
  );
  handle(app, platform, routes.resetSecondFactor, async ({ params }, { actor, address }) =>
    removeFactor(context, await accountNamed(params.name), 'user.second_factor_reset', { actor: actor.name, address }),
  );
}
