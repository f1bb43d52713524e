import type { AskedPowers, AuthorizationVerdict, UserApplication } from '@packhouse/contract/access/access-application-routes.ts';
import { accessWords } from '@packhouse/contract/access/access-words.ts';
import { AppError } from '@packhouse/contract/errors.ts';
import type { Actor } from '@packhouse/kernel/access/authorisation.ts';
import type { Account } from '../account/accounts.ts';
import { type By, inChange } from '../audit/change.ts';
import type { Context } from '../context.ts';
import { fingerprint, randomSecret } from '../secret/fingerprint.ts';
import { requireScope } from '../token/order.ts';
import { parseScope } from '../token/scope.ts';
import { findApplication, type RegisteredApplication, readApplication } from './applications.ts';
import { answerAt, getErrorWord, type Judgement, judgeRequest } from './authorization-request.ts';
import { deleteGrantsOf, deleteOldGrants as forgetOldGrants, insertGrant, selectApplicationsOf } from './grant-queries.ts';

/** Milliseconds that an application has to turn its code into tokens. */
const codeLife = 60_000;

/** Only people let applications act for them: what acts for somebody already must not invite others, or itself anew. */
async function requirePerson(context: Context, actor: Actor, username = actor.name): Promise<Account> {
  if (actor.scope || actor.token) throw new AppError(accessWords.token_cannot_consent);
  if (username !== actor.name) throw new AppError(accessWords.consent_for_others);
  const account = await context.accounts.byName(actor.name);
  if (!account) throw new AppError('unauthenticated');
  return account;
}

interface Asked {
  actor: Actor;
  account: Account;
  clientId: string;
  /** The whole address that the application sent its user to. */
  address: string;
}

async function judge(context: Context, application: RegisteredApplication | undefined, { actor, account, clientId, address }: Asked): Promise<Judgement> {
  const judgement = judgeRequest(application, clientId, address);
  if (judgement.kind !== 'good') return judgement;
  const { callbackUrl, state, scope } = judgement.request;
  try {
    await requireScope(context, actor, account.name, account.id, scope);
  } catch (error) {
    if (!(error instanceof AppError) || error.status >= 500) throw error;
    return { kind: 'faulty', problem: 'scopeTooWide', callbackUrl, state };
  }
  return judgement;
}

/** Tells what a scope gives, for the user to read before agreeing. */
async function readPowers({ accounts }: Context, scope: string, actor: Actor): Promise<AskedPowers> {
  const { powers, within = [] } = parseScope(scope) ?? { powers: [] };
  const groups = typeof powers === 'string' ? [] : powers;
  const asked = new Set(groups.map((name) => name.toLowerCase()));
  // The token will give what the groups that the user is in give, whoever may be in them.
  const given = typeof powers === 'string' ? actor : await accounts.ofGroups(actor.groups.filter((name) => asked.has(name.toLowerCase())));
  return {
    extent: typeof powers === 'string' ? powers : 'groups',
    groups: [...groups],
    places: within.map(({ names, include, actions }) => ({ repository: names.join(', '), pattern: include.join(', '), actions: [...actions] })),
    administers: within.length === 0 && given.administrator,
  };
}

/** Whether an application's request is valid for this user, and what it would come to. */
export async function validateRequest(
  context: Context,
  actor: Actor,
  { clientId, address, issuer }: { clientId: string; address: string; issuer: string },
): Promise<AuthorizationVerdict> {
  const account = await requirePerson(context, actor);
  const application = await findApplication(context.db, clientId);
  const judgement = await judge(context, application, { actor, account, clientId, address });
  if (!application || judgement.kind === 'refused')
    return { valid: false, problem: judgement.kind === 'good' ? 'unknownApplication' : judgement.problem, backUrl: null, callbackHost: null, powers: null };
  const isGood = judgement.kind === 'good';
  const { callbackUrl, state } = isGood ? judgement.request : judgement;
  const error = isGood ? 'access_denied' : getErrorWord(judgement.problem);
  return {
    valid: isGood,
    problem: isGood ? null : judgement.problem,
    backUrl: answerAt(callbackUrl, { error, state, iss: issuer }),
    callbackHost: new URL(callbackUrl).host,
    powers: isGood ? await readPowers(context, judgement.request.scope, actor) : null,
  };
}

/** The user agrees: answers the callback URL with a code that the application can use once. The request is judged anew, whatever was said before. */
export async function authorize(
  context: Context,
  actor: Actor,
  asked: { clientId: string; username: string; address: string; issuer: string },
  by: By,
): Promise<{ url: string }> {
  const account = await requirePerson(context, actor, asked.username);
  const application = await readApplication(context.db, asked.clientId);
  const judgement = await judge(context, application, { actor, account, clientId: asked.clientId, address: asked.address });
  if (judgement.kind !== 'good') throw new AppError(accessWords.access_request_invalid, {}, { detail: { reason: judgement.problem } });
  const { callbackUrl, callbackNamed, scope, state, challenge } = judgement.request;
  const code = randomSecret(32);
  await inChange(context, by, async (transaction, record) => {
    await insertGrant(transaction, {
      application_id: application.id,
      user_id: account.id,
      scope,
      code_hash: fingerprint(code),
      code_expires_at: new Date(Date.now() + codeLife),
      callback_url: callbackUrl,
      callback_named: callbackNamed,
      challenge: challenge ?? null,
    });
    await record({ action: 'application.allowed', subject: application.name, after: { user: account.name, scope, callbackUrl } });
  });
  return { url: answerAt(callbackUrl, { code, state, iss: asked.issuer }) };
}

function isInternal({ callback_urls, base_url }: { callback_urls: readonly string[]; base_url: string }): boolean {
  const own = URL.canParse(base_url) ? new URL(base_url).origin : undefined;
  return callback_urls.every((address) => new URL(address).origin === own);
}

/** The applications that a user lets act for them. */
export async function listUserApplications(context: Context, actor: Actor, username: string, internal: boolean | undefined): Promise<UserApplication[]> {
  const account = await requirePerson(context, actor, username);
  const rows = await selectApplicationsOf(context.db, account.id);
  return rows
    .filter((row) => internal === undefined || isInternal(row) === internal)
    .map(({ client_id, name, type, description, scopes, allowed_at, last_used_at }) => ({
      username: account.name,
      client_id,
      name,
      type,
      description,
      scopes,
      allowed_at: allowed_at.toISOString(),
      last_used_at: last_used_at?.toISOString() ?? null,
    }));
}

/** Takes back everything that a user ever allowed an application. */
export async function revokeApplication(context: Context, actor: Actor, clientId: string, username: string, by: By): Promise<void> {
  const account = await requirePerson(context, actor, username);
  const application = await readApplication(context.db, clientId);
  await inChange(context, by, async (transaction, record) => {
    const ended = await deleteGrantsOf(transaction, application.id, account.id);
    if (ended === 0) throw new AppError(accessWords.nothing_consented);
    await record({ action: 'application.revoked', subject: application.name, before: { user: account.name } });
  });
}

export { forgetOldGrants };
