import { AppError } from '@packhouse/contract/errors.ts';
import { storageWords } from '@packhouse/contract/repositories/storage-words.ts';
import { authorise, isAllowed } from '@packhouse/kernel/access/authorisation.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Context } from '../context.ts';
import { readResource, type StoringRepository } from '../directory/directory.ts';
import { everything } from '../directory/sight.ts';
import { disposition } from '../download/media-type.ts';
import { stream } from '../download/send-artifact.ts';
import { isExpired } from '../storage/expiry.ts';
import { walkFiles } from '../storage/listing-queries.ts';
import { getName } from '../storage/path.ts';
import { readFolderDownload, requireFolderDownload, requireSmallFolder } from './folder-download-settings.ts';
import { needStoring } from './item.ts';
import { archiveMediaTypes, findArchiveType, type PackEntry, packFolder } from './pack-folder.ts';

/** What goes into the archive of a folder. Files that `permit` refuses are left out, and so are expired ones. */
function listEntries(context: Context, repository: StoringRepository, folder: string, permit: (path: string) => boolean): () => AsyncIterable<PackEntry> {
  return async function* entries() {
    for await (const file of walkFiles(context, { repositoryId: repository.id, folder, sight: everything }))
      if (permit(file.path) && !isExpired(file))
        yield {
          path: folder === '' ? file.path : file.path.slice(folder.length + 1),
          size: file.size,
          modified: file.modifiedAt,
          open: () => context.platform.blobs.open(file.sha256),
        };
  };
}

/** Sends a folder as an archive, with the files the caller may read. */
export async function sendFolder(
  context: Context,
  request: FastifyRequest,
  reply: FastifyReply,
  place: { key: string; path: string },
  typeWord: string,
): Promise<FastifyReply> {
  const type = findArchiveType(typeWord);
  if (!type) throw new AppError(storageWords.archive_type_unknown);
  const settings = await readFolderDownload(context.db);
  requireFolderDownload(settings, request.actor);
  const repository = await needStoring(context, request.actor, place.key);
  authorise(request.actor, 'read', readResource(repository, place.path));
  if (place.path !== '' && !(await context.lookups.isFolder({ repositoryId: repository.id, path: place.path }))) throw new AppError('artifact_not_found');
  const entries = listEntries(context, repository, place.path, (path) => isAllowed(request.actor, 'read', readResource(repository, path)));
  await requireSmallFolder(settings, entries);
  // Packed while it is sent.
  const body = packFolder(type, entries());
  const name = `${getName(place.path) || repository.key}.${type}`;
  return stream(reply, 200, { 'content-type': archiveMediaTypes[type], 'content-disposition': disposition(name) }, body);
}
