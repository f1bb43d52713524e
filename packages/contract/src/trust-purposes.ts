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
});
export type Accepts = z.output<typeof Accepts>;
