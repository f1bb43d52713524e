import type { Readable } from 'node:stream';
import type { Context } from '../context.ts';
import type { StoringRepository } from '../directory/directory.ts';
import { isExpired } from '../storage/expiry.ts';
import { walkFiles } from '../storage/listing.ts';
import { everything } from '../storage/sight.ts';
import { type ArchiveType, type PackEntry, packFolder } from './pack-folder.ts';

/** A folder as one archive, packed while it is sent. Files that `permit` refuses are left out, and so are expired ones. */
export function folderArchive(context: Context, repository: StoringRepository, folder: string, type: ArchiveType, permit: (path: string) => boolean): Readable {
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
