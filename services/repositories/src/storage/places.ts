import { AppError } from '@packhouse/contract/errors.ts';
import { expiryProperty } from '@packhouse/contract/repositories/artifact-routes.ts';
import { storageWords } from '@packhouse/contract/repositories/storage-words.ts';
import type { Repository } from '../directory/directory.ts';
import type { Occupant } from './commit-queries.ts';

/** What a commit (`commit.ts`) says of places. */
interface Commit {
  readonly files: readonly {
    readonly path: string;
    readonly instead?: string | undefined;
    readonly takes?: string | undefined;
    readonly properties?: Readonly<Record<string, readonly string[]>> | undefined;
  }[];
  readonly overwrite: boolean;
}

/** Uploading what is there already must not give it another expiry date; who may delete could put it there anew. */
export function refuseExpiryChange(occupants: readonly Occupant[], { files, overwrite }: Commit): void {
  if (overwrite) return;
  const there = new Set(occupants.filter(({ folder }) => !folder).map(({ path }) => path));
  const file = files.find(({ path, properties }) => properties?.[expiryProperty] && there.has(path));
  if (file) throw new AppError(storageWords.expiry_kept_by_managers, { path: file.path });
}

/** Files that make way for what is written. @throws AppError `forbidden` where the actor may not delete them */
export function getRivals(repository: Repository, { files, overwrite }: Commit, occupants: readonly Occupant[]): readonly Occupant[] {
  const places = new Set(files.map(({ instead }) => instead));
  const written = new Set(files.map(({ path }) => path));
  const rivals = occupants.filter(({ path, folder }) => !folder && places.has(path) && !written.has(path));
  if (rivals[0] && !overwrite) throw new AppError(storageWords.replacing_needs_delete_on, { path: rivals[0].path, key: repository.key });
  return rivals;
}

/** Files that only waited to be put where they are now. */
export function listTaken({ files }: Commit, occupants: readonly Occupant[]): readonly Occupant[] {
  const places = new Set(files.map(({ takes }) => takes));
  return occupants.filter(({ path, folder }) => !folder && places.has(path));
}

export function refuseFileAsFolder(occupants: readonly Occupant[], paths: ReadonlySet<string>): void {
  for (const { path, folder } of occupants) {
    if (folder && paths.has(path)) throw new AppError(storageWords.path_is_folder, { path });
    if (!folder && !paths.has(path)) throw new AppError(storageWords.path_is_file, { path });
  }
}
