import { promotionWords } from '@packhouse/contract/distribution/promotion-words.ts';
import { AppError } from '@packhouse/contract/errors.ts';
import { getFormat } from '@packhouse/formats/formats.ts';
import { type Actor, authorise, isAllowed } from '@packhouse/kernel/access/authorisation.ts';
import type { PlacedFile, PromotedFiles } from '@packhouse/peers/release-bundle-storage.ts';
import type { Context } from '../context.ts';
import { requireDeployable } from '../directory/accepted-paths.ts';
import { type LocalRepository, readResource } from '../directory/directory.ts';
import { commitTogether } from '../storage/commit.ts';
import { removeTogether } from '../storage/removal.ts';
import { needReleaseBundleRepository } from './keep-files.ts';
import { needTarget, readCommitFiles } from './publish-files.ts';
import { selectBlobs, selectUnchanged } from './release-bundle-file-queries.ts';
import { keptFolder } from './release-bundle-folders.ts';
import { findStanding, keepShared } from './withdraw-files.ts';

/** Nothing of a remote repository can be taken to somewhere else: what it keeps is a copy. @throws AppError */
async function requireLeavable(context: Context, files: readonly PlacedFile[], actor: Actor): Promise<void> {
  for (const { repository: key, path } of files) {
    const found = await context.directory.resolve(key);
    if (!found) continue;
    if (found.repository.class !== 'local') throw new AppError(promotionWords.file_cannot_leave, { key, path });
    authorise(actor, 'delete', readResource(found.repository, path));
  }
}

export async function considerPromotion(context: Context, { arriving, leaving }: PromotedFiles, actor: Actor): Promise<{ replaces: boolean }> {
  const repositories = new Map<string, LocalRepository>();
  let replaces = true;
  for (const { repository: key, path } of arriving) {
    const repository = repositories.get(key) ?? (await needTarget(context, key, actor));
    repositories.set(key, repository);
    authorise(actor, 'deploy', readResource(repository, path));
    requireDeployable(repository, path);
    const replaced = [path, getFormat(repository.format).sibling?.(path)].filter((one) => one !== undefined);
    replaces &&= replaced.every((one) => isAllowed(actor, 'delete', readResource(repository, one)));
  }
  await requireLeavable(context, leaving, actor);
  return { replaces };
}

/** What was signed is still kept, for each of the files. @throws AppError `conflict` */
async function requireKept(context: Context, { kept, arriving }: PromotedFiles): Promise<void> {
  const store = await needReleaseBundleRepository(context, kept.repository);
  const originals = arriving.map((file) => ({ ...file, path: `${keptFolder(kept)}/${file.from}` }));
  const there = await selectUnchanged(context.db, store.id, originals);
  const lost = originals.find(({ path }) => !there.has(path));
  if (lost) throw new AppError(promotionWords.kept_file_missing, { path: lost.from });
}

export async function promote(context: Context, files: PromotedFiles, by: string, replaces: boolean): Promise<void> {
  const { arriving } = files;
  await requireKept(context, files);
  const blobs = await selectBlobs(
    context.db,
    arriving.map(({ sha256 }) => sha256),
  );
  const changes = [];
  for (const key of new Set(arriving.map(({ repository }) => repository))) {
    const repository = await context.directory.need(key);
    if (repository.class !== 'local') throw new AppError(promotionWords.no_receiver, { key });
    const own = await readCommitFiles(context, repository, arriving, blobs);
    changes.push({ repository, change: { actor: by, overwrite: replaces, files: own } });
  }
  await commitTogether(context, changes);
  await takeAway(context, files, by);
}

/** Takes away what leaves, unless it stays at its place anyway. */
async function takeAway(context: Context, { arriving, leaving }: PromotedFiles, by: string): Promise<void> {
  const staying = new Set(arriving.map(({ repository, path }) => `${repository}/${path}`));
  const removals = await findStanding(
    context,
    leaving.filter(({ repository, path }) => !staying.has(`${repository}/${path}`)),
  );
  for (const { repository, there } of removals) await keepShared(context, repository, there);
  const doomed = removals.filter(({ there }) => there.size > 0);
  await removeTogether(
    context,
    doomed.map(({ repository, there }) => ({ repository, removal: { actor: by, paths: [...there.keys()], lookedAt: there } })),
    async () => {},
  );
}
