import { AppError } from '@packhouse/contract/errors.ts';
import { missionWords } from '@packhouse/contract/mission-control/mission-words.ts';
import { readUsage } from '@packhouse/contract/mission-control/usage-routes.ts';
import { handle } from '@packhouse/kernel/http/http.ts';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../context.ts';

/** What clients take most from, as insight counts it. */
export function usageRoutes(app: FastifyInstance, { platform, peers }: Context): void {
  handle(app, platform, readUsage, async ({ query }) => {
    if (!peers.insight) throw new AppError(missionWords.nobody_counts_usage);
    const top = await peers.insight.top('sent', query);
    return { items: top.map(({ repository, value }) => ({ repository, bytes: value })) };
  });
}
