// Promotions of release bundles in their second version, as existing clients make, read and delete them.
import { z } from 'zod';
import { proofs } from '../compatible-proofs.ts';
import { prefixes } from '../prefixes.ts';
import { RepositoryKey } from '../repositories/repository-settings.ts';
import { route } from '../route.ts';
import { LifecyclePage, LifecyclePlace, LifecycleWriting } from './lifecycle-compatible-routes.ts';
import { PromotionStatus, promotionOperations } from './promotion-routes.ts';
import { ReleaseBundleName } from './release-bundle-routes.ts';

const provenBy = [proofs.promotions];
const promotions = `${prefixes.lifecycle}/api/v2/promotion`;

const Keys = z.array(RepositoryKey).max(1000).nullish();
const Millis = z.string().regex(/^\d{1,15}$/);
const Message = z.object({ source: z.string(), text: z.string(), created: z.string() });

const Listed = z.object({
  status: PromotionStatus,
  repository_key: z.string(),
  release_bundle_name: z.string(),
  release_bundle_version: z.string(),
  environment: z.string(),
  service_id: z.string(),
  created_by: z.string(),
  created: z.string(),
  created_millis: z.number(),
  /** With `include=messages`. */
  messages: z.array(Message).optional(),
});
export type LifecyclePromotion = z.output<typeof Listed>;

export const promoteLifecycleReleaseBundle = route('promoteLifecycleReleaseBundle', {
  summary: 'Copy or move the files of a signed version to the repositories of an environment',
  method: 'POST',
  url: `${promotions}/records/:name/:version`,
  access: 'resource',
  params: LifecyclePlace,
  query: LifecycleWriting.extend({ operation: z.enum(promotionOperations).default('copy') }),
  body: z.strictObject({
    environment: z.string().trim().min(1).max(100),
    included_repository_keys: Keys,
    excluded_repository_keys: Keys,
  }),
  reply: z.object({
    repository_key: z.string(),
    release_bundle_name: z.string(),
    release_bundle_version: z.string(),
    environment: z.string(),
    included_repository_keys: z.array(z.string()).optional(),
    excluded_repository_keys: z.array(z.string()).optional(),
    created: z.string(),
    created_millis: z.number(),
  }),
  status: 201,
  compatible: {
    provenBy,
    note: '201 once it is done, with `async=true` 202 at once; every local repository of the environment that has the format of a file and belongs to no project receives it; files that are moved leave the places that they were promoted to last, or else those that they were bundled from',
  },
});

const Listing = LifecyclePage.extend({
  include: z.enum(['', 'messages', 'msg']).default(''),
  order_by: z.enum(['created', 'environment']).default('created'),
  project: z.string().max(2000).optional(),
});
export type LifecyclePromotionListing = z.output<typeof Listing>;
const Promotions = z.object({ promotions: z.array(Listed), total: z.number(), limit: z.number(), offset: z.number() });

export const listLifecyclePromotions = route('listLifecyclePromotions', {
  summary: 'Promotions of a version, the newest first; `filter_by` looks in the environments',
  method: 'GET',
  url: `${promotions}/records/:name/:version`,
  access: 'resource',
  params: LifecyclePlace,
  query: Listing,
  reply: Promotions,
  compatible: { provenBy },
});

export const listLifecyclePromotionsOfName = route('listLifecyclePromotionsOfName', {
  summary: 'Promotions of all versions of a release bundle that the caller may read',
  method: 'GET',
  url: `${promotions}/records/:name`,
  access: 'visitor',
  params: z.object({ name: ReleaseBundleName }),
  query: Listing,
  reply: Promotions,
  compatible: { provenBy },
});

export const readLifecyclePromotion = route('readLifecyclePromotion', {
  summary: 'How far a promotion is',
  method: 'GET',
  url: `${promotions}/statuses/:name/:version/:millis`,
  access: 'resource',
  params: LifecyclePlace.extend({ millis: Millis }),
  reply: z.object({ status: PromotionStatus, messages: z.array(Message) }),
  compatible: { provenBy },
});

export const deleteLifecyclePromotion = route('deleteLifecyclePromotion', {
  summary: 'Forget a promotion; the files stay where they are',
  method: 'DELETE',
  url: `${promotions}/records/:name/:version/:millis`,
  access: 'resource',
  params: LifecyclePlace.extend({ millis: Millis }),
  query: LifecycleWriting,
  reply: z.void(),
  compatible: { provenBy, note: '204; 409 while it is under way' },
});
