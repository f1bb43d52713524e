import { listUnits } from '@packhouse/contract/mission-control/unit-routes.ts';
import { handle } from '@packhouse/kernel/http/http.ts';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../context.ts';
import { type DeploymentRow, selectDeployments } from './deployment-queries.ts';

const toUnit = ({ id, name, url, home, status, since }: DeploymentRow) => ({ id, name, url, home, status, since: since.toISOString() });

/** Deployments in the console. */
export function unitRoutes(app: FastifyInstance, { db, platform }: Context): void {
  handle(app, platform, listUnits, async () => ({ items: (await selectDeployments(db)).map(toUnit) }));
}
