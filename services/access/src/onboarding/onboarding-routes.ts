import { AppError } from '@packhouse/contract/errors.ts';
import * as routes from '@packhouse/contract/shell/onboarding-user-routes.ts';
import { systemOnboarding } from '@packhouse/contract/shell/shell-routes.ts';
import type { Actor } from '@packhouse/kernel/access/authorisation.ts';
import { handle } from '@packhouse/kernel/http/http.ts';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../context.ts';
import { mergeCustomData, selectCustomData } from './custom-data-queries.ts';

const nothingYet: routes.UserCustomData = { firstLogin: true, showPersonalization: false, playedVideos: [], feedback: {} };

async function userId(context: Context, { name }: Actor): Promise<number> {
  const account = await context.accounts.byName(name);
  if (!account) throw new AppError('user_not_found');
  return account.id;
}

/** Serves what the console keeps for each user, and whether it is to greet or ask them. */
export function onboardingRoutes(app: FastifyInstance, context: Context): void {
  const { platform, db } = context;
  const read = async (actor: Actor) => ({ ...nothingYet, ...(await selectCustomData(db, await userId(context, actor)))?.data });

  handle(app, platform, routes.readUserCustomData, (_, { actor }) => read(actor));

  handle(app, platform, routes.updateUserCustomData, async ({ body }, { actor }) => {
    const change = body.playedVideos ? { ...body, playedVideos: [...new Set(body.playedVideos)] } : body;
    return { ...nothingYet, ...(await mergeCustomData(db, await userId(context, actor), change)).data };
  });

  handle(app, platform, systemOnboarding, async (_, { actor }) => {
    // Visitors, and tokens that stand for nobody of ours, are neither greeted nor asked.
    const account = actor.kind === 'user' ? await context.accounts.byName(actor.name) : undefined;
    if (!account) return { firstLogin: false, showPersonalization: false };
    const { firstLogin, showPersonalization } = { ...nothingYet, ...(await selectCustomData(db, account.id))?.data };
    return { firstLogin, showPersonalization };
  });
}
