import type { Context } from '../context.ts';
import { fingerprint } from '../secret/fingerprint.ts';
import { markUsed, selectToken, selectTokenByReference } from './token-queries.ts';
import type { GoodToken } from './token-states.ts';

export type StoredToken = NonNullable<Awaited<ReturnType<typeof selectTokenByReference>>>;

/** What a stored token stands for. */
export const tellGoodToken = (row: StoredToken): GoodToken => ({
  id: row.id,
  userId: row.user_id ?? undefined,
  subject: row.subject,
  scope: row.scope,
  createdBy: row.created_by,
  expiresAt: row.expires_at?.getTime(),
  isShort: false,
});

/** The stored token with this id, while it is good. */
export function findStoredToken(context: Context, id: string): Promise<StoredToken | undefined> {
  return selectToken(context.db, id);
}

export function findTokenByReference(context: Context, reference: string): Promise<StoredToken | undefined> {
  return selectTokenByReference(context.db, fingerprint(reference));
}

/** Notes when tokens were last used, each at most once a minute, without anybody waiting for it. */
export function tokenUse(context: Pick<Context, 'db' | 'log'>) {
  const noted = new Map<string, number>();
  const underWay = new Set<Promise<void>>();
  return {
    note(id: string): void {
      const now = Date.now();
      if (now - (noted.get(id) ?? 0) < 60_000) return;
      if (noted.size > 10_000) noted.clear();
      noted.set(id, now);
      const work = markUsed(context.db, id)
        .catch((error) => context.log.warn({ err: error }, 'the use of a token could not be noted'))
        .finally(() => underWay.delete(work));
      underWay.add(work);
    },
    async finish(): Promise<void> {
      await Promise.all(underWay);
    },
  };
}
export type TokenUse = ReturnType<typeof tokenUse>;
