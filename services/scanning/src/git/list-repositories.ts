import { AppError, saidBy } from '@packhouse/contract/errors.ts';
import type { Selectable } from 'kysely';
import type { Context } from '../context.ts';
import { findIntegration, noteContact } from '../integration/integration-queries.ts';
import { fitsSelection } from '../integration/selection.ts';
import { keepRepositories, settleListing } from './git-queries.ts';
import type { GitListingTable } from './git-tables.ts';
import { openIntegration, readQuota } from './integration-vendor.ts';

/** Seconds until the list is read again: usually, and after a failure. */
const daily = 24 * 60 * 60;
const soon = 15 * 60;
/** Pages of one go; a longer list goes on at once, so that a process that ends loses little. */
const mostPages = 100;

/** Reads the list of an integration's repositories page by page; what is broken off goes on where it stopped. */
export async function listRepositories(context: Context, listing: Selectable<GitListingTable>, signal: AbortSignal): Promise<void> {
  const { db } = context;
  const integration = await findIntegration(db, listing.integration);
  if (!integration) return;
  const { key } = integration;
  let { cursor } = listing;
  try {
    const { vendor } = openIntegration(context, integration);
    for (let pages = 0; pages < mostPages; pages++) {
      signal.throwIfAborted();
      const page = await vendor.repositories(cursor ?? undefined);
      await keepRepositories(
        db,
        key,
        page.items.map((one) => ({ ...one, selected: fitsSelection(integration, one.fullName) })),
      );
      cursor = page.cursor ?? null;
      if (cursor === null) break;
    }
    await settleListing(db, key, { cursor, isWhole: cursor === null, problem: null, seconds: cursor === null ? daily : 0 });
    await noteContact(db, key, { problem: null, quota: readQuota(vendor) });
  } catch (error) {
    if (signal.aborted || !(error instanceof AppError)) throw error;
    const until = (error.detail as { until?: unknown } | undefined)?.until;
    const seconds = until instanceof Date ? Math.max(30, Math.ceil((until.getTime() - Date.now()) / 1000)) : soon;
    await settleListing(db, key, { cursor, isWhole: false, problem: saidBy(error), seconds });
    await noteContact(db, key, { problem: saidBy(error) });
  }
}
