import type { Session } from '@packhouse/console-kit/session/session.ts';
import type { LicenceType } from '@packhouse/contract/access/licence-types.ts';

/** Licences that include scanning. */
export const scanningLicences: readonly LicenceType[] = [
  'COMMERCIAL',
  'COMMERCIAL_X',
  'TRIAL',
  'ENTERPRISE',
  'ENTERPRISE_X',
  'EDGE',
  'EDGE_TRIAL',
  'ENTERPRISE_PLUS_TRIAL',
  'ENTERPRISE_PLUS',
];

export const securityPaths = { teaser: '/security-and-compliance-teaser', policies: '/security/policies' } as const;

/** Why only the teaser is shown: the service is absent, or the licence does not include it; undefined where the real thing is. */
export function whyTeaser({ services, licenceType }: Pick<Session, 'services' | 'licenceType'>): 'service' | 'licence' | undefined {
  if (!('xray' in services)) return 'service';
  return scanningLicences.includes(licenceType) ? undefined : 'licence';
}
