import { filterReleaseBundles, listReleaseBundleTargets } from '@packhouse/contract/distribution/release-bundle-name-routes.ts';
import { handle } from '@packhouse/kernel/http/http.ts';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../context.ts';
import { selectNames } from './release-bundle-name-queries.ts';

const mostNames = 1000;

const toAnswer = (names: readonly string[]) => ({ bundles: names.slice(0, mostNames), isMore: names.length > mostNames });

/** Serves the names of release bundles, from which forms choose. */
export function releaseBundleNameRoutes(app: FastifyInstance, { db, platform }: Context): void {
  handle(app, platform, filterReleaseBundles, async ({ body: { includePatterns, excludePatterns } }, { actor }) =>
    toAnswer(await selectNames(db, actor, { include: includePatterns, exclude: excludePatterns }, mostNames + 1)),
  );

  handle(app, platform, listReleaseBundleTargets, async ({ body: { repositories } }, { actor }) =>
    toAnswer(await selectNames(db, actor, { repositories }, mostNames + 1)),
  );
}
