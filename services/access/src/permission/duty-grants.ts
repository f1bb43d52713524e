import type { KeptDuty } from '@packhouse/contract/access/kept-rights.ts';
import type { Duty } from '@packhouse/contract/duties.ts';
import type { Action, Grant } from '@packhouse/kernel/access/authorisation.ts';

/** What each duty allows. Whoever keeps watches chooses among policies, so that they see these. */
const allowing: Partial<Record<KeptDuty, readonly (readonly [Duty, readonly Action[]])[]>> = {
  policyManager: [['policies', ['read', 'manage']]],
  policyViewer: [['policies', ['read']]],
  watchManager: [
    ['watches', ['read', 'manage']],
    ['policies', ['read']],
  ],
  reportsManager: [['reports', ['read', 'manage']]],
  manageWebhook: [['webhooks', ['read', 'manage']]],
  manageResources: [['resources', ['read', 'manage']]],
};

/** The duties of a user or group, as the one function that decides reads them. */
export function grantsOfDuties(duties: readonly KeptDuty[], through: string): Grant[] {
  return duties.flatMap((duty) => {
    const shared = { permission: duty, include: [], exclude: [], through };
    const kept = (allowing[duty] ?? []).map(([name, actions]): Grant => ({ ...shared, resourceType: 'duty', names: [name], actions }));
    // Repositories are the resources: whoever may make and delete them changes their settings, too. To read what they hold is another right.
    return duty === 'manageResources' ? [...kept, { ...shared, resourceType: 'repository', names: ['ANY'], actions: ['manage'] }] : kept;
  });
}
