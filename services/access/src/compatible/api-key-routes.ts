import * as routes from '@packhouse/contract/access/access-compatible-routes.ts';
import { accessWords } from '@packhouse/contract/access/access-words.ts';
import { AppError } from '@packhouse/contract/errors.ts';
import type { Actor } from '@packhouse/kernel/access/authorisation.ts';
import { handle } from '@packhouse/kernel/http/http.ts';
import type { FastifyInstance } from 'fastify';
import type { Account } from '../account/accounts.ts';
import type { Context } from '../context.ts';
import { findUserName } from '../password/check-password.ts';
import { createApiKey, readApiKey, removeApiKey } from '../token/api-key.ts';

/** An API key lasts, so it is only shown to who proves the password: a token that ends must not turn into one that does not. */
async function provedAccount(context: Context, actor: Actor): Promise<Account> {
  const account = await context.accounts.byName(actor.name);
  if (actor.via !== 'password' || !account) throw new AppError(accessWords.password_needed_for_api_key);
  return account;
}

export function apiKeyRoutes(app: FastifyInstance, context: Context): void {
  const { platform } = context;

  handle(app, platform, routes.readOwnKey, async (_, { actor }) => {
    const apiKey = await readApiKey(context, await provedAccount(context, actor));
    return apiKey ? { apiKey } : {};
  });
  handle(app, platform, routes.createOwnKey, async (_, { actor, address }) => {
    const account = await provedAccount(context, actor);
    if (await readApiKey(context, account)) throw new AppError(accessWords.api_key_exists);
    return { apiKey: await createApiKey(context, account, { actor: actor.name, address }) };
  });
  handle(app, platform, routes.replaceOwnKey, async (_, { actor, address }) => ({
    apiKey: await createApiKey(context, await provedAccount(context, actor), { actor: actor.name, address }),
  }));
  handle(app, platform, routes.removeOwnKey, async (_, { actor, address }) => {
    await removeApiKey(context, await provedAccount(context, actor), { actor: actor.name, address });
    return { info: `API key for user: '${actor.name}' has been successfully revoked` };
  });
  handle(app, platform, routes.removeKeyOf, async ({ params }, { actor, address }) => {
    const account = await context.accounts.byName(findUserName(params.name) ?? '');
    if (!account) throw new AppError('user_not_found');
    await removeApiKey(context, account, { actor: actor.name, address });
    return { info: `API key for user: '${account.name}' has been successfully revoked` };
  });
}
