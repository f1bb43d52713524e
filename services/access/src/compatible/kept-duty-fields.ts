import { type KeptDuty, keptDuties } from '@packhouse/contract/access/kept-rights.ts';

/** Each duty as the second spelling writes it. */
type WireDuty = 'watch_manager' | 'policy_manager' | 'policy_viewer' | 'reports_manager' | 'manage_resources' | 'manage_webhook';
const wireDuties: Record<KeptDuty, WireDuty> = {
  watchManager: 'watch_manager',
  policyManager: 'policy_manager',
  policyViewer: 'policy_viewer',
  reportsManager: 'reports_manager',
  manageResources: 'manage_resources',
  manageWebhook: 'manage_webhook',
};

type Switches<Name extends string> = { readonly [Key in Name]?: boolean | undefined };

function readSwitches<Name extends string>(body: Switches<Name>, getName: (duty: KeptDuty) => Name) {
  const given = keptDuties.flatMap((duty) => {
    const value = body[getName(duty)];
    return value === undefined ? [] : [[duty, value] as const];
  });
  return given.length > 0 ? { keptDuties: Object.fromEntries(given) as Partial<Record<KeptDuty, boolean>> } : {};
}

const readTold = <Name extends string>(kept: readonly KeptDuty[] | undefined, getName: (duty: KeptDuty) => Name) =>
  Object.fromEntries(keptDuties.map((duty) => [getName(duty), kept?.includes(duty) ?? false])) as Record<Name, boolean>;

/** Reads the duties that a body of the first spelling sets. */
export const readDuties = (body: Switches<KeptDuty>) => readSwitches(body, (duty) => duty);
/** Reads the duties that a body of the second spelling sets. */
export const readWireDuties = (body: Switches<WireDuty>) => readSwitches(body, (duty) => wireDuties[duty]);
/** Tells all duties in the first spelling. */
export const tellDuties = (kept: readonly KeptDuty[] | undefined) => readTold(kept, (duty) => duty);
/** Tells all duties in the second spelling. */
export const tellWireDuties = (kept: readonly KeptDuty[] | undefined) => readTold(kept, (duty) => wireDuties[duty]);
