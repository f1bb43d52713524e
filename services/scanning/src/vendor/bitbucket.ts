import { z } from 'zod';
import type { CommitState, Page, PullRequest } from './vendor.ts';
import { isRefused, type VendorCall, type VendorRequest } from './vendor-call.ts';

/** States of builds, which both kinds of Bitbucket call alike. */
export const buildStates: Record<CommitState['state'], string> = { pending: 'INPROGRESS', success: 'SUCCESSFUL', failure: 'FAILED', error: 'FAILED' };

/** States of pull requests, which both kinds call alike; one that was superseded is closed. */
export const pullStates: Readonly<Record<string, PullRequest['state']>> = { OPEN: 'open', MERGED: 'merged' };

/** A comment of HTML would be shown; a reference that nothing uses is not. */
export const markLine = (marker: string) => `[//]: # (${marker})`;

/** Puts the comment where one of ours may be changed, or makes it anew. */
export async function putComment<Known>(call: VendorCall, ours: readonly Known[], edit: (one: Known) => VendorRequest, make: VendorRequest): Promise<void> {
  for (const one of ours) {
    try {
      return await call.tell(edit(one));
    } catch (error) {
      if (!isRefused(error)) throw error;
    }
  }
  await call.tell(make);
}

/** A page of a list of Bitbucket Cloud, which names the next one in its body. */
export async function cloudPage<Schema extends z.ZodType>(call: VendorCall, path: string, schema: Schema): Promise<Page<z.output<Schema>>> {
  const { value } = await call.ask({ path }, z.object({ values: schema.array(), next: z.url().optional() }));
  return { items: value.values, ...(value.next === undefined ? {} : { cursor: value.next }) };
}

/** A page of a list of Bitbucket Server, which numbers its items. */
export async function serverPage<Schema extends z.ZodType>(call: VendorCall, path: string, schema: Schema, start = '0'): Promise<Page<z.output<Schema>>> {
  const Shape = z.object({ values: schema.array(), isLastPage: z.boolean(), nextPageStart: z.number().nullish() });
  const { value } = await call.ask({ path: `${path}${path.includes('?') ? '&' : '?'}limit=100&start=${encodeURIComponent(start)}` }, Shape);
  const next = value.nextPageStart;
  return { items: value.values, ...(value.isLastPage || typeof next !== 'number' ? {} : { cursor: String(next) }) };
}
