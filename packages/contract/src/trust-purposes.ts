import { z } from 'zod';

/** Deployments trust each other for these. */
export const trustPurposes = ['mission-control', 'federation', 'distribution'] as const;

/** What a deployment is trusted for. */
export type TrustPurpose = (typeof trustPurposes)[number];

/** Entities that one deployment can take over from another. */
export const acceptedEntities = ['USERS', 'GROUPS', 'PERMISSIONS', 'TOKENS'] as const;

/** What a deployment takes from another at most, whatever that one sends: its own limit, which the other cannot change. */
export const Accepts = z.object({
  entities: z.array(z.enum(acceptedEntities)).default([...acceptedEntities]),
  /** Users, groups and tokens that administer the platform. */
  administrators: z.boolean().default(false),
  /** Licences out of the other's buckets. */
  licences: z.boolean().default(true),
  releaseBundles: z.boolean().default(true),
  /** What its mission control says about federation: which links there are, and when all is sent again. */
  federationOrders: z.boolean().default(true),
  /** Its mission control asks how this deployment is. */
  watching: z.boolean().default(true),
});
export type Accepts = z.output<typeof Accepts>;

/** Things that are taken from another deployment or not; a route for peers names the one that it is about. */
export const acceptedThings = ['licences', 'releaseBundles', 'federationOrders', 'watching'] as const;
export type AcceptedThing = (typeof acceptedThings)[number];
