import { AppError } from '@packhouse/contract/errors.ts';
import { listFailingReplications } from '@packhouse/contract/repositories/failing-replication-routes.ts';
import * as contract from '@packhouse/contract/repositories/replication-routes.ts';
import { replicationWords } from '@packhouse/contract/repositories/replication-words.ts';
import { type Actor, isAllowedThroughout } from '@packhouse/kernel/access/authorisation.ts';
import { type HandlerContext, handle } from '@packhouse/kernel/http/http.ts';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../context.ts';
import { readResource } from '../directory/directory.ts';
import { cancelRun, changeReplications, startRun } from './replication.ts';
import { selectFailing, selectOpenRun, selectReplication, selectRuns } from './replication-queries.ts';
import { needReplicable } from './replication-rules.ts';
import type { ReplicationRow } from './replication-schema.ts';
import { showReplications, showRows, toFailing, toRun } from './replication-view.ts';

const missing = () => new AppError(replicationWords.no_replication);

interface Place {
  key: string;
  id: number;
}

/** @throws AppError `not_found`, also for one of another repository */
async function needRow(context: Context, actor: Actor, { key, id }: Place): Promise<ReplicationRow> {
  const repository = await needReplicable(context, actor, key);
  const row = await selectReplication(context.db, id);
  if (row?.repository_id !== repository.id) throw missing();
  return row;
}

/** Those of all repositories that fail, as far as the actor manages all of the repository. */
function failingRoute(app: FastifyInstance, context: Context): void {
  const { db, platform } = context;
  handle(app, platform, listFailingReplications, async (_input, { actor }) => {
    const failing = await showRows(context, await selectFailing(db));
    const repositories = new Map((await context.directory.list()).map((one) => [one.key, one]));
    const isManaged = ({ repository: key }: { repository: string }) => {
      const repository = repositories.get(key);
      return repository !== undefined && isAllowedThroughout(actor, 'manage', readResource(repository));
    };
    return { items: failing.filter(isManaged).map(toFailing) };
  });
}

/** Replications of repositories, for those who manage all of the repository. */
export function replicationRoutes(app: FastifyInstance, context: Context): void {
  const { platform } = context;
  failingRoute(app, context);
  runRoutes(app, context);

  const showOne = async (row: ReplicationRow) => {
    const [shown] = await showRows(context, [row]);
    if (!shown) throw missing();
    return shown;
  };

  handle(app, platform, contract.listRepositoryReplications, async ({ params: { key } }, { actor }) => {
    const repository = await needReplicable(context, actor, key);
    return { items: await showReplications(context, repository.id) };
  });

  handle(app, platform, contract.readReplication, async ({ params }, { actor }) => showOne(await needRow(context, actor, params)));

  handle(app, platform, contract.createReplication, async ({ params: { key }, body }, call) => {
    const repository = await needReplicable(context, call.actor, key);
    return showOne(await changeReplications(context, repository, ({ add }) => add(body), call));
  });

  const changeOne = async (place: Place, work: Parameters<typeof changeReplications<ReplicationRow>>[2], call: HandlerContext) =>
    changeReplications(context, await needReplicable(context, call.actor, place.key), work, call);

  const findIn = (rows: readonly ReplicationRow[], id: number) => {
    const row = rows.find((one) => one.id === id);
    if (!row) throw missing();
    return row;
  };

  handle(app, platform, contract.updateReplication, async ({ params, body }, call) =>
    showOne(await changeOne(params, ({ rows, change }) => change(findIn(rows, params.id), body), call)),
  );

  handle(app, platform, contract.deleteReplication, async ({ params }, call) => {
    await changeOne(
      params,
      async ({ rows, remove }) => {
        const row = findIn(rows, params.id);
        await remove(row);
        return row;
      },
      call,
    );
  });
}

function runRoutes(app: FastifyInstance, context: Context): void {
  const { db, platform } = context;

  handle(app, platform, contract.runReplication, async ({ params }, call) =>
    toRun(await startRun(context, params.key, await needRow(context, call.actor, params), call)),
  );

  handle(app, platform, contract.cancelReplication, async ({ params }, call) => {
    const row = await needRow(context, call.actor, params);
    return toRun(await cancelRun(context, params.key, await selectOpenRun(db, row.id), call));
  });

  handle(app, platform, contract.listReplicationRuns, async ({ params }, { actor }) => ({
    items: (await selectRuns(db, (await needRow(context, actor, params)).id)).map(toRun),
  }));
}
