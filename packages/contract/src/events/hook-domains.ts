import { docker as imageCard } from '@packhouse/formats/cards.ts';

/** Domain of what happens to container images. */
export const imageDomain = imageCard.eventDomain;

/** A webhook chooses by these what it is told of. */
export type CriteriaKind = 'repositories' | 'builds' | 'release-bundles' | 'release-bundles-v2' | 'environments' | 'none';

interface Domain {
  readonly criteria: CriteriaKind;
  readonly types: readonly string[];
  /** Nothing here happens in this domain as yet: it can be chosen, and is listed as silent. */
  readonly silent?: true;
}

const distributionTypes = [
  'distribute_started',
  'distribute_completed',
  'distribute_aborted',
  'distribute_failed',
  'delete_started',
  'delete_completed',
  'delete_failed',
] as const;
const receivedTypes = ['received', 'delete_started', 'delete_completed', 'delete_failed'] as const;

/** Everything that webhooks can be told of: each domain with its event types, as existing clients name them. */
export const hookDomains = {
  artifact: { criteria: 'repositories', types: ['deployed', 'deleted', 'moved', 'copied', 'cached'] },
  artifact_property: { criteria: 'repositories', types: ['added', 'deleted'] },
  [imageDomain]: { criteria: 'repositories', types: ['pushed', 'deleted', 'promoted'] },
  build: { criteria: 'builds', types: ['uploaded', 'deleted', 'promoted'] },
  release_bundle: { criteria: 'release-bundles', types: ['created', 'signed', 'deleted'] },
  distribution: { criteria: 'release-bundles', types: distributionTypes },
  artifactory_release_bundle: { criteria: 'release-bundles', types: receivedTypes },
  destination: { criteria: 'release-bundles', types: receivedTypes },
  release_bundle_v2: {
    criteria: 'release-bundles-v2',
    types: ['release_bundle_v2_started', 'release_bundle_v2_failed', 'release_bundle_v2_completed'],
  },
  release_bundle_v2_promotion: {
    criteria: 'environments',
    types: ['release_bundle_v2_promotion_started', 'release_bundle_v2_promotion_failed', 'release_bundle_v2_promotion_completed'],
  },
  artifact_lifecycle: { criteria: 'none', types: ['archive', 'restore'] },
  user: { criteria: 'none', types: ['locked'] },
  policy: { criteria: 'none', types: ['violation_found'] },
} as const satisfies Record<string, Domain>;

/** What an event is about, as webhooks know it. */
export type HookDomain = keyof typeof hookDomains;

/** The domains in the order in which they are listed. */
export const hookDomainNames = Object.keys(hookDomains) as [HookDomain, ...HookDomain[]];

/** Gives the domain of this name in its widest type, for those who go through all of them. */
export function getHookDomain(name: HookDomain): Domain {
  return hookDomains[name];
}
