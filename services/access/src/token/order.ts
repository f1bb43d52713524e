import { AppError } from '@packhouse/contract/errors.ts';
import type { Actor } from '@packhouse/kernel/access/authorisation.ts';
import { invalidField } from '@packhouse/kernel/http/invalid-field.ts';
import type { Context } from '../context.ts';
import { userNameOf } from '../password/check-password.ts';
import { parseScope, userScope } from './scope.ts';
import { withinOwnToken } from './token.ts';
import type { TokenOrder } from './token-order.ts';

const year = 365 * 86_400;

/** What somebody asks for when they want a token. */
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

/** Refuses a scope that the actor may not give to this user. @throws AppError `invalid_input`, `forbidden` */
export async function requireScope(context: Context, actor: Actor, subject: string, userId: number | undefined, scope: string): Promise<void> {
  const parsed = parseScope(scope);
  if (!parsed) throw invalidField('scope', 'The scope is not understood');
  const { powers } = parsed;
  if (powers === 'administrator') {
    const target = await context.accounts.byName(subject);
    if (!actor.administrator || !target?.administrator) throw new AppError('forbidden', { message: 'Only administrators can have an administrator token' });
  }
  if (userId === undefined && typeof powers === 'string') throw invalidField('scope', 'A token for somebody who is no user needs a scope of groups');
  if (typeof powers !== 'string' && !actor.administrator) {
    const own = new Set(actor.groups.map((name) => name.toLowerCase()));
    const foreign = powers.find((name) => !own.has(name.toLowerCase()));
    if (foreign !== undefined) throw new AppError('forbidden', { message: `You are not a member of the group ${foreign}` });
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
  const subject = wish.userName === undefined || wish.userName === '' ? actor.name : userNameOf(wish.userName);
  if (subject === undefined) throw invalidField(fields.userName, 'This cannot be a user name');
  const isFull = actor.administrator && !actor.scope;
  if (subject !== actor.name && !isFull) throw new AppError('forbidden', { message: 'Only an administrator can make tokens for others' });
  const account = await context.accounts.byName(subject);
  if (account && !account.enabled) throw invalidField(fields.userName, 'This user is disabled');
  const scope = wish.scope ?? (actor.token && subject === actor.name ? actor.token.scope : userScope);
  await requireScope(context, actor, subject, account?.id, scope);
  const expiresIn = wish.expiresIn ?? year;
  if (!isFull && (expiresIn === 0 || expiresIn > year))
    throw invalidField(fields.expiresIn, 'A token lasts at most a year; administrators can make longer ones');
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
