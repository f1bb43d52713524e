import type { AccessToken } from '@packhouse/contract/access/access-token-routes.ts';
import { accessWords } from '@packhouse/contract/access/access-words.ts';
import { AppError } from '@packhouse/contract/errors.ts';
import { type Actor, requireAdministrator } from '@packhouse/kernel/access/authorisation.ts';
import { type By, inChange } from '../audit/change.ts';
import type { Context } from '../context.ts';
import { findUserName } from '../password/check-password.ts';
import { nameToken } from './token.ts';
import { countTokens, deleteOldTokens as forgetOldTokens, revokeToken as revokeRow, selectToken, selectTokens, type TokenFilter } from './token-queries.ts';

type Row = NonNullable<Awaited<ReturnType<typeof selectToken>>>;

function toAccessToken(row: Row): AccessToken {
  return {
    id: row.id,
    userName: row.subject,
    description: row.description,
    scope: row.scope,
    refreshable: row.refreshable,
    hasReferenceToken: row.has_reference,
    createdBy: row.created_by,
    issuedAt: row.issued_at.toISOString(),
    expiresAt: row.expires_at?.toISOString() ?? null,
    lastUsedAt: row.last_used_at?.toISOString() ?? null,
  };
}

const isFull = (actor: Actor) => actor.administrator && !actor.scope;

/** The tokens that the actor may see: one's own, or everybody's for administrators. */
export async function listTokens(context: Context, actor: Actor, filter: TokenFilter, after: string | undefined, limit: number) {
  if (actor.scope) requireAdministrator(actor);
  const asked = filter.subject === undefined ? undefined : (findUserName(filter.subject) ?? '');
  if (!isFull(actor) && asked !== undefined && asked !== actor.name) throw new AppError(accessWords.tokens_of_others_hidden);
  const subject = isFull(actor) ? asked : actor.name;
  const { subject: _, ...rest } = filter;
  const effective = subject === undefined ? rest : { ...rest, subject };
  const [time, id] = after?.split('_') ?? [];
  if (after !== undefined && (!/^\d{1,15}$/.test(time ?? '') || !id)) throw new AppError(accessWords.after_is_no_place);
  const from = id ? { at: new Date(Number(time)), id } : undefined;
  const [rows, total] = await Promise.all([selectTokens(context.db, effective, from, limit + 1), countTokens(context.db, effective)]);
  const items = rows.slice(0, limit).map(toAccessToken);
  const last = rows[limit - 1];
  return { items, total, next: rows.length > limit && last ? `${last.issued_at.getTime()}_${last.id}` : null };
}

/** One token, when the actor may see it; to others it does not exist. */
export async function readToken(context: Context, actor: Actor, id: string): Promise<AccessToken> {
  const row = await selectToken(context.db, id);
  if (!row || actor.scope || (row.subject !== actor.name && !isFull(actor))) throw new AppError('token_not_found');
  return toAccessToken(row);
}

export async function revokeToken(context: Context, actor: Actor, id: string, by: By): Promise<void> {
  const token = await readToken(context, actor, id);
  await inChange(context, by, async (transaction, record) => {
    if (!(await revokeRow(transaction, id))) throw new AppError('token_not_found');
    const name = nameToken(token.userName, token.description);
    await record({ action: 'token.revoked', subject: id, name, before: { user: token.userName, description: token.description } });
  });
}

export { forgetOldTokens };
