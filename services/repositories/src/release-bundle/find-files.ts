import { distributionWords } from '@packhouse/contract/distribution/distribution-words.ts';
import { AppError } from '@packhouse/contract/errors.ts';
import { findFormatId } from '@packhouse/contract/repositories/format-ids.ts';
import { isBuildRepository, isReleaseBundleRepository } from '@packhouse/contract/repository-keys.ts';
import { sharedWords } from '@packhouse/contract/shared-words.ts';
import { getFormat } from '@packhouse/formats/formats.ts';
import { type Actor, isAllowed } from '@packhouse/kernel/access/authorisation.ts';
import type { FileSearch, FoundFile } from '@packhouse/peers/release-bundle-storage.ts';
import { findItem, type Item } from '../artifact/item.ts';
import { builtPlaces } from '../build/built-places.ts';
import type { Context } from '../context.ts';
import { readResource, type StoringRepository } from '../directory/directory.ts';
import { everything } from '../directory/sight.ts';
import { gatherImage } from '../protocols/container/gather-image.ts';
import { parseAql } from '../search/aql.ts';
import { findItems } from '../search/run-query.ts';
import { requireUnexpired } from '../storage/expiry.ts';
import { walkFiles } from '../storage/listing-queries.ts';
import { listAncestors, storagePath } from '../storage/path.ts';
import { findArtifact, type StoredArtifact } from '../storage/stored-artifact.ts';
import { selectProperties, selectVersionPaths } from './release-bundle-file-queries.ts';

interface Place {
  repository: StoringRepository;
  path: string;
}

const lookedUpAtOnce = 500;

const tooMany = (most: number) => new AppError(sharedWords.bundle_has_too_many_files, { count: most });

async function byQuery(context: Context, actor: Actor, text: string, most: number): Promise<Place[]> {
  const aql = parseAql(text);
  if (aql.domain !== 'items') throw new AppError(distributionWords.query_over_items);
  if (aql.limit !== undefined && aql.limit > most) throw tooMany(most);
  const found = await findItems(context, actor, { ...aql, limit: aql.limit ?? most + 1 });
  const places: Place[] = [];
  for (const { row } of found) {
    const repository = await context.directory.byId(row.repository_id);
    if (row.kind === 'file' && repository && repository.class !== 'virtual') places.push({ repository, path: row.path });
  }
  return places;
}

async function byBuild(context: Context, actor: Actor, build: { name: string; number: string; projectKey: string }): Promise<Place[]> {
  const places: Place[] = [];
  for (const { repositoryId, path } of await builtPlaces(context, actor, build)) {
    const repository = await context.directory.byId(repositoryId);
    if (repository && repository.class !== 'virtual') places.push({ repository, path });
  }
  return places;
}

/** @throws AppError `artifact_not_found`, `bad_request` */
async function needItem(context: Context, actor: Actor, text: string): Promise<Item> {
  const slash = text.indexOf('/');
  const key = slash < 0 ? text : text.slice(0, slash);
  const path = slash < 0 ? '' : storagePath(text.slice(slash));
  if (path === '') throw new AppError(distributionWords.give_path_in_repository, { repository: key });
  return findItem(context, actor, key, path).catch((error: unknown) => {
    if (error instanceof AppError && error.code === 'artifact_not_found')
      throw new AppError(distributionWords.nothing_named, { name: text }, { code: 'artifact_not_found' });
    throw error;
  });
}

async function byPath(context: Context, actor: Actor, text: string, most: number): Promise<Place[]> {
  const item = await needItem(context, actor, text);
  if (item.kind === 'file') return [{ repository: item.repository, path: item.path }];
  const places: Place[] = [];
  for (const repository of item.holding)
    for await (const file of walkFiles(context, { repositoryId: repository.id, folder: item.path, sight: everything })) {
      places.push({ repository, path: file.path });
      if (places.length > most) throw tooMany(most);
    }
  return places;
}

const getKey = ({ repository, path }: Place) => `${repository.key}/${path}`;

