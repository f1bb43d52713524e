import type { Session } from '@packhouse/console-kit/session/session.ts';
import { distributionLicences } from '@packhouse/contract/access/licence-types.ts';
import { constants } from '@packhouse/contract/constants.ts';

export const releaseBundlePaths = { main: '/bundles', current: '/release-bundles', teaser: '/release-bundles-teaser' } as const;

/** Licences whose owners make release bundles themselves. */
const sourceLicences: readonly string[] = ['ENTERPRISE_PLUS', 'ENTERPRISE_PLUS_TRIAL'];

type Facts = Pick<Session, 'services' | 'licenceType'>;

const isWithin = (path: string, beginning: string) => path === beginning || path.startsWith(`${beginning}/`);

function readParts(version: string): number[] {
  return (version.split(/[-+]/)[0] ?? '').split('.').map((part) => Number.parseInt(part, 10) || 0);
}

/** Whether a version is another one or later, number by number; what is no number counts as 0. */
function isAtLeast(version: string, wanted: string): boolean {
  const [own, other] = [readParts(version), readParts(wanted)];
  for (let at = 0; at < other.length; at++) {
    const difference = (own[at] ?? 0) - (other[at] ?? 0);
    if (difference !== 0) return difference > 0;
  }
  return true;
}

/** Whether release bundles have their new address: both services are new enough; distribution counts where it is present. */
function hasNewPages({ services: { artifactory, distribution } }: Pick<Session, 'services'>): boolean {
  const wanted = constants.releaseBundleVersions;
  if (artifactory === undefined || !isAtLeast(artifactory, wanted.artifactory)) return false;
  return distribution === undefined || isAtLeast(distribution, wanted.distribution);
}

/** Why only the teaser is shown: the service is absent, or the licence does not include it; undefined where the real thing is. */
export function whyReleaseBundlesTeaser({ services, licenceType }: Facts): 'service' | 'licence' | undefined {
  if (!(distributionLicences as readonly string[]).includes(licenceType)) return 'licence';
  return 'distribution' in services ? undefined : 'service';
}

/** Where an address of release bundles leads instead: first to its new path, then to a tab, then to the teaser; undefined where it stays. */
export function releaseBundlesDetour(path: string, facts: Facts): string | undefined {
  if (!isWithin(path, releaseBundlePaths.main) && !isWithin(path, releaseBundlePaths.current)) return undefined;
  if (isWithin(path, releaseBundlePaths.main) && hasNewPages(facts)) return `${releaseBundlePaths.current}${path.slice(releaseBundlePaths.main.length)}`;
  const bare = path.replace(/\/+$/, '');
  if (bare === releaseBundlePaths.main || bare === releaseBundlePaths.current)
    return `${bare}/${sourceLicences.includes(facts.licenceType) && 'distribution' in facts.services ? 'source' : 'target'}`;
  return whyReleaseBundlesTeaser(facts) ? releaseBundlePaths.teaser : undefined;
}
