import { z } from 'zod';
import { Timestamp } from '../paging.ts';
import { RepositoryKey } from '../repositories/repository-settings.ts';
import { route } from '../route.ts';
import { Said } from '../said.ts';
import { ReleaseBundleName, ReleaseBundleVersion, releaseBundleApi } from './release-bundle-routes.ts';

const promotions = `${releaseBundleApi}/release_bundle/:name/:version/promotions`;
const Place = z.object({ name: ReleaseBundleName, version: ReleaseBundleVersion });

/** Files that are moved leave the places that they were promoted to last, or else those that they were bundled from. */
export const promotionOperations = ['copy', 'move'] as const;
export type PromotionOperation = (typeof promotionOperations)[number];

/** The words existing clients know. */
const promotionStatuses = ['PENDING', 'PROCESSING', 'COMPLETED', 'FAILED'] as const;
export const PromotionStatus = z.enum(promotionStatuses);
export type PromotionStatus = z.output<typeof PromotionStatus>;

const Keys = z.array(RepositoryKey).max(1000);

/** Files go to every local repository of the environment that has their format and belongs to no project, unless these say otherwise. */
const promotionOrder = {
  environment: z.string().trim().min(1).max(100),
  included: Keys.default([]),
  excluded: Keys.default([]),
  operation: z.enum(promotionOperations).default('copy'),
};

export const Promotion = z.object({
  /** Milliseconds since 1970, by which it is known among those of its version. */
  createdMillis: z.number(),
  environment: z.string(),
  operation: z.enum(promotionOperations),
  /** Keys of the repositories that receive the files. */
  repositories: z.array(z.string()),
  status: PromotionStatus,
  /** Why it failed. */
  said: Said.optional(),
  createdBy: z.string(),
  createdAt: Timestamp,
  finishedAt: Timestamp.optional(),
});
export type Promotion = z.output<typeof Promotion>;

export const listPromotions = route('listPromotions', {
  summary: 'The latest promotions of a version, the newest first',
  method: 'GET',
  url: promotions,
  access: 'resource',
  params: Place,
  reply: z.object({ items: z.array(Promotion) }),
});

export const promoteReleaseBundle = route('promoteReleaseBundle', {
  summary: 'Copy or move the files of a signed version to the repositories of an environment; needs `annotate` on the version and `deploy` on the repositories',
  method: 'POST',
  url: promotions,
  access: 'resource',
  params: Place,
  body: z.strictObject(promotionOrder),
  reply: Promotion,
  status: 201,
});

export const considerPromotion = route('considerPromotion', {
  summary: 'The repositories that would receive the files of a version; nothing is written',
  method: 'GET',
  url: `${promotions}/receivers`,
  access: 'resource',
  params: Place,
  query: z.object({ environment: promotionOrder.environment }),
  reply: z.object({ repositories: z.array(z.object({ key: z.string(), format: z.string() })) }),
});
