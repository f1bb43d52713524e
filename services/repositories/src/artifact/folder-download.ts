import type { Readable } from 'node:stream';
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
import { needStoring } from './item.ts';
import { type ArchiveType, archiveMediaTypes, findArchiveType, type PackEntry, packFolder } from './pack-folder.ts';

/** A folder as one archive, packed while it is sent. Files that `permit` refuses are left out, and so are expired ones. */
function folderArchive(context: Context, repository: StoringRepository, folder: string, type: ArchiveType, permit: (path: string) => boolean): Readable {
  async function* entries(): AsyncIterable<PackEntry> {
    for await (const file of walkFiles(context, { repositoryId: repository.id, folder, sight: everything }))
      if (permit(file.path) && !isExpired(file))
        yield {
          path: folder === '' ? file.path : file.path.slice(folder.length + 1),
          size: file.size,
          modified: file.modifiedAt,
          open: () => context.platform.blobs.open(file.sha256),
        };
  }
  return packFolder(type, entries());
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
  const repository = await needStoring(context, request.actor, place.key);
  authorise(request.actor, 'read', readResource(repository, place.path));
  if (place.path !== '' && !(await context.lookups.isFolder({ repositoryId: repository.id, path: place.path }))) throw new AppError('artifact_not_found');
  const body = folderArchive(context, repository, place.path, type, (path) => isAllowed(request.actor, 'read', readResource(repository, path)));
  const name = `${getName(place.path) || repository.key}.${type}`;
  return stream(reply, 200, { 'content-type': archiveMediaTypes[type], 'content-disposition': disposition(name) }, body);
}
