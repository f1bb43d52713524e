import { accessWords } from '@packhouse/contract/access/access-words.ts';
import { administrationNeeded } from '@packhouse/contract/decision-names.ts';
import { AppError, namedFieldRefusal } from '@packhouse/contract/errors.ts';
import { say } from '@packhouse/contract/sentences.ts';
import type { Actor } from '@packhouse/kernel/access/authorisation.ts';
import type { Context } from '../context.ts';
import { findUserName } from '../password/check-password.ts';
import { isOfRoles } from '../project/held-roles.ts';
import { parseScope, userScope } from './scope.ts';
import { withinOwnToken } from './token.ts';
import type { TokenOrder } from './token-order.ts';

const year = 365 * 86_400;

/** Somebody asks for this when they want a token. */
export interface TokenWish {
  userName?: string | undefined;
  scope?: string | undefined;
  expiresIn?: number | undefined;
  description?: string | undefined;
  audience?: string | undefined;
  refreshable?: boolean | undefined;
  includeReference?: boolean | undefined;
}

/** How the fields are called where the wish came from, for refusals. */
interface FieldNames {
  userName: string;
  expiresIn: string;
}

/** Administrators give any role of a project, others those that they have there themselves. */
async function requireRoles(context: Context, actor: Actor, roles: { project: string; names: readonly string[] }): Promise<void> {
  if (actor.administrator) {
    if (await context.accounts.ofRoles(roles.project, roles.names)) return;
    throw namedFieldRefusal('scope', say(accessWords.no_such_roles, { project: roles.project }));
  }
  const { project } = roles;
  for (const name of roles.names)
    if (!actor.grants.some((grant) => isOfRoles(grant, { project, names: [name] }))) throw new AppError(accessWords.role_not_held, { role: name, project });
}

/** Refuses a scope that the actor may not give to this user. @throws AppError `invalid_input`, `forbidden` */
export async function requireScope(context: Context, actor: Actor, subject: string, userId: number | undefined, scope: string): Promise<void> {
  const parsed = parseScope(scope);
  if (!parsed) throw namedFieldRefusal('scope', say(accessWords.scope_unknown));
  const { powers, roles } = parsed;
  if (roles) return requireRoles(context, actor, roles);
  if (powers === 'administrator') {
    const target = await context.accounts.byName(subject);
    if (!actor.administrator || !target?.administrator) throw new AppError(accessWords.administrator_token_refused);
  }
  if (userId === undefined && typeof powers === 'string') throw namedFieldRefusal('scope', say(accessWords.token_needs_groups));
  if (typeof powers !== 'string' && !actor.administrator) {
    const own = new Set(actor.groups.map((name) => name.toLowerCase()));
    const foreign = powers.find((name) => !own.has(name.toLowerCase()));
    if (foreign !== undefined) throw new AppError(accessWords.not_in_group, { group: foreign });
  }
}

/**
 * Turns a wish into an order, or refuses: users get tokens for themselves with no more than they may, for a year at most; administrators for anybody.
 */
export async function orderToken(
  context: Context,
  actor: Actor,
  wish: TokenWish,
  fields: FieldNames = { userName: 'userName', expiresIn: 'expiresIn' },
): Promise<TokenOrder> {
  const subject = wish.userName === undefined || wish.userName === '' ? actor.name : findUserName(wish.userName);
  if (subject === undefined) throw namedFieldRefusal(fields.userName, say(accessWords.no_user_name));
  const isFull = actor.administrator && !actor.scope;
  if (subject !== actor.name && !isFull) throw new AppError(accessWords.token_for_others_refused, {}, { detail: administrationNeeded });
  const account = await context.accounts.byName(subject);
  if (account && !account.enabled) throw namedFieldRefusal(fields.userName, say(accessWords.this_user_disabled));
  const scope = wish.scope ?? (actor.token && subject === actor.name ? actor.token.scope : userScope);
  await requireScope(context, actor, subject, account?.id, scope);
  const expiresIn = wish.expiresIn ?? year;
  if (!isFull && (expiresIn === 0 || expiresIn > year)) throw namedFieldRefusal(fields.expiresIn, say(accessWords.token_lasts_too_long));
  return withinOwnToken(context, actor, {
    subject,
    userId: account?.id ?? null,
    scope,
    expiresIn,
    ...(wish.description === undefined ? {} : { description: wish.description }),
    ...(wish.audience === undefined ? {} : { audience: wish.audience }),
    refreshable: wish.refreshable ?? false,
    includeReference: wish.includeReference ?? false,
  });
}
