import { AppError } from '@packhouse/contract/errors.ts';
import * as contract from '@packhouse/contract/insight/insight-routes.ts';
import { authorise, repositoryResource } from '@packhouse/kernel/access/authorisation.ts';
import { handle } from '@packhouse/kernel/http/http.ts';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../context.ts';
import { readForecast } from './forecast.ts';
import { readTrendsOf, readTrendsOfProject, readTrendsOfRepository } from './trends.ts';
import { readConnectionsOfUnit, readStorageOfUnit } from './unit.ts';

export function insightRoutes(app: FastifyInstance, context: Context): void {
  const { platform, peers } = context;

  handle(app, platform, contract.readTrends, ({ query }) => readTrendsOf(context, query.period));

  handle(app, platform, contract.readRepositoryTrends, async ({ params: { key }, query }, { actor }) => {
    const repository = (await peers.repositories?.list())?.find((one) => one.key === key);
    authorise(actor, 'read', repository ? repositoryResource(repository) : { type: 'repository', name: key });
    if (!repository) throw new AppError('repository_not_found');
    return readTrendsOfRepository(context, key, query.period);
  });

  handle(app, platform, contract.readProjectTrends, async ({ params: { key }, query }, { actor }) => {
    authorise(actor, 'read', { type: 'project', name: key });
    if (!(await peers.projects?.find(key))) throw new AppError('project_not_found');
    return readTrendsOfProject(context, key, query.period);
  });

  handle(app, platform, contract.readStorageForecast, () => readForecast(context));

  handle(app, platform, contract.readUnitReplication, ({ query }) => readConnectionsOfUnit(context, query.unit, query.period, 'REPLICATION'));
  handle(app, platform, contract.readUnitFederation, ({ query }) => readConnectionsOfUnit(context, query.unit, query.period, 'FEDERATION'));
  handle(app, platform, contract.readUnitStorage, ({ query }) => readStorageOfUnit(context, query.unit, query.period));
}
