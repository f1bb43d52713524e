import * as contract from '@packhouse/contract/pipelines/secret-routes.ts';
import { handle } from '@packhouse/kernel/http/http.ts';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../context.ts';
import { keepSecret, readSecrets, removeSecret } from './keep-secret.ts';

/** Secrets for commands, as administrators keep them. */
export function secretRoutes(app: FastifyInstance, context: Context): void {
  handle(app, context.platform, contract.listPipelineSecrets, async () => ({ items: await readSecrets(context) }));
  handle(app, context.platform, contract.keepPipelineSecret, ({ params, body }, call) => keepSecret(context, params.name, body, call));
  handle(app, context.platform, contract.deletePipelineSecret, ({ params }, call) => removeSecret(context, params.name, call));
}
