import * as contract from '@packhouse/contract/mission-control/unit-routes.ts';
import { findSaid } from '@packhouse/kernel/database/said-columns.ts';
import { handle } from '@packhouse/kernel/http/http.ts';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../context.ts';
import { withAddresses } from './addresses.ts';
import { askDeployment } from './ask.ts';
import { findConnections } from './connections.ts';
import { selectDeployments, selectStatusChanges } from './deployment-queries.ts';
import { changeDeployment, listCandidates, needDeployment, registerDeployment, removeDeployment } from './keep-deployment.ts';
import { toUnit } from './unit-view.ts';

/** Deployments in the console. */
export function unitRoutes(app: FastifyInstance, context: Context): void {
  const { db, platform } = context;

  handle(app, platform, contract.listUnits, async () => {
    const rows = await withAddresses(context, await selectDeployments(db));
    return { items: rows.map(toUnit), connections: findConnections(rows) };
  });
  handle(app, platform, contract.listUnitCandidates, async () => ({
    items: (await listCandidates(context)).map(({ id, name, url }) => ({ id, name, url })),
  }));
  handle(app, platform, contract.registerUnit, async ({ body }, by) => toUnit(await registerDeployment(context, body, by)));
  handle(app, platform, contract.updateUnit, async ({ params, body }, by) => toUnit(await changeDeployment(context, params.id, body, by)));
  handle(app, platform, contract.removeUnit, ({ params }, by) => removeDeployment(context, params.id, by));

  handle(app, platform, contract.askUnit, async ({ params }) => {
    await askDeployment(context, await needDeployment(context, params.id));
    return toUnit(await needDeployment(context, params.id));
  });

  handle(app, platform, contract.listStatusChanges, async ({ params: { id }, query: { after, limit } }) => {
    await needDeployment(context, id);
    const { rows, total } = await selectStatusChanges(db, id, { before: after === undefined ? undefined : Number(after), limit: limit + 1 });
    const page = rows.slice(0, limit);
    const items = page.map((row) => {
      const reason = findSaid(row);
      return { id: row.id, at: row.at.toISOString(), status: row.status, ...(reason ? { reason } : {}) };
    });
    return { items, total, next: rows.length > limit ? String(page.at(-1)!.id) : null };
  });
}
