import { createDistributionRepository } from '@packhouse/contract/distribution/distribution-routes.ts';
import { releaseBundleRepositoryKey } from '@packhouse/contract/repository-keys.ts';
import { handle } from '@packhouse/kernel/http/http.ts';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../context.ts';

const toRepository = (key: string) => ({ repoKey: key, repoType: 'distribution' as const, isDefault: key === releaseBundleRepositoryKey });

/** Makes repositories that keep release bundles. */
export function repositoryRoutes(app: FastifyInstance, { platform, storage }: Context): void {
  handle(app, platform, createDistributionRepository, async ({ body }, call) => {
    await storage.ensureRepository(body.key, call);
    return toRepository(body.key);
  });
}
