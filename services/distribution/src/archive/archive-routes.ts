import { distributionWords } from '@packhouse/contract/distribution/distribution-words.ts';
import * as contract from '@packhouse/contract/distribution/lifecycle-archive-compatible-routes.ts';
import { AppError } from '@packhouse/contract/errors.ts';
import { authorise } from '@packhouse/kernel/access/authorisation.ts';
import { handle, protocolScope, publicBaseUrl } from '@packhouse/kernel/http/http.ts';
import type { FastifyInstance } from 'fastify';
import { requireNoProject, requireStore } from '../compatible/lifecycle-place.ts';
import type { Context } from '../context.ts';
import { announce, audit } from '../release-bundle/announce.ts';
import { missing, needReleaseBundle } from '../release-bundle/release-bundle.ts';
import { lockReleaseBundle, updateReleaseBundle } from '../release-bundle/release-bundle-queries.ts';
import { releaseBundleResource } from '../release-bundle/release-bundle-resource.ts';
import { findExport, startExport } from './export-job.ts';
import { importArchive } from './import.ts';

/** Clients ask whether it is done as they ask for it to be begun, and expect the same status. */
const begunStatus = 201;

function exportRoutes(app: FastifyInstance, context: Context): void {
  const { platform } = context;

  handle(app, platform, contract.exportLifecycleReleaseBundle, async ({ params, query, body }, call) => {
    requireNoProject(query);
    requireStore(query.repository_key, await needReleaseBundle(context, call.actor, params));
    if ((body.mappings ?? body.modifications?.mappings)?.length) throw new AppError(distributionWords.not_obeyed, { field: 'mappings' });
    const { status } = await startExport(context, params, call);
    if (query.async !== 'true') call.reply.code(begunStatus).send({ status });
    return { status };
  });

  handle(app, platform, contract.readLifecycleExport, async ({ params, query }, call) => {
    requireNoProject(query);
    const { row, storingRepository } = await findExport(context, call, params);
    const path = row?.path ? `${storingRepository}/${row.path}` : undefined;
    const answer = {
      status: row?.status ?? ('NOT_TRIGGERED' as const),
      ...(path ? { relative_download_url: `/${path}`, download_url: `${publicBaseUrl(call.request, platform.config)}/artifactory/${path}` } : {}),
      ...(row?.message ? { message: row.message } : {}),
    };
    if (query.async === 'false') call.reply.code(begunStatus).send(answer);
    return answer;
  });
}

function tagRoutes(app: FastifyInstance, context: Context): void {
  const { db, platform } = context;
  handle(app, platform, contract.tagLifecycleReleaseBundle, async ({ params, query, body }, call) => {
    authorise(call.actor, 'annotate', releaseBundleResource(params.name, params.version));
    requireNoProject(query);
    const { tag } = body;
    await db.transaction().execute(async (tx) => {
      const row = await lockReleaseBundle(tx, params.name, params.version);
      if (!row) throw missing(params);
      requireStore(query.repository_key, row);
      await updateReleaseBundle(tx, row.id, { tag });
      await announce(context, tx, 'updated', row, { by: call.actor.name });
      await audit(context, tx, call, 'release-bundle.tagged', `${params.name}/${params.version}`, { before: { tag: row.tag }, after: { tag } });
    });
    return { tag };
  });
}

/** Archives of release bundles, and words that mark versions. */
export async function archiveRoutes(app: FastifyInstance, context: Context): Promise<void> {
  exportRoutes(app, context);
  tagRoutes(app, context);
  await protocolScope(app, (scope) => {
    handle(scope, context.platform, contract.importReleaseBundle, async (_, call) => {
      const { name, version } = await importArchive(context, call.request.raw, call);
      return { release_bundle_name: name, release_bundle_version: version };
    });
  });
}
