// Hooks that stay at a vendor after their integration was deleted.
import { z } from 'zod';
import { getPage, PageQuery, Timestamp } from '../paging.ts';
import { prefixes } from '../prefixes.ts';
import { route } from '../route.ts';
import { Said } from '../said.ts';
import { vendorNames } from './integration-routes.ts';

const leftHooks = `${prefixes.consoleApi}/xray/ui/left_hooks`;

export const LeftHook = z.object({
  id: z.int(),
  /** Key and name of the integration that it was for. */
  integration: z.string(),
  name: z.string(),
  vendorName: z.enum(vendorNames),
  url: z.string(),
  repository: z.string(),
  hookId: z.string(),
  leftAt: Timestamp,
  attempts: z.int(),
  /** When it is tried again; null once nobody tries any more, and the token is forgotten. */
  nextAt: Timestamp.nullable(),
  /** Why the last attempt failed. */
  error: Said.nullable(),
});
export type LeftHook = z.output<typeof LeftHook>;

export const listLeftHooks = route('listLeftHooks', {
  summary: 'Hooks of deleted integrations that are still at their vendors, with why they could not be removed',
  method: 'GET',
  url: leftHooks,
  access: 'administrator',
  query: PageQuery.omit({ search: true }),
  reply: getPage(LeftHook),
});

export const forgetLeftHooks = route('forgetLeftHooks', {
  summary: 'Stop telling of hooks that nobody tries to remove any more',
  method: 'DELETE',
  url: leftHooks,
  access: 'administrator',
  reply: z.object({ forgotten: z.int() }),
});
