import type { Db } from '../schema.ts';
import { deleteApiKey } from './api-key-queries.ts';
import { revokeOwnTokens } from './token-queries.ts';

/** Ends the tokens and the API key that a user made; answers what that was. Tokens that somebody else made for the user stay. */
export async function endOwnTokens(db: Db, user: { id: number; name: string }): Promise<{ tokens: number; apiKey: boolean }> {
  return { tokens: await revokeOwnTokens(db, user), apiKey: await deleteApiKey(db, user.id) };
}
