import { z } from 'zod';
import { route } from '../route.ts';
import { Said } from '../said.ts';

/** A replication that does not get through: its last run failed, or its changes cannot be sent. */
const FailingReplication = z.object({
  id: z.int(),
  repository: z.string(),
  url: z.string(),
  /** When its last run failed; absent where changes wait. */
  failedAt: z.iso.datetime().optional(),
  problem: Said.optional(),
});
export type FailingReplication = z.output<typeof FailingReplication>;

export const listFailingReplications = route('listFailingReplications', {
  summary: 'Replications that do not get through, of all repositories that the caller manages',
  method: 'GET',
  url: '/ui/api/v1/ui/admin/failingreplications',
  access: 'user',
  reply: z.object({ items: z.array(FailingReplication) }),
});
