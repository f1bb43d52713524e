import { AppError } from '@packhouse/contract/errors.ts';
import * as contract from '@packhouse/contract/mission-control/beacon-routes.ts';
import { missionWords } from '@packhouse/contract/mission-control/mission-words.ts';
import { handle } from '@packhouse/kernel/http/http.ts';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../context.ts';
import { composeBeacon } from './compose-beacon.ts';
import { selectDeployment } from './deployment-queries.ts';
import { noteAsked } from './listener-queries.ts';
import { passOn } from './pass-on.ts';
import { settle } from './settle.ts';
import { judgeBeacon } from './verdict.ts';

/** What deployments say of themselves to each other. */
export function beaconRoutes(app: FastifyInstance, context: Context): void {
  const { db, platform } = context;

  handle(app, platform, contract.readBeacon, async (_, { peer }) => {
    await noteAsked(db, peer.id);
    return composeBeacon(context);
  });

  handle(app, platform, contract.reportBeacon, async ({ body }, { peer }) => {
    if (body.id !== peer.id) throw new AppError(missionWords.beacon_of_another);
    const row = await selectDeployment(db, peer.id);
    if (!row || row.home) throw new AppError(missionWords.no_deployment);
    const at = new Date();
    const seen = judgeBeacon(body, Date.parse(body.at) - at.getTime());
    const kept = await settle(context, peer.id, seen, { at, isReport: true });
    if (kept) await passOn(context, peer.id, body, { at });
    return { taken: true as const };
  });
}
