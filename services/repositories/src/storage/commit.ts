import { AppError } from '@packhouse/contract/errors.ts';
import { storageWords } from '@packhouse/contract/repositories/storage-words.ts';
import type { Location, MovedPointer, PackageFacts } from '@packhouse/formats/format.ts';
import type { StagedBlob } from '@packhouse/kernel/blobs/blob-store.ts';
import type { Transaction } from 'kysely';
import type { Context } from '../context.ts';
import type { Repository } from '../directory/directory.ts';
import type { RepositoriesSchema } from '../schema.ts';
import type { StoredArtifact } from './artifact-queries.ts';
import {
  amendVersion,
  type ChangedValue,
  countUpPackage,
  holdPaths,
  insertFolders,
  lockPointers,
  makePackage,
  mergeProperties,
  type Occupant,
  selectPackagesHolding,
  takePlaces,
  touchMentions,
  upsertArtifact,
} from './commit-queries.ts';
import { type FileEvent, listPropertyChanges, makeDeployment, makePropertyChanges, makeReplacement, type Part } from './file-events.ts';
import { requireFewTags, requireModestGrowth } from './growth.ts';
import { getStaged, holdBlobs } from './hold-blobs.ts';
import { getFolder, getName, listAncestors } from './path.ts';
import { getRivals, listTaken, refuseExpiryChange, refuseFileAsFolder } from './places.ts';
import { requireUnsealed } from './sealed.ts';
import { findArtifact } from './stored-artifact.ts';
import { takeAway } from './take-away.ts';

type Tx = Transaction<RepositoriesSchema>;

export interface CommitFile {
  path: string;
  /** New bytes, or a blob that is already stored. */
  content: StagedBlob | { sha256: string };
  location?: Location | undefined;
  /** Facts for the version; only said by the file that stands for it. */
  facts?: PackageFacts | undefined;
  properties?: Readonly<Record<string, readonly string[]>> | undefined;
  /** Listings need to know this of the content. */
  listed?: unknown;
  /** The format allows other bytes at this path later. */
  mayReplace: boolean;
  /** A path beside it of which only one may exist: what is there makes way in the same step, as if it were replaced. */
  instead?: string | undefined;
  /** A file that it takes its content from, which goes away in the same step; it waited there for nothing else. */
  takes?: string | undefined;
}

export interface Commit {
  /** User name. */
  actor: string;
  files: readonly CommitFile[];
  pointers?: readonly MovedPointer[] | undefined;
  amend?: readonly { package: string; version: string; facts: Partial<PackageFacts> }[] | undefined;
  /** The actor may delete what is in the way. */
  overwrite: boolean;
  /** Paths that what is written needs. They stay until it is visible, and count as new then, so that no cleaning takes them for left over. */
  keeps?: readonly string[] | undefined;
  /** It is the distribution repository's own work. */
  ofBundle?: boolean;
  /** It is told of as a whole, in `also`. */
  part?: Part | undefined;
  /** Writes what belongs to it in the same transaction, once the files are in their places. */
  also?: (tx: Tx) => Promise<void>;
}

/** Runs again what lost a fight for locks; PostgreSQL picks one of the parties. */
export async function withRetries<Result>(run: () => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await run();
    } catch (error) {
      const { code } = error as { code?: string };
      if ((code !== '40P01' && code !== '40001') || attempt === 5) throw error;
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 50 * attempt));
    }
  }
}

/**
 * Makes files visible, all of them or none, in one transaction that ends only when the bytes are durable.
 * The same bytes at the same path again are a success.
 * @throws AppError `version_exists`, `forbidden`, `invalid_path`, `quota_exceeded`
 */
export async function commit(context: Context, repository: Repository, change: Commit): Promise<void> {
  if (!change.ofBundle) requireUnsealed(repository);
  const staged = getStaged(change.files);
  try {
    await context.hooks.requireRoom(
      repository,
      change.files.map(({ content }) => content),
    );
    // A disk may take long; a transaction that waited for it would hold locks and a connection.
    await Promise.all(staged.map(async (blob) => blob.sync?.()));
    await withRetries(() => context.db.transaction().execute((tx) => write(context, tx, repository, change)));
  } finally {
    await Promise.all(staged.map((blob) => blob.discard()));
  }
}

/** Makes files of several repositories visible, all of them or none. */
export async function commitTogether(context: Context, changes: readonly { repository: Repository; change: Commit }[]): Promise<void> {
  for (const { repository, change } of changes) if (!change.ofBundle) requireUnsealed(repository);
  // Always in the same order, so that two of them do not wait for each other.
  const ordered = changes.toSorted((a, b) => a.repository.id - b.repository.id);
  for (const { repository, change } of ordered)
    await context.hooks.requireRoom(
      repository,
      change.files.map(({ content }) => content),
    );
  await withRetries(() =>
    context.db.transaction().execute(async (tx) => {
      for (const { repository, change } of ordered) await write(context, tx, repository, change);
    }),
  );
}

