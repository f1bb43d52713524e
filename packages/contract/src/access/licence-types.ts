/** The licence says one of these about the installation; `N/A` where there is none that holds. */
export const licenceTypes = [
  'N/A',
  'OSS',
  'JCR',
  'CONAN',
  'COMMERCIAL',
  'COMMERCIAL_X',
  'TRIAL',
  'EDGE',
  'EDGE_TRIAL',
  'ENTERPRISE',
  'ENTERPRISE_X',
  'ENTERPRISE_PLUS_TRIAL',
  'ENTERPRISE_PLUS',
] as const;
export type LicenceType = (typeof licenceTypes)[number];

const initials: readonly string[] = ['N/A', 'OSS', 'JCR', 'X'];

/** A licence type as people read it, the same in every language: `Enterprise Plus`. */
export function licenceTypeName(type: string): string {
  const parts = type.split('_');
  return parts.map((part) => (initials.includes(part) ? part : part.charAt(0) + part.slice(1).toLowerCase())).join(' ');
}

/** How much a licence allows, compared with others: a higher rank allows what a lower one does. */
export const licenceRanks: Readonly<Record<LicenceType, number>> = {
  'N/A': 0,
  OSS: 1,
  CONAN: 1,
  JCR: 1,
  COMMERCIAL: 2,
  COMMERCIAL_X: 2,
  TRIAL: 3,
  EDGE: 4,
  EDGE_TRIAL: 4,
  ENTERPRISE: 4,
  ENTERPRISE_X: 4,
  ENTERPRISE_PLUS_TRIAL: 5,
  ENTERPRISE_PLUS: 5,
};

/** Licences that include the distribution of release bundles. */
export const distributionLicences = ['EDGE', 'EDGE_TRIAL', 'ENTERPRISE_PLUS_TRIAL', 'ENTERPRISE_PLUS'] as const satisfies readonly LicenceType[];

/** What the licence of an installation allows, by name. */
export function getEntitlements(type: LicenceType): Record<string, boolean> {
  return { product: type !== 'N/A', distribution: (distributionLicences as readonly string[]).includes(type) };
}
