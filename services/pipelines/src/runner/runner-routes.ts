import * as contract from '@packhouse/contract/pipelines/runner-routes.ts';
import { handle } from '@packhouse/kernel/http/http.ts';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../context.ts';
import { readRunners, registerRunner, revokeRunner } from './keep-runner.ts';

/** Runners, as administrators keep them. */
export function runnerRoutes(app: FastifyInstance, context: Context): void {
  handle(app, context.platform, contract.listRunners, async () => ({ items: await readRunners(context) }));
  handle(app, context.platform, contract.registerRunner, ({ body }, call) => registerRunner(context, body, call));
  handle(app, context.platform, contract.revokeRunner, ({ params }, call) => revokeRunner(context, params.name, call));
}
