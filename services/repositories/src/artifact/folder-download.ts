import { Readable } from 'node:stream';
import { AppError } from '@packhouse/contract/errors.ts';
import { storageWords } from '@packhouse/contract/repositories/storage-words.ts';
import { authorise, isAllowed } from '@packhouse/kernel/access/authorisation.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Context } from '../context.ts';
import { readResource, type StoringRepository } from '../directory/directory.ts';
import { everything } from '../directory/sight.ts';
import { findRefusal } from '../download/admission.ts';
import { disposition } from '../download/media-type.ts';
import { stream } from '../download/send-artifact.ts';
import { isExpired } from '../storage/expiry.ts';
import { walkFiles } from '../storage/listing-queries.ts';
import { getName } from '../storage/path.ts';
import { readFolderDownload, requireFolderDownload, requireSmallFolder } from './folder-download-settings.ts';
import { needStoring } from './item.ts';
import { archiveMediaTypes, findArchiveType, type PackEntry, packFolder } from './pack-folder.ts';

/** A file with this name says what policies held back, and why: nothing is missing without a word. */
const leftOutName = 'LEFT-OUT.txt';

interface Wanted {
  repository: StoringRepository;
  folder: string;
  permit: (path: string) => boolean;
  /** Says why a policy holds a file back. */
  refuse?: (file: { repositoryId: number; path: string; sha256: string }) => Promise<AppError | undefined>;
}

/** What goes into the archive of a folder. Files that `permit` refuses are left out, and so are expired ones; what policies hold back is named in a file of its own. */
async function* listEntries(context: Context, { repository, folder, permit, refuse }: Wanted): AsyncGenerator<PackEntry> {
  const leftOut: string[] = [];
  for await (const file of walkFiles(context, { repositoryId: repository.id, folder, sight: everything })) {
    if (!permit(file.path) || isExpired(file)) continue;
    const path = folder === '' ? file.path : file.path.slice(folder.length + 1);
    const refusal = await refuse?.({ repositoryId: repository.id, path: file.path, sha256: file.sha256 });
    if (refusal) leftOut.push(`${path}: ${refusal.message}\n`);
    else yield { path, size: file.size, modified: file.modifiedAt, open: () => context.platform.blobs.open(file.sha256) };
  }
  const text = Buffer.from(leftOut.join(''));
  if (text.length > 0) yield { path: leftOutName, size: text.length, modified: new Date(), open: async () => Readable.from([text]) };
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
  const wanted = { repository, folder: place.path, permit: (path: string) => isAllowed(request.actor, 'read', readResource(repository, path)) };
  await requireSmallFolder(settings, () => listEntries(context, wanted));
  // Packed while it is sent.
  const body = packFolder(type, listEntries(context, { ...wanted, refuse: (file) => findRefusal({ context, request }, file) }));
  const name = `${getName(place.path) || repository.key}.${type}`;
  return stream(reply, 200, { 'content-type': archiveMediaTypes[type], 'content-disposition': disposition(name) }, body);
}
