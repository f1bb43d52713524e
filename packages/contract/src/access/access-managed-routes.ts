import { z } from 'zod';
import { getPage, PageQuery } from '../paging.ts';
import { prefixes } from '../prefixes.ts';
import { route } from '../route.ts';

const url = `${prefixes.consoleApi}/access/trust/deployments/:id/entries`;
const byId = z.object({ id: z.string().min(1).max(200) });

const Entry = z.object({ kind: z.enum(['user', 'group', 'permission']), name: z.string().min(1).max(200) });

/** Something here that another deployment manages, though its federation takes no names over. */
export const ManagedEntry = Entry.extend({
  /** The audit log says that somebody created one of this name here. */
  madeHere: z.boolean(),
});
export type ManagedEntry = z.output<typeof ManagedEntry>;

export const listManagedEntries = route('listManagedEntries', {
  summary: 'What a trusted deployment manages here by federations that take no names over; first what was created here by the audit log',
  method: 'GET',
  url,
  access: 'administrator',
  params: byId,
  query: PageQuery.pick({ after: true, limit: true }),
  reply: getPage(ManagedEntry),
});

export const keepManagedEntries = route('keepManagedEntries', {
  summary: 'Take entries that a trusted deployment manages here as this deployment’s own: from then on they are changed here alone',
  method: 'POST',
  url: `${url}/keep`,
  access: 'administrator',
  params: byId,
  body: z.object({ entries: z.array(Entry).min(1).max(1000) }),
  reply: z.object({ kept: z.int() }),
});
