import type { FastifyInstance } from 'fastify';
import type { Context } from '../context.ts';
import { searchRoutes } from '../query/search-routes.ts';
import { archiveJob, unreadArchivesJob } from './archive-job.ts';
import { compatibleSearchRoutes } from './compatible-routes.ts';
import { consoleSearchRoutes } from './search-routes.ts';

/** Searching, for the console and for existing clients, and the jobs that look into archives. */
export async function startSearch(app: FastifyInstance, context: Context): Promise<void> {
  await searchRoutes(app, context);
  await compatibleSearchRoutes(app, context);
  consoleSearchRoutes(app, context);
  context.platform.jobs.register(archiveJob(context));
  context.platform.jobs.register(unreadArchivesJob(context));
}
