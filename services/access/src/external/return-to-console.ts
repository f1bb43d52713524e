import type { SignInProblem } from '@packhouse/contract/access/access-external-rules.ts';
import { signInProblems } from '@packhouse/contract/access/access-external-rules.ts';
import { AppError } from '@packhouse/contract/errors.ts';
import { prefixes } from '@packhouse/contract/prefixes.ts';
import type { FastifyReply } from 'fastify';
import type { Context } from '../context.ts';

/** A sign-in that ended for a reason the person is told in the console's words. */
export class SignInRefusal extends Error {
  readonly problem: SignInProblem;
  constructor(problem: SignInProblem, options: { cause?: unknown } = {}) {
    super(`The sign-in ended: ${problem}`, options);
    this.name = 'SignInRefusal';
    this.problem = problem;
  }
}

function getProblem(error: unknown): SignInProblem {
  if (error instanceof SignInRefusal) return error.problem;
  if (!(error instanceof AppError)) return 'refused';
  const { reason } = (error.detail ?? {}) as { reason?: SignInProblem };
  if (reason && signInProblems.includes(reason)) return reason;
  return error.code === 'upstream_unavailable' || error.code === 'address_refused' ? 'unreachable' : 'refused';
}

/**
 * Runs a step that a browser navigates through: it answers with a redirect, never with JSON. On success to where `work` says; else to the console's
 * page of this way in, with the reason in words of ours.
 */
export async function navigated(context: Context, kind: 'oauth' | 'saml', reply: FastifyReply, work: () => Promise<string>): Promise<void> {
  const page = `${prefixes.console}/login/sso/${kind}`;
  let target: string;
  try {
    target = await work();
  } catch (error) {
    context.log.warn({ err: error, kind }, 'an outside sign-in failed');
    target = `${page}?problem=${getProblem(error)}`;
  }
  reply.header('cache-control', 'no-store');
  await reply.redirect(target, 303);
}

/** The console's page that goes on once the session is there. */
export function consolePage(kind: 'oauth' | 'saml'): string {
  return `${prefixes.console}/login/sso/${kind}?done=true`;
}
