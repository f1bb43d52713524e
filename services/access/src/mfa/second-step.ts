import { signInWords } from '@packhouse/contract/access/sign-in-words.ts';
import { AppError } from '@packhouse/contract/errors.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Account } from '../account/accounts.ts';
import { writeAudit } from '../audit/audit.ts';
import type { Context } from '../context.ts';
import { fingerprint, randomSecret } from '../secret/fingerprint.ts';
import { cookieName, putCookie } from '../session/cookie.ts';
import { completeSignIn } from '../session/session-start.ts';
import { confirmFactor, offerFactor, proveFactor, withdrawOffer } from './second-factor.ts';
import { countFailure, deleteSecondStep, deleteOldSecondSteps as forgetOldSecondSteps, replaceSecondStep, selectSecondStep } from './second-step-queries.ts';

const seconds = 600;
/** After so many wrong codes the password is asked for again. */
const mostFailures = 5;

function setCookie(context: Context, request: FastifyRequest, reply: FastifyReply, value: string, maxAge: number): void {
  putCookie(context, { request, reply }, { name: cookieName(context, 'second_step'), value }, { path: '/ui/api', sameSite: 'strict', maxAge });
}

/** Remembers in the browser that the password was right; nothing but the second factor can be done with it. */
export async function beginSecondStep(
  context: Context,
  { id, secondFactor }: Account,
  remember: boolean,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const secret = randomSecret(32);
  // Somebody else who knows the password may have seen what was offered before.
  if (!secondFactor) await withdrawOffer(context, id);
  await replaceSecondStep(context.db, { hash: fingerprint(secret), user_id: id, remember, expires_at: new Date(Date.now() + seconds * 1000) });
  setCookie(context, request, reply, secret, seconds);
}

const over = () => new AppError(signInWords.sign_in_again);

async function readStep(context: Context, request: FastifyRequest) {
  const secret = request.cookies[cookieName(context, 'second_step')];
  const step = secret && (await selectSecondStep(context.db, fingerprint(secret)));
  const account = step ? await context.accounts.byName(step.name) : undefined;
  if (!step || !account?.enabled || !account.consoleAccess) throw over();
  return { step, account };
}

/** The secret for the authenticator of somebody who has none yet. @throws AppError `forbidden` */
export async function enrolInStep(context: Context, request: FastifyRequest) {
  const { account } = await readStep(context, request);
  return offerFactor(context, account);
}

/** Completes the sign-in. @throws AppError `bad_credentials` for a wrong code, `forbidden` when the password must be entered again */
export async function completeStep(context: Context, otp: string, request: FastifyRequest, reply: FastifyReply) {
  const { step, account } = await readStep(context, request);
  const by = { actor: account.name, address: request.ip };
  const recoveryCodes = account.secondFactor ? undefined : await confirmFactor(context, account, otp, by);
  const proved = recoveryCodes !== undefined || (account.secondFactor && (await proveFactor(context, account, otp, by)));
  if (!proved) {
    await countFailure(context.db, step.hash, mostFailures);
    await writeAudit(context.db, { ...by, action: 'sign_in.failed', subject: account.name });
    await readStep(context, request);
    throw new AppError(signInWords.code_wrong_or_used);
  }
  if (!(await deleteSecondStep(context.db, step.hash))) throw over();
  setCookie(context, request, reply, '', 0);
  return { ...(await completeSignIn(context, account, step.remember, request, reply)), ...(recoveryCodes ? { recoveryCodes } : {}) };
}

export { forgetOldSecondSteps };
