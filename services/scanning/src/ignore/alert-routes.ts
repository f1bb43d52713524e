import * as contract from '@packhouse/contract/scanning/scanning-ignore-routes.ts';
import { handle } from '@packhouse/kernel/http/http.ts';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../context.ts';
import { ignoreItem, readAlert, unignoreItem } from './alert.ts';
import type { Settle } from './ignore-routes.ts';

/** The alert of a file, and the actions that hide it and bring it back. */
export function alertRoutes(app: FastifyInstance, context: Context, settle: Settle): void {
  const { platform } = context;
  handle(app, platform, contract.getArtifactAlert, async ({ query }, { actor }) => ({ alert: await readAlert(context, actor, query) }));
  handle(app, platform, contract.ignoreAlert, async ({ body }, { actor, address }) => {
    const answer = await ignoreItem(context, { actor, address }, body);
    await settle();
    return answer;
  });
  handle(app, platform, contract.unignoreAlert, async ({ body }, { actor, address }) => {
    const answer = await unignoreItem(context, { actor, address }, body);
    await settle();
    return answer;
  });
}