/** Commits, and answers what stands at the paths afterwards. */
export async function commitAndFind(context: Context, repository: Repository, change: Commit): Promise<readonly StoredArtifact[]> {
  await commit(context, repository, change);
  const stored = await Promise.all(change.files.map((file) => findArtifact(context, repository.id, file.path)));
  return stored.filter((artifact) => artifact !== undefined);
}

async function write(context: Context, tx: Tx, repository: Repository, change: Commit): Promise<void> {
  const paths = [...new Set(change.files.flatMap(({ path, instead, takes }) => [path, instead, takes].filter((place) => place !== undefined)))].sort();
  const ancestors = [...new Set(paths.flatMap(listAncestors))].sort();
  const occupants = await takePlaces(tx, repository.id, { places: paths, above: ancestors });
  refuseFileAsFolder(occupants, new Set(paths));
  refuseExpiryChange(occupants, change);
  const rivals = getRivals(repository, change, occupants);
  const sizes = await holdBlobs(context, tx, change.files);
  const packages = new Map<string, number>();
  const packageId = async (name: string) => {
    const known = packages.get(name);
    if (known !== undefined) return known;
    const id = await makePackage(tx, repository, name);
    packages.set(name, id);
    return id;
  };
  const events: FileEvent[] = [];
  const written: number[] = [];
  for (const file of change.files) written.push(await writeFile({ tx, repository, change, occupants, sizes, packageId, events }, file));
  const used = listTaken(change, occupants);
  const listIds = (ones: readonly Occupant[]) => ones.map(({ id }) => id).filter((id) => id !== null);
  await takeAway(context, tx, repository, listIds(rivals), change.actor);
  await takeAway(context, tx, repository, listIds(used), change.actor, { trash: false });
  for (const { path, sha256, size } of [...rivals, ...used]) events.push(makeReplacement(repository, { path, sha256: sha256 ?? '', size }, change.actor));
  const changed = await mergeProperties(
    tx,
    change.files.map(({ properties }, index) => ({ artifactId: written[index]!, properties })),
  );
  await requireModestGrowth(tx, {
    ...(repository.class === 'remote' ? {} : { packages: [...packages.values()], files: written }),
    described: written.filter((_, index) => change.files[index]?.properties !== undefined),
  });
  const contents = change.files.filter((file) => file.listed !== undefined).map((file) => ({ sha256: file.content.sha256, listed: file.listed }));
  await context.hooks.keepContents(tx, repository.format, contents);
  await context.hooks.refreshEntries(tx, repository, written);
  await context.hooks.queueArchives(tx, change.files);
  const folders = new Set(occupants.filter((occupant) => occupant.folder).map((occupant) => occupant.path));
  const missing = ancestors.filter((path) => !folders.has(path));
  const row = (path: string) => ({ path, parent: getFolder(path), name: getName(path) });
  await insertFolders(tx, repository.id, missing.map(row), change.actor);
  for (const { package: name } of change.pointers ?? []) await packageId(name);
  for (const { package: name, version, facts } of change.amend ?? []) await amendVersion(tx, await packageId(name), version, facts);
  for (const name of packages.keys())
    events.push({
      type: 'package.changed',
      subject: `${repository.key}/${name}`,
      data: { repository: repository.key, class: repository.class, package: name, format: repository.format, by: change.actor },
    });
  await context.platform.outbox.publish(tx, ...events, ...listDescribed(repository, change, { occupants, sizes, written, changed }));
  await keep(tx, repository, change.keeps ?? []);
  await change.also?.(tx);
  const there = new Set(occupants.map(({ id }) => id));
  // Files that were there already, of which only the properties are new.
  const described = changed.map(({ artifact_id: id }) => id).filter((id) => there.has(id));
  for (const { id, name } of await selectPackagesHolding(tx, described)) packages.set(name, id);
  await revise(tx, repository, change, packages);
}

interface Written {
  occupants: readonly Occupant[];
  sizes: ReadonlyMap<string, number>;
  written: readonly number[];
  changed: readonly ChangedValue[];
}

