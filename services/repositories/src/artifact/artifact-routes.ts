import { buffer } from 'node:stream/consumers';
import { AppError } from '@packhouse/contract/errors.ts';
import * as contract from '@packhouse/contract/repositories/artifact-routes.ts';
import { storageWords } from '@packhouse/contract/repositories/storage-words.ts';
import { answerError, handle, protocolScope } from '@packhouse/kernel/http/http.ts';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../context.ts';
import { requireInUse } from '../directory/accepted-paths.ts';
import { requireAdmitted } from '../download/admission.ts';
import { findMediaType } from '../download/media-type.ts';
import { sendArtifact } from '../download/send-artifact.ts';
import { requireLetIn } from '../firewall/admission.ts';
import { requireUnexpired } from '../storage/expiry.ts';
import { getName, storagePath } from '../storage/path.ts';
import { changeProperties } from '../storage/properties.ts';
import { makeQuery } from '../storage/request-path.ts';
import { getGeneral, readDetails } from './artifact-view.ts';
import { expiryRecord } from './expiry-audit.ts';
import { sendFolder } from './folder-download.ts';
import { findItem } from './item.ts';
import { propertyPlace } from './property-place.ts';
import { browse } from './tree.ts';

/** As much of a text as the console shows. */
const mostText = 512 * 1024;

async function getText(
  context: Context,
  artifact: { sha256: string; size: number; path: string },
): Promise<{ text: string; truncated: boolean; mediaType: string }> {
  const end = Math.min(artifact.size, mostText) - 1;
  const bytes = end < 0 ? Buffer.alloc(0) : await buffer(await context.platform.blobs.open(artifact.sha256, { start: 0, end }));
  if (bytes.subarray(0, 8192).includes(0)) throw new AppError(storageWords.file_is_no_text);
  // A character cut in half at the end is left out.
  const text = new TextDecoder().decode(bytes, { stream: true });
  return { text, truncated: artifact.size > mostText, mediaType: findMediaType(getName(artifact.path)) };
}

/** Serves what the console asks about stored things. */
export function artifactRoutes(app: FastifyInstance, context: Context): void {
  const { platform } = context;

  handle(app, platform, contract.browseTree, ({ body }, { actor }) => browse(context, actor, body));

  handle(app, platform, contract.artifactGeneral, async ({ body }, { actor, request }) => {
    const item = await findItem(context, actor, body.repoKey, storagePath(body.path));
    if (body.type !== undefined && item.kind !== body.type) throw new AppError('artifact_not_found');
    return getGeneral(context, request, item);
  });

  handle(app, platform, contract.artifactDetails, async ({ query }, { actor, request }) =>
    readDetails(context, request, await findItem(context, actor, query.repoKey, storagePath(query.path))),
  );

  handle(app, platform, contract.viewArtifact, async ({ body }, { actor }) => {
    const item = await findItem(context, actor, body.repoKey, storagePath(body.path));
    if (item.kind !== 'file') throw new AppError(storageWords.only_files_viewed);
    requireUnexpired(item.artifact);
    return getText(context, item.artifact);
  });

  handle(app, platform, contract.setProperties, async ({ body }, { actor, address }) => {
    const item = await findItem(context, actor, body.repoKey, storagePath(body.path));
    const { repository, place } = await propertyPlace(context, actor, item, body.recursive, [...Object.keys(body.set), ...body.remove]);
    const { set, remove } = body;
    const change = { actor: actor.name, set, remove, ...expiryRecord(context, { by: { name: actor.name, address }, item, set, remove }) };
    return { files: await changeProperties(context, repository, place, change) };
  });

  void protocolScope(app, (scope) => {
    scope.setErrorHandler((error, request, reply) => answerError(error, request, reply));
    handle(scope, platform, contract.downloadArtifact, async (_, { request, reply }) => {
      const query = makeQuery(request.raw.url ?? '');
      const item = await findItem(context, request.actor, query.get('repoKey') ?? '', storagePath(query.get('path') ?? ''));
      if (item.kind !== 'file') throw new AppError(storageWords.folder_not_downloadable);
      requireInUse(item.repository);
      const { repository, artifact } = item;
      await requireAdmitted({ context, request, reply }, artifact);
      if (repository.class === 'remote') await requireLetIn({ context, request, actor: request.actor }, repository, { kind: 'file', path: artifact.path });
      return sendArtifact(context, request, reply, artifact);
    });
    handle(scope, platform, contract.downloadFolder, async (_, { request, reply }) => {
      const query = makeQuery(request.raw.url ?? '');
      const place = { key: query.get('repoKey') ?? '', path: storagePath(query.get('path') ?? '') };
      return sendFolder(context, request, reply, place, query.get('archiveType') ?? 'zip');
    });
  });
}
