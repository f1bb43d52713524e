import type { FastifyInstance } from 'fastify';
import { searchRoutes } from '../compatible/item-search-routes.ts';
import { compatibleSearchRoutes } from '../compatible/search-rest-routes.ts';
import type { Context } from '../context.ts';
import { archiveJob, unreadArchivesJob } from './archive-job.ts';
import { consoleSearchRoutes } from './search-routes.ts';

/** Searching, for the console and for existing clients, and the jobs that look into archives. */
export async function startSearch(app: FastifyInstance, context: Context): Promise<void> {
  await searchRoutes(app, context);
  await compatibleSearchRoutes(app, context);
  consoleSearchRoutes(app, context);
  context.platform.jobs.register(archiveJob(context));
  context.platform.jobs.register(unreadArchivesJob(context));
}
