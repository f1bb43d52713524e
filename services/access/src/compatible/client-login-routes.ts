import * as routes from '@packhouse/contract/access/access-client-login-routes.ts';
import { accessWords } from '@packhouse/contract/access/access-words.ts';
import { AppError, namedFieldRefusal } from '@packhouse/contract/errors.ts';
import { say } from '@packhouse/contract/sentences.ts';
import { countedAddress } from '@packhouse/kernel/http/counted-address.ts';
import { handle } from '@packhouse/kernel/http/http.ts';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../context.ts';
import { beginAttempt, forgive } from '../password/throttle.ts';
import { fingerprint } from '../secret/fingerprint.ts';
import { orderToken } from '../token/order.ts';
import { issueToken } from '../token/token.ts';
import { approveLogin, insertClientLogin, takeApproved } from './client-login-queries.ts';
import { toAnswer } from './security-token-routes.ts';

/** As long as somebody may take to sign in. */
const minutesToAgree = 5;
const most = { fromAddress: 30, atAll: 2000 };
/** The command line renews it before it ends. */
const tokenLife = 30 * 86_400;
/** Characters of the session that the user reads in the terminal and types in the browser. */
const codeLength = 4;

/** https://www.postgresql.org/docs/current/errcodes-appendix.html */
const foreignKeyViolation = '23503';

/** Login of command lines through the browser. */
export function clientLoginRoutes(app: FastifyInstance, context: Context): void {
  const { platform } = context;

  handle(app, platform, routes.requestClientLogin, async ({ body }, { address }) => {
    const expiresAt = new Date(Date.now() + minutesToAgree * 60_000);
    const begun = await insertClientLogin(
      context.db,
      { sessionHash: fingerprint(body.session.toLowerCase()), address: countedAddress(address), expiresAt },
      most,
    );
    if (!begun) throw new AppError(accessWords.too_many_logins_begun);
    return {};
  });

  handle(app, platform, routes.approveClientLogin, async ({ body }, { actor, address }) => {
    const session = body.session.toLowerCase();
    // Somebody who was sent a link to another's login cannot have read the code in a terminal of their own.
    const attempt = await beginAttempt(context.db, `client login ${actor.name}`, address);
    if (body.code.toLowerCase() !== session.slice(-codeLength)) throw namedFieldRefusal('code', say(accessWords.login_code_differs));
    await forgive(context.db, attempt);
    const description = `Login of ${body.client || 'a command line'} in the browser`;
    const order = await orderToken(context, actor, { description, expiresIn: tokenLife, refreshable: true });
    if (!(await approveLogin(context.db, fingerprint(session), order))) throw new AppError(accessWords.login_not_awaited);
  });

  handle(app, platform, routes.collectClientToken, async ({ params }, { address }) => {
    const order = await takeApproved(context.db, fingerprint(params.session.toLowerCase()));
    const refusal = new AppError(accessWords.login_not_completed);
    if (!order || !(await context.accounts.byName(order.subject))?.enabled) throw refusal;
    const issued = await issueToken(context, order, { actor: order.subject, address }).catch((error: { code?: string }) => {
      // What approved it is gone meanwhile: its user, or the consent to the application whose token it was.
      throw error.code === foreignKeyViolation ? refusal : error;
    });
    return toAnswer(issued);
  });
}
