import { accessWords } from '@packhouse/contract/access/access-words.ts';
import * as routes from '@packhouse/contract/access/auth-profile-routes.ts';
import { signInWords } from '@packhouse/contract/access/sign-in-words.ts';
import { AppError } from '@packhouse/contract/errors.ts';
import { type Actor, requireAdministrator } from '@packhouse/kernel/access/authorisation.ts';
import { handle } from '@packhouse/kernel/http/http.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Account } from '../account/accounts.ts';
import { inChange } from '../audit/change.ts';
import type { Context } from '../context.ts';
import { makeCredentials } from '../identity/credentials.ts';
import { findUserName } from '../password/check-password.ts';
import { createApiKey, readApiKey, removeApiKey } from '../token/api-key.ts';
import { orderToken } from '../token/order.ts';
import { userScope } from '../token/scope.ts';
import { issueToken } from '../token/token.ts';
import { updateEmail } from './sign-in-queries.ts';

async function readAccount(context: Context, name: string): Promise<Account> {
  const known = findUserName(name);
  const account = known === undefined ? undefined : await context.accounts.byName(known);
  if (!account) throw new AppError('user_not_found');
  return account;
}

/** Where the password of a user is: only that of OAuth, SAML and proxy sign-in is nowhere that we could ask. */
function getPassword({ passwordHash, realm }: Account): 'here' | 'directory' | 'none' {
  if (passwordHash !== undefined) return 'here';
  return realm === 'ldap' || realm === 'crowd' ? 'directory' : 'none';
}

/** Users with a password prove it again before they see or change what lasts; those who sign in without one cannot. */
async function requirePassword(context: Context, account: Account, password: string, address: string): Promise<void> {
  if (getPassword(account) === 'none') return;
  const proved = await context.passwordCheck.check(account.name, password, address);
  if (proved?.id !== account.id) throw new AppError(signInWords.password_wrong);
}

/** An API key lasts and does all that its owner may: a token, which may end or be narrowed, must not turn into one. */
const mayHaveKey = (actor: Actor) => !actor.scope && !actor.token;

/** A token for some repositories or groups stands for less than its user, and is no way to the user's mailbox. */
const isNarrowed = ({ scope, token }: Actor) => scope !== undefined || (token !== undefined && token.scope !== userScope);

/** Whose key it is about: one's own after proving the password in the header for it, or anybody's for administrators to take away. */
async function keyOwner(context: Context, actor: Actor, name: string, request: FastifyRequest): Promise<Account> {
  const account = await readAccount(context, name);
  if (account.name !== actor.name || actor.scope) throw new AppError(signInWords.api_key_of_another_user);
  const header = request.headers[routes.reauthenticationHeader];
  const given = makeCredentials({ authorization: typeof header === 'string' ? header : '' });
  const pair = given.kind === 'pair' ? given : { user: account.name, secret: '' };
  if (findUserName(pair.user) !== account.name) throw new AppError('bad_credentials');
  await requirePassword(context, account, pair.secret, request.ip);
  return account;
}

/** The owner of a key that is about to be shown. */
function keyReader(context: Context, actor: Actor, name: string, request: FastifyRequest): Promise<Account> {
  if (!mayHaveKey(actor)) throw new AppError(signInWords.token_cannot_use_api_key);
  return keyOwner(context, actor, name, request);
}

export function profileRoutes(app: FastifyInstance, context: Context): void {
  const { platform } = context;

  async function readProfile(account: Account, actor: Actor) {
    const { name, email, realm, groups, profileUpdatable } = account;
    const apiKey = mayHaveKey(actor) ? await readApiKey(context, account) : undefined;
    return { name, email, realm, groups: [...groups], profileUpdatable, password: getPassword(account), apiKey: apiKey ?? null };
  }

  handle(app, platform, routes.userIdentifyToken, async ({ params, body }, { actor, address }) => {
    const order = await orderToken(context, actor, { ...body, userName: params.name, includeReference: body.includeReferenceToken });
    const issued = await issueToken(context, order, { actor: actor.name, address });
    return {
      token_id: issued.id,
      access_token: issued.accessToken,
      expires_in: issued.expiresIn,
      scope: issued.scope,
      token_type: 'Bearer',
      ...(issued.referenceToken ? { reference_token: issued.referenceToken } : {}),
    };
  });

  handle(app, platform, routes.userProfile, async ({ body }, { actor, address }) => {
    const account = await readAccount(context, actor.name);
    const profile = await readProfile(account, actor);
    // Opened without a password, as the tool integrations do, the profile tells nothing secret.
    if (body.password === '' && getPassword(account) !== 'none') return { ...profile, apiKey: null };
    await requirePassword(context, account, body.password, address);
    return profile;
  });

  handle(app, platform, routes.updateUserProfile, async ({ body }, { actor, address }) => {
    if (isNarrowed(actor)) throw new AppError(signInWords.token_cannot_change_profile);
    const account = await readAccount(context, actor.name);
    await requirePassword(context, account, body.password, address);
    if (!account.profileUpdatable) throw new AppError(accessWords.profile_kept_by_administrator);
    await inChange(context, { actor: actor.name, address }, async (transaction, record) => {
      const before = await updateEmail(transaction, account.id, body.email);
      await record({ action: 'user.changed', subject: account.name, before: { email: before }, after: { email: body.email } });
    });
    return readProfile(await readAccount(context, actor.name), actor);
  });

  handle(app, platform, routes.readApiKey, async ({ params }, { actor, request }) => ({
    apiKey: (await readApiKey(context, await keyReader(context, actor, params.name, request))) ?? null,
  }));
  handle(app, platform, routes.createApiKey, async ({ params }, { actor, request, address }) => ({
    apiKey: await createApiKey(context, await keyReader(context, actor, params.name, request), { actor: actor.name, address }),
  }));
  handle(app, platform, routes.revokeApiKey, async ({ params }, { actor, request, address }) => {
    const own = findUserName(params.name) === actor.name;
    if (!own) requireAdministrator(actor);
    const account = own ? await keyOwner(context, actor, params.name, request) : await readAccount(context, params.name);
    await removeApiKey(context, account, { actor: actor.name, address });
  });
}
