import type { KeptDuty } from '@packhouse/contract/access/kept-rights.ts';
import type { Action, Duty, Grant } from '@packhouse/kernel/access/authorisation.ts';

/** What each duty allows. Whoever keeps watches chooses among policies, so that they see these. */
const allowing: Partial<Record<KeptDuty, readonly (readonly [Duty, readonly Action[]])[]>> = {
  policyManager: [['policies', ['read', 'manage']]],
  policyViewer: [['policies', ['read']]],
  watchManager: [
    ['watches', ['read', 'manage']],
    ['policies', ['read']],
  ],
  reportsManager: [['reports', ['read', 'manage']]],
};

/** The duties of a user or group, as the one function that decides reads them. */
export function grantsOfDuties(duties: readonly KeptDuty[], through: string): Grant[] {
  return duties.flatMap((duty) =>
    (allowing[duty] ?? []).map(([name, actions]) => ({
      permission: duty,
      resourceType: 'duty' as const,
      names: [name],
      include: [],
      exclude: [],
      actions,
      through,
    })),
  );
}