/** Tells of properties that files got which stay what they were; of any other file its deployment tells. */
function listDescribed(repository: Repository, { files, actor }: Commit, { occupants, sizes, written, changed }: Written): FileEvent[] {
  if (changed.length === 0) return [];
  const contents = new Map(occupants.map(({ id, sha256 }) => [id, sha256]));
  const byFile = Map.groupBy(changed, ({ artifact_id: id }) => id);
  const described = files.flatMap(({ path, content: { sha256 }, properties = {} }, index) => {
    const id = written[index]!;
    const values = contents.get(id) === sha256 ? byFile.get(id) : undefined;
    return values ? [{ path, sha256, size: sizes.get(sha256) ?? null, changes: listPropertyChanges(values, properties) }] : [];
  });
  return makePropertyChanges(repository, described, actor);
}

/**
 * Tells listings which packages have changed. Last, because everybody who publishes into the same package waits from here to the end of the transaction;
 * in one order, so that two never wait for each other.
 */
async function revise(tx: Tx, repository: Repository, change: Commit, packages: ReadonlyMap<string, number>): Promise<void> {
  for (const [name, id] of [...packages].sort(([, one], [, other]) => one - other)) {
    const moved = (change.pointers ?? []).filter((pointer) => pointer.package === name);
    await requireUnmoved(tx, id, moved);
    const pointers = moved.map((pointer) => [pointer.name, pointer.version]);
    requireFewTags(pointers.length);
    requireFewTags(await countUpPackage(tx, id, Object.fromEntries(pointers)));
  }
  await touchMentions(tx, repository, packages.keys());
}

/** @throws AppError `conflict` when one of the names has been moved meanwhile by somebody else */
async function requireUnmoved(tx: Tx, packageId: number, moved: readonly MovedPointer[]): Promise<void> {
  const expected = moved.filter(({ was }) => was !== undefined);
  if (expected.length === 0) return;
  const present = await lockPointers(tx, packageId);
  if (expected.some(({ name, was }) => (present[name] ?? null) !== was)) throw new AppError('conflict');
}

/** @throws AppError `manifest_blob_unknown` when one of the paths has gone meanwhile */
async function keep(tx: Tx, repository: Repository, paths: readonly string[]): Promise<void> {
  const wanted = new Set(paths);
  if (wanted.size === 0) return;
  if ((await holdPaths(tx, repository.id, [...wanted])) < wanted.size) throw new AppError('manifest_blob_unknown');
}

interface Writing {
  tx: Tx;
  repository: Repository;
  change: Commit;
  occupants: readonly Occupant[];
  sizes: ReadonlyMap<string, number>;
  packageId: (name: string) => Promise<number>;
  /** Told together at the end. */
  events: FileEvent[];
}

async function writeFile({ tx, repository, change, occupants, sizes, packageId, events }: Writing, file: CommitFile): Promise<number> {
  const existing = occupants.find((occupant) => occupant.path === file.path);
  const { sha256 } = file.content;
  if (existing?.id && existing.sha256 === sha256) return existing.id;
  if (existing && !file.mayReplace) throw new AppError(storageWords.path_exists_differently, { path: file.path });
  if (existing && !change.overwrite) throw new AppError(storageWords.replacing_needs_delete_on, { path: file.path, key: repository.key });
  const { location } = file;
  const { id, newVersion } = await upsertArtifact(tx, {
    repositoryId: repository.id,
    path: file.path,
    folder: getFolder(file.path),
    name: getName(file.path),
    sha256,
    version: location && { packageId: await packageId(location.package), name: location.version, facts: file.facts },
    lead: location?.lead ?? false,
    by: change.actor,
  });
  const { path, facts } = file;
  events.push(makeDeployment(repository, { path, sha256, size: sizes.get(sha256) ?? null, location, facts, newVersion, part: change.part }, change.actor));
  return id;
}

/** Makes a folder that stays when it is empty. */
export async function makeFolder(context: Context, repository: Repository, path: string, actor: string): Promise<void> {
  if (path === '') return;
  requireUnsealed(repository);
  await withRetries(() =>
    context.db.transaction().execute(async (tx) => {
      const ancestors = listAncestors(path);
      const blocking = (await takePlaces(tx, repository.id, { places: [path], above: ancestors })).find((occupant) => !occupant.folder);
      if (blocking) throw new AppError(storageWords.path_is_file, { path: blocking.path });
      const row = (folder: string) => ({ path: folder, parent: getFolder(folder), name: getName(folder) });
      await insertFolders(tx, repository.id, ancestors.map(row), actor);
      await insertFolders(tx, repository.id, [row(path)], actor, true);
      const data = { repository: repository.key, class: repository.class, path, format: repository.format, by: actor };
      await context.platform.outbox.publish(tx, { type: 'folder.created', subject: `${repository.key}/${path}`, data });
    }),
  );
}
