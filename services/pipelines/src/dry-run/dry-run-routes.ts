import * as contract from '@packhouse/contract/pipelines/dry-run-routes.ts';
import { handle } from '@packhouse/kernel/http/http.ts';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../context.ts';
import { dryRunDocument, dryRunPipeline } from './dry-run.ts';

/** What would happen, without anything happening. */
export function dryRunRoutes(app: FastifyInstance, context: Context): void {
  handle(app, context.platform, contract.dryRunDocument, ({ body }, call) => dryRunDocument(context, body.document, body.variables, call));
  handle(app, context.platform, contract.dryRunPipeline, ({ params, body }, call) => dryRunPipeline(context, params.name, body.variables, call));
}
