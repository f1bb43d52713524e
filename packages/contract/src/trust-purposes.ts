/** Deployments trust each other for these. */
export const trustPurposes = ['mission-control', 'federation', 'distribution'] as const;

/** What a deployment is trusted for. */
export type TrustPurpose = (typeof trustPurposes)[number];
