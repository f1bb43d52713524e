import * as contract from '@packhouse/contract/pipelines/pipeline-routes.ts';
import { handle } from '@packhouse/kernel/http/http.ts';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../context.ts';
import { readDocument } from '../document/read-document.ts';
import { createPipeline, enablePipeline, needPipeline, removePipeline, renewHookSecret, replacePipeline } from './keep-pipeline.ts';
import { selectPipelines } from './pipeline-queries.ts';
import { toPipeline, toSummaries } from './pipeline-view.ts';

/** Pipelines and their documents. */
export function pipelineRoutes(app: FastifyInstance, context: Context): void {
  const { db, platform } = context;

  handle(app, platform, contract.listPipelines, async ({ query }, { actor }) => {
    const { rows, total } = await selectPipelines(db, actor, query);
    const page = rows.slice(0, query.limit);
    return { items: await toSummaries(context, actor, page), total, next: rows.length > page.length ? page.at(-1)!.name : null };
  });

  handle(app, platform, contract.readPipeline, async ({ params }, { actor }) => toPipeline(context, actor, await needPipeline(context, actor, params.name)));

  handle(app, platform, contract.checkPipeline, async ({ body }) => {
    const { document, problems = [] } = readDocument(body.document);
    return { problems, steps: (document?.steps ?? []).map(({ id, type, needs }) => ({ id, type, needs: [...needs] })) };
  });

  handle(app, platform, contract.createPipeline, async ({ body }, call) => toPipeline(context, call.actor, await createPipeline(context, body.document, call)));
  handle(app, platform, contract.updatePipeline, async ({ params, body }, call) =>
    toPipeline(context, call.actor, await replacePipeline(context, params.name, body.document, body.revision, call)),
  );
  handle(app, platform, contract.enablePipeline, async ({ params, body }, call) =>
    toPipeline(context, call.actor, await enablePipeline(context, params.name, body.enabled, call)),
  );
  handle(app, platform, contract.deletePipeline, ({ params }, call) => removePipeline(context, params.name, call));
  handle(app, platform, contract.renewHookSecret, async ({ params }, call) => ({ secret: await renewHookSecret(context, params.name, call) }));
}
