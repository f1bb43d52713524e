import { constants } from '@packhouse/contract/constants.ts';
import {
  getArtifactCount,
  getUserUsage,
  listPackages as listPackagesRoute,
  type PackageListItem,
  packageMigration,
  queryPackage,
  queryPackages,
  queryVersions,
} from '@packhouse/contract/repositories/package-routes.ts';
import { sortDirection } from '@packhouse/contract/repositories/package-search.ts';
import { handle } from '@packhouse/kernel/http/http.ts';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../context.ts';
import { countReadableArtifacts, selectUsage } from './file-queries.ts';
import { fileRoutes } from './file-routes.ts';
import type { GraphqlInput } from './graphql-request.ts';
import { selectProgress } from './migration-queries.ts';
import { listPackages, type PackageNode } from './package.ts';
import type { PackageContext } from './package-schema.ts';

async function listItem(node: PackageNode): Promise<PackageListItem> {
  return {
    id: node.id,
    name: node.name,
    packageType: node.format,
    created: node.created.toISOString(),
    modified: node.modified.toISOString(),
    versionsCount: (await node.versionNames()).length,
    latestVersion: await node.latestVersion(),
    description: (await node.facts())?.description ?? null,
  };
}

/** Few processes are asked in GraphQL, whose library is a large part of what they would load. */
async function answerQuery(input: GraphqlInput, context: PackageContext): Promise<Record<string, unknown>> {
  const [{ answerGraphql }, { packageSchema }] = await Promise.all([import('./graphql-request.ts'), import('./package-schema.ts')]);
  return answerGraphql(packageSchema, input, context);
}

/** Serves what the package screens read. */
export function packageRoutes(app: FastifyInstance, context: Context): void {
  const { db, platform } = context;
  fileRoutes(app, context);

  handle(app, platform, queryPackages, async ({ body, query }, { actor }) => ({
    data: await answerQuery(body, { db, actor, projectKey: query.projectKey, scans: context.peers.scans }),
  }));
  for (const route of [queryPackage, queryVersions])
    handle(app, platform, route, async ({ body }, { actor }) => ({
      data: await answerQuery(body, { db, actor, scans: context.peers.scans }),
    }));

  handle(app, platform, listPackagesRoute, async ({ query }, { actor }) => {
    const { limit, after, sort_by, sort_type, package_type, ...filter } = query;
    const page = await listPackages(db, actor, {
      filter: { ...filter, packageType: package_type },
      order: sort_by ?? 'name',
      direction: sortDirection(sort_type),
      first: limit ?? constants.packagePageSize,
      after,
    });
    return { packages: await Promise.all(page.nodes.map(listItem)), pageInfo: { hasNextPage: page.hasNextPage, endCursor: page.endCursor } };
  });

  handle(app, platform, getArtifactCount, async (_, { actor }) => ({ artifactCount: await countReadableArtifacts(db, actor) }));

  handle(app, platform, packageMigration, async () => {
    const { repositories, total, done } = await selectProgress(db);
    return { running: repositories > 0, total, done };
  });

  handle(app, platform, getUserUsage, async (_, { actor }) => selectUsage(db, actor.name));
}
