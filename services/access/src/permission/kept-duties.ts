import { type DutyChange, type KeptDuty, keptDuties } from '@packhouse/contract/access/kept-rights.ts';
import type { z } from 'zod';

/** The duties after a change, in the order of the contract. */
export function changeDuties(before: readonly KeptDuty[] | undefined, change: z.output<typeof DutyChange>): KeptDuty[] {
  return keptDuties.filter((duty) => change[duty] ?? before?.includes(duty));
}

/** Says nothing where there is none. */
export function tellDuties(kept: readonly KeptDuty[]): { keptDuties?: KeptDuty[] } {
  return kept.length > 0 ? { keptDuties: [...kept] } : {};
}
