import { readStorageSummary } from '@packhouse/contract/repositories/storage-routes.ts';
import { handle } from '@packhouse/kernel/http/http.ts';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../context.ts';
import { storageSummary } from './storage-summary.ts';

/** Serves what storage is used for, for administrators. */
export function usageRoutes(app: FastifyInstance, context: Context): void {
  handle(app, context.platform, readStorageSummary, () => storageSummary(context));
}
