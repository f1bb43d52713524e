import { z } from 'zod';
import { getPage, PageQuery, Timestamp } from '../paging.ts';
import { prefixes } from '../prefixes.ts';
import { route, stream } from '../route.ts';

export const AuditRecord = z.object({
  id: z.number().int(),
  at: Timestamp,
  actor: z.string(),
  address: z.string(),
  /** Says what happened, `user.created`. */
  action: z.string(),
  subject: z.string(),
  /** What people call the subject, where that is only a number or an id. */
  name: z.string().nullable(),
  before: z.unknown(),
  after: z.unknown(),
});

const auditFilter = {
  actor: z.string().max(200).optional(),
  /** A whole action, or its beginning with a dot: `user.`. */
  action: z.string().max(100).optional(),
  from: Timestamp.optional(),
  to: Timestamp.optional(),
};

export const listAuditRecords = route('listAuditRecords', {
  summary: 'What was done by whom, newest first',
  method: 'GET',
  url: `${prefixes.consoleApi}/access/audit`,
  access: 'administrator',
  query: PageQuery.extend(auditFilter),
  reply: getPage(AuditRecord),
});

export const exportAuditRecords = route('exportAuditRecords', {
  summary: 'The same as a file, oldest first: one JSON record a line',
  method: 'GET',
  url: `${prefixes.consoleApi}/access/audit/export`,
  access: 'administrator',
  query: z.object({ search: z.string().trim().max(200).optional(), ...auditFilter }),
  reply: stream('application/x-ndjson'),
});
