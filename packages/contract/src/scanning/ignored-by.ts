import { z } from 'zod';

/** Why a finding is ignored. */
export const IgnoredBy = z.object({
  id: z.uuid(),
  author: z.string(),
  notes: z.string(),
  created: z.iso.datetime(),
  expires_at: z.iso.datetime().nullable(),
  /** The rule is about this one file alone. */
  own: z.boolean(),
});
export type IgnoredBy = z.output<typeof IgnoredBy>;
