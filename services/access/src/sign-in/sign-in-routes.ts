import * as routes from '@packhouse/contract/access/auth-sign-in-routes.ts';
import { signInWords } from '@packhouse/contract/access/sign-in-words.ts';
import { duties } from '@packhouse/contract/duties.ts';
import { AppError } from '@packhouse/contract/errors.ts';
import { type Action, type Actor, actions, isAllowed, type ResourceType } from '@packhouse/kernel/access/authorisation.ts';
import { handle, publicBaseUrl } from '@packhouse/kernel/http/http.ts';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../context.ts';
import { findToken, looksLikeToken, readActorOfToken } from '../identity/token-actor.ts';
import { readInvitation } from '../invitation/invitation.ts';
import { isMailOn } from '../mail/deliver.ts';
import { samlLink } from '../saml/saml-settings.ts';
import { renewCookie } from '../session/session.ts';
import { changeOwnPassword, makeUserData, signIn, signOut } from './sign-in.ts';

function actionsSomewhere(actor: Actor, type: ResourceType): Action[] {
  if (actor.administrator && !actor.scope) return [...actions];
  return actions.filter((action) => actor.grants.some((grant) => grant.resourceType === type && grant.actions.includes(action)));
}

function readDuties(actor: Actor) {
  const kept = duties.filter((name) => isAllowed(actor, 'manage', { type: 'duty', name }));
  return kept.length > 0 ? { duties: kept } : {};
}

async function readCurrentUser(context: Context, actor: Actor) {
  const account = actor.kind === 'user' ? await context.accounts.byName(actor.name) : undefined;
  return {
    ...makeUserData(actor),
    kind: actor.kind,
    administrator: actor.administrator && !actor.scope,
    email: account?.email ?? '',
    groups: [...actor.groups],
    profileUpdatable: account?.profileUpdatable ?? false,
    actions: {
      repository: actionsSomewhere(actor, 'repository'),
      build: actionsSomewhere(actor, 'build'),
      releaseBundle: actionsSomewhere(actor, 'releaseBundle'),
    },
    ...(actor.administrator ? {} : readDuties(actor)),
  };
}

/** The address to go to after sign-in, when it is one of ours: nobody is sent elsewhere by a link to our sign-in page. */
function ownAddress(target: string, baseUrl: string): string {
  const base = new URL(baseUrl);
  const url = URL.canParse(target, base) ? new URL(target, base) : undefined;
  const path = url ? `${url.pathname}${url.search}${url.hash}` : '';
  // Without its dots `/.//host/` is `//host/`, which a browser takes for another host: what is answered is judged once more as the browser will read it.
  const isOurs = url?.origin === base.origin && url.username === '' && URL.canParse(path, base) && new URL(path, base).href === url.href;
  if (!isOurs) throw new AppError(signInWords.return_address_refused);
  return path;
}

export function signInRoutes(app: FastifyInstance, context: Context): void {
  const { db, platform } = context;
  const related = async () => ({ forgotPassword: await isMailOn(db), canRememberMe: true, ssoProviderLink: await samlLink(db) });

  handle(app, platform, routes.login, ({ query, body }, { request, reply }) =>
    signIn(context, { user: body.user, password: body.password, remember: query['remember-me'] }, request, reply),
  );
  handle(app, platform, routes.accessLogin, ({ query, body }, { request, reply }) =>
    signIn(context, { user: body.username, password: body.password, remember: query['remember-me'] }, request, reply),
  );
  handle(app, platform, routes.logout, async (_, { request, reply }) => signOut(context, request, reply));
  handle(app, platform, routes.currentUser, async (_, { actor, request, reply }) => {
    if (actor.via === 'session') await renewCookie(context, request, reply);
    return readCurrentUser(context, actor);
  });
  handle(app, platform, routes.changePassword, ({ body }, { request }) => changeOwnPassword(context, body, request));

  handle(app, platform, routes.loginRelatedData, related);
  handle(app, platform, routes.accessLoginRelatedData, related);
  handle(app, platform, routes.redirectTarget, async ({ query }, { request }) => ({
    url: ownAddress(query.redirectTo, publicBaseUrl(request, platform.config)),
  }));
  handle(app, platform, routes.verifyToken, async ({ body }) => {
    const invited = await readInvitation(context, body.token);
    if (invited) return { ...invited, invitation: true };
    const token = looksLikeToken(body.token) ? await findToken(context, body.token) : undefined;
    const actor = token && (await readActorOfToken(context, token));
    if (!actor) throw new AppError(signInWords.token_invalid);
    return { userName: actor.name, expiresAt: token.expiresAt === undefined ? null : new Date(token.expiresAt).toISOString(), invitation: false };
  });
}
