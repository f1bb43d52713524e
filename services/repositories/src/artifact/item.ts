import { AppError } from '@packhouse/contract/errors.ts';
import { storageWords } from '@packhouse/contract/repositories/storage-words.ts';
import { sharedWords } from '@packhouse/contract/shared-words.ts';
import { type Actor, authorise, isAllowed } from '@packhouse/kernel/access/authorisation.ts';
import type { Context } from '../context.ts';
import { type LocalRepository, type Repository, readResource, type StoringRepository } from '../directory/directory.ts';
import { makeSight } from '../directory/readable-queries.ts';
import type { Sight } from '../directory/sight.ts';
import { type FolderItem, isFolderSeen, listFolder, type Page } from '../storage/listing-queries.ts';
import { selectFolderProperties } from '../storage/property-queries.ts';
import { findArtifact, readProperties, type StoredArtifact } from '../storage/stored-artifact.ts';

/** This is at a path, as people and scripts see it. */
export type Item =
  | { kind: 'file'; key: string; repository: StoringRepository; path: string; artifact: StoredArtifact }
  /** In a virtual repository a folder is all its members' folders of that path. Who may read only some of what is in it sees only that. */
  | { kind: 'folder'; key: string; repository: Repository; path: string; actor: Actor; holding: readonly StoringRepository[] };

/** The repository behind a key, `<key>-cache` included. @throws AppError `repository_not_found`, or `unauthenticated` for strangers */
export async function needRepository(context: Context, actor: Actor, key: string): Promise<Repository> {
  const resolved = await context.directory.resolve(key);
  if (resolved) return resolved.repository;
  if (actor.kind === 'anonymous') throw new AppError('unauthenticated');
  throw new AppError(sharedWords.repository_missing, { key });
}

/** Where files of a repository are: itself, or the members of a virtual one in the order of resolution; those in which the caller may read anything. */
async function readStores(context: Context, actor: Actor, repository: Repository): Promise<readonly StoringRepository[]> {
  const members: readonly StoringRepository[] = repository.class === 'virtual' ? await context.directory.flatten(repository) : [repository];
  const ordered = [...members.filter((member) => member.class === 'local'), ...members.filter((member) => member.class === 'remote')];
  const readable = ordered.filter((member) => isAllowed(actor, 'read', readResource(member)));
  if (readable.length === 0) authorise(actor, 'read', readResource(ordered[0] ?? repository, ''));
  return readable;
}

/** Gives what a store has of a folder, for this caller. */
export function getPlace(item: Item & { kind: 'folder' }, store: StoringRepository): { repositoryId: number; folder: string; sight: Sight } {
  return { repositoryId: store.id, folder: item.path, sight: makeSight(item.actor, store) };
}

/** Only what is stored: no upstream is asked. @throws AppError `artifact_not_found` */
export async function findItem(context: Context, actor: Actor, key: string, path: string): Promise<Item> {
  const repository = await needRepository(context, actor, key);
  const stores = await readStores(context, actor, repository);
  if (path === '') return { kind: 'folder', key, repository, path, actor, holding: stores };
  const holding: StoringRepository[] = [];
  for (const store of stores) {
    if (isAllowed(actor, 'read', readResource(store, path))) {
      const artifact = await findArtifact(context, store.id, path);
      if (artifact) return { kind: 'file', key, repository: store, path, artifact };
      if (await context.lookups.isFolder({ repositoryId: store.id, path })) holding.push(store);
    } else if (await isFolderSeen(context, { repositoryId: store.id, folder: path, sight: makeSight(actor, store) })) holding.push(store);
  }
  if (holding.length > 0) return { kind: 'folder', key, repository, path, actor, holding };
  if (!stores.some((store) => isAllowed(actor, 'read', readResource(store, path)))) authorise(actor, 'read', readResource(stores[0] ?? repository, path));
  throw new AppError('artifact_not_found');
}

/** Children of a folder; those of a virtual repository's members are merged, each name once. */
export async function readChildren(
  context: Context,
  item: Item & { kind: 'folder' },
  page: { after?: string | undefined; limit: number },
): Promise<Page<FolderItem>> {
  const options = { limit: page.limit, ...(page.after === undefined ? {} : { after: page.after }) };
  const pages = await Promise.all(item.holding.map((store) => listFolder(context, getPlace(item, store), options)));
  const [first] = pages;
  if (pages.length === 1 && first) return first;
  const merged = new Map<string, FolderItem>();
  for (const { items } of pages) for (const child of items) if (!merged.has(child.name)) merged.set(child.name, child);
  const all = [...merged.values()].sort((a, b) => Number(b.folder) - Number(a.folder) || (a.name < b.name ? -1 : 1));
  const items = all.slice(0, page.limit);
  const last = items.at(-1);
  const more = all.length > items.length || pages.some(({ next }) => next !== undefined);
  return more && last ? { items, next: `${last.folder ? 'd' : 'f'}:${last.name}` } : { items };
}

/** Properties of a file, or of a folder itself: of one that is only on the way to what the caller may read there is nothing to tell. */
export async function ownProperties(context: Context, item: Item): Promise<Record<string, string[]>> {
  if (item.kind === 'file') return readProperties(context, item.artifact.id);
  const store = item.holding.find((one) => isAllowed(item.actor, 'read', readResource(one, item.path)));
  return store ? selectFolderProperties(context.db, store.id, item.path) : {};
}

/** The local repository that a change goes to; a virtual one's default. @throws AppError `method_not_allowed` */
export async function needLocal(context: Context, repository: Repository): Promise<LocalRepository> {
  if (repository.class === 'local') return repository;
  const target =
    repository.class === 'virtual' && repository.settings.defaultDeployment ? await context.directory.find(repository.settings.defaultDeployment) : undefined;
  if (target?.class !== 'local') throw new AppError(storageWords.nothing_put_into, { key: repository.key });
  return target;
}

/** The storing repository that a change of existing content goes to. @throws AppError `method_not_allowed` */
export async function needStoring(context: Context, actor: Actor, key: string): Promise<StoringRepository> {
  const repository = await needRepository(context, actor, key);
  if (repository.class === 'virtual') return needLocal(context, repository);
  return repository;
}
