import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Account } from '../account/accounts.ts';
import { writeAudit } from '../audit/audit.ts';
import type { Context } from '../context.ts';
import { startSession } from './session.ts';
import { markSignedIn } from './session-queries.ts';

export type MfaStatus = 'enroll' | 'verify' | 'none';

/** Gives what the signed-in console is told about a user. */
export function makeUserData({ name, realm }: { name: string; realm: string }, mfaStatus: MfaStatus = 'none') {
  return { name, realm, mfaStatus };
}

/** Starts the session of somebody who has proved everything, together with its entry in the audit log; `after` says more in that. */
export async function completeSignIn(
  context: Context,
  account: Account,
  remember: boolean,
  request: FastifyRequest,
  reply: FastifyReply,
  after?: Record<string, string>,
) {
  await context.db.transaction().execute(async (tx) => {
    await startSession({ ...context, db: tx }, account.id, remember, request, reply);
    await markSignedIn(tx, account.id);
    const entry = { actor: account.name, address: request.ip, action: 'sign_in.succeeded', subject: account.name };
    await writeAudit(tx, { ...entry, ...(after ? { after } : {}) });
  });
  return makeUserData(account);
}
