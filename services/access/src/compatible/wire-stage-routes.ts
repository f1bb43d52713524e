import * as wire from '@packhouse/contract/access/access-compatible-stage-routes.ts';
import { type Actor, requireAdministrator } from '@packhouse/kernel/access/authorisation.ts';
import { type HandlerContext, handle } from '@packhouse/kernel/http/http.ts';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../context.ts';
import * as environment from '../project/environment.ts';
import { changeLifecycle } from '../project/lifecycle.ts';
import { keptProject, seenProject } from '../project/project.ts';
import { type StageOwner, tellLifecycle, tellStage, tellStages } from '../project/stage.ts';

type Asked = { project_key?: string | null | undefined };

const nameDoer = ({ actor, address }: HandlerContext) => ({ actor: actor.name, address });

async function findSeen({ db }: Context, actor: Actor, { project_key: key }: Asked): Promise<StageOwner> {
  return key ? seenProject(db, actor, key) : null;
}

/** @throws AppError `forbidden` for those who administer neither the project nor, where none is named, the platform */
async function findKept({ db }: Context, actor: Actor, { project_key: key }: Asked): Promise<StageOwner> {
  if (key) return keptProject(db, actor, key, 'resources');
  requireAdministrator(actor);
  return null;
}

/** Stages and their order, as existing clients ask for them. */
export function wireStageRoutes(app: FastifyInstance, context: Context): void {
  const { platform } = context;

  handle(app, platform, wire.wireListStages, async ({ query }, { actor }) => tellStages(context, await findSeen(context, actor, query), actor));
  handle(app, platform, wire.wireReadStage, async ({ params, query }, { actor }) =>
    tellStage(context, await findSeen(context, actor, query), params.name, actor),
  );
  handle(app, platform, wire.wireCreateStage, async ({ body }, call) => {
    const owner = await findKept(context, call.actor, body);
    const { name } = await environment.createEnvironment(context, owner, body.name, nameDoer(call), body.category ?? 'promote');
    return tellStage(context, owner, name, call.actor);
  });
  handle(app, platform, wire.wireChangeStage, async ({ params, query, body }, call) => {
    const owner = await findKept(context, call.actor, query);
    if (body.category) await environment.setCategory(context, owner, params.name, body.category, nameDoer(call));
    const name = body.name ? (await environment.renameEnvironment(context, owner, params.name, body.name, nameDoer(call))).name : params.name;
    return tellStage(context, owner, name, call.actor);
  });
  handle(app, platform, wire.wireDeleteStage, async ({ params, query }, call) =>
    environment.deleteEnvironment(context, await findKept(context, call.actor, query), params.name, nameDoer(call)),
  );

  handle(app, platform, wire.wireReadLifecycle, async ({ query }, { actor }) => tellLifecycle(context, await findSeen(context, actor, query)));
  handle(app, platform, wire.wireChangeLifecycle, async ({ query, body }, call) => {
    const owner = await findKept(context, call.actor, { project_key: query.project_key ?? body.project_key });
    await changeLifecycle(context, owner, body.promote_stages, nameDoer(call));
    return tellLifecycle(context, owner);
  });
}
