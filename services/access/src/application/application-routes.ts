import * as routes from '@packhouse/contract/access/access-application-routes.ts';
import { accessWords } from '@packhouse/contract/access/access-words.ts';
import { AppError } from '@packhouse/contract/errors.ts';
import { countedAddress } from '@packhouse/kernel/http/counted-address.ts';
import { type HandlerContext, handle, publicBaseUrl } from '@packhouse/kernel/http/http.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Context } from '../context.ts';
import { beginGuess, forgiveGuess } from '../password/throttle.ts';
import { answerInOauthWords } from '../token/oauth-errors.ts';
import { createApplication, deleteApplication, findApplication, listApplications, readApplication } from './applications.ts';
import { makeClientProof, provedApplication } from './client-proof.ts';
import { authorize, listUserApplications, revokeApplication, validateRequest } from './consent.ts';
import { redeem } from './redeem.ts';

const nameDoer = ({ actor, address }: HandlerContext) => ({ actor: actor.name, address });

const form = 'application/x-www-form-urlencoded';
/** Wrong secrets of one application from one address; where it has none, wrong codes and refresh tokens. */
const limit = { free: 20, longest: 300 };

/** A form of which no field comes twice. https://www.rfc-editor.org/rfc/rfc6749#section-3.2 */
function findFields(body: string): Record<string, string> {
  const all = [...new URLSearchParams(body)];
  const fields = new Map(all);
  if (fields.size !== all.length) throw new AppError(accessWords.parameter_comes_twice);
  return Object.fromEntries(fields);
}

/** Where applications fetch tokens: they prove themselves, so nobody else is asked who they are. */
function tokenRoute(app: FastifyInstance, context: Context): void {
  const { db, platform } = context;
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(form, { parseAs: 'string' }, async (_request: unknown, body: string | Buffer) => findFields(String(body)));
    scope.addHook('onSend', async (request, reply) => {
      reply.headers({ 'cache-control': 'no-store', pragma: 'no-cache' });
      // Who asked with this header is told which way it is spoken; on other refusals libraries would take it for the reason.
      if (reply.statusCode === 401 && request.headers.authorization !== undefined)
        reply.header('www-authenticate', `Basic realm="${context.settings.basicRealm()}"`);
    });
    answerInOauthWords(scope);
    handle(scope, platform, routes.requestApplicationToken, async ({ body }, { address, request }) => {
      const { authorization } = request.headers;
      const proof = makeClientProof({ ...body, authorization });
      const known = await findApplication(db, proof.clientId);
      const key = `application ${known?.client_id ?? 'unknown'} at ${countedAddress(address)}`;
      await beginGuess(db, key, limit);
      const application = await provedApplication(db, proof);
      // Who has proved a secret guesses nothing: its users' old tokens are no fault of its own.
      if (application.secret_hash !== null) await forgiveGuess(db, key);
      const answer = await redeem(context, application, body, address);
      if (application.secret_hash === null) await forgiveGuess(db, key);
      return answer;
    });
  });
}

/** Describes what libraries look up, so that nobody has to enter the addresses. */
function describedAt(base: string) {
  return {
    issuer: base,
    authorization_endpoint: `${base}${routes.authorizationPath}`,
    token_endpoint: `${base}${routes.applicationTokenPath}`,
    response_types_supported: ['code'],
    response_modes_supported: ['query'],
    grant_types_supported: ['authorization_code', 'refresh_token'],
    token_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post', 'none'],
    code_challenge_methods_supported: ['S256'],
    authorization_response_iss_parameter_supported: true,
  };
}

/** Applications that act for users who allowed it. https://www.rfc-editor.org/rfc/rfc6749 */
export function applicationRoutes(app: FastifyInstance, context: Context): void {
  const { db, platform } = context;
  /** Answers, too, say what the description says. https://www.rfc-editor.org/rfc/rfc9207#section-2.4 */
  const issuerFor = (request: FastifyRequest) => publicBaseUrl(request, platform.config);

  handle(app, platform, routes.listApplications, () => listApplications(db));
  handle(app, platform, routes.createApplication, ({ body }, caller) =>
    createApplication(context, body, publicBaseUrl(caller.request, platform.config), nameDoer(caller)),
  );
  handle(app, platform, routes.deleteApplication, ({ params }, caller) => deleteApplication(context, params.id, nameDoer(caller)));

  handle(app, platform, routes.validateAuthorization, ({ params, query }, { actor, request }) =>
    validateRequest(context, actor, { clientId: params.id, address: query.auth_url, issuer: issuerFor(request) }),
  );
  handle(app, platform, routes.readClientData, async ({ params }) => {
    const { client_id, name, type, description } = await readApplication(db, params.id);
    return { id: client_id, name, type, description };
  });
  handle(app, platform, routes.authorizeApplication, ({ params, body }, caller) =>
    authorize(context, caller.actor, { ...params, address: body.url, issuer: issuerFor(caller.request) }, nameDoer(caller)),
  );
  handle(app, platform, routes.listUserApplications, ({ params, query }, { actor }) => listUserApplications(context, actor, params.username, query.internal));
  handle(app, platform, routes.deleteUserApplication, ({ params }, caller) =>
    revokeApplication(context, caller.actor, params.client_id, params.username, nameDoer(caller)),
  );
  handle(app, platform, routes.readAuthorizationServer, async (_, { request }) => describedAt(issuerFor(request)));
  tokenRoute(app, context);
}