/** Each place once, however often and within how many folders it was asked for. */
async function byPaths(context: Context, actor: Actor, paths: readonly string[], most: number): Promise<Place[]> {
  const places = new Map<string, Place>();
  const searched = new Set<string>();
  for (const text of [...new Set(paths.map((path) => path.replace(/\/$/, '')))].sort()) {
    if (listAncestors(text).some((folder) => searched.has(folder))) {
      await needItem(context, actor, text);
      continue;
    }
    searched.add(text);
    for (const place of await byPath(context, actor, text, most)) places.set(getKey(place), place);
    if (places.size > most) throw tooMany(most);
  }
  return [...places.values()];
}

type WantedPackage = Extract<FileSearch, { package: unknown }>['package'];

/** Who may read nothing of it is told that it is not there. @throws AppError `package_not_found` */
async function byPackage(context: Context, actor: Actor, wanted: WantedPackage): Promise<Place[]> {
  const { repository: key, type, name, version } = wanted;
  const found = (await context.directory.resolve(key))?.repository;
  const holding = found?.format !== findFormatId(type) ? [] : found?.class === 'virtual' ? await context.directory.flatten(found) : found ? [found] : [];
  const places: Place[] = [];
  for (const repository of holding)
    for (const path of await selectVersionPaths(context.db, repository.id, name, version))
      if (isAllowed(actor, 'read', readResource(repository, path))) places.push({ repository, path });
  if (places.length === 0) throw new AppError(distributionWords.package_not_in_repository, { name, version, type, repository: key });
  return places;
}

async function search(context: Context, actor: Actor, wanted: FileSearch, most: number): Promise<Place[]> {
  if ('aql' in wanted) return byQuery(context, actor, wanted.aql, most);
  if ('package' in wanted) return byPackage(context, actor, wanted.package);
  if ('build' in wanted) return byBuild(context, actor, wanted.build);
  return byPaths(context, actor, wanted.paths, most);
}

/** A version alone could not be fetched that shares content with others: what it is made of comes along. */
async function withLayers(context: Context, { repository, path }: Place): Promise<readonly string[]> {
  const format = getFormat(repository.format);
  const version = format.contentLeftBy && format.locate(path);
  return version ? [path, ...(await gatherImage(context, repository, version.package, version.version))] : [path];
}

const isOurs = ({ key }: StoringRepository) => isBuildRepository(key) || isReleaseBundleRepository(key);

/** Finds what there is at these places; lookups of one moment become one query. */
async function findAll(context: Context, places: readonly Place[]): Promise<{ repository: StoringRepository; artifact: StoredArtifact }[]> {
  const found: { repository: StoringRepository; artifact: StoredArtifact }[] = [];
  for (let at = 0; at < places.length; at += lookedUpAtOnce) {
    const part = places.slice(at, at + lookedUpAtOnce);
    const artifacts = await Promise.all(part.map(({ repository, path }) => findArtifact(context, repository.id, path)));
    for (const [index, artifact] of artifacts.entries()) {
      if (!artifact) continue;
      requireUnexpired(artifact);
      found.push({ repository: part[index]!.repository, artifact });
    }
  }
  return found;
}

/** As `BundleStorage.find`. */
export async function findFiles(context: Context, actor: Actor, wanted: FileSearch, most: number): Promise<readonly FoundFile[]> {
  const places = new Map<string, Place>();
  for (const place of await search(context, actor, wanted, most)) {
    const { repository } = place;
    if (isOurs(repository)) continue;
    for (const path of await withLayers(context, place))
      if (isAllowed(actor, 'read', readResource(repository, path))) places.set(getKey({ repository, path }), { repository, path });
    if (places.size > most) throw tooMany(most);
  }
  const found = await findAll(context, [...places.values()]);
  const properties = await selectProperties(
    context.db,
    found.map(({ artifact }) => artifact.id),
  );
  const files = found.map(({ repository, artifact }): FoundFile => {
    return {
      repository: repository.class === 'remote' ? `${repository.key}-cache` : repository.key,
      path: artifact.path,
      sha256: artifact.sha256,
      size: artifact.size,
      format: repository.format,
      properties: properties.get(artifact.id) ?? {},
    };
  });
  return files.sort((a, b) => (a.repository === b.repository ? compare(a.path, b.path) : compare(a.repository, b.repository)));
}

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);
