import { z } from 'zod';
import { RuleOfVex } from './vex.ts';

/** Why a finding is ignored. */
export const IgnoredBy = z.object({
  id: z.uuid(),
  author: z.string(),
  notes: z.string(),
  created: z.iso.datetime(),
  expires_at: z.iso.datetime().nullable(),
  /** The rule is about this one file alone. */
  own: z.boolean(),
  /** What a trusted issuer says of it, where that is why. */
  vex: RuleOfVex.optional(),
});
export type IgnoredBy = z.output<typeof IgnoredBy>;
