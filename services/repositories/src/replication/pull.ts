import { AppError } from '@packhouse/contract/errors.ts';
import { replicationWords } from '@packhouse/contract/repositories/replication-words.ts';
import type { Context } from '../context.ts';
import { patternsAccept, requireInUse } from '../directory/accepted-paths.ts';
import type { RemoteRepository } from '../directory/directory.ts';
import { storagePath } from '../storage/path.ts';
import { changeProperties } from '../storage/properties.ts';
import { removeArtifacts } from '../storage/removal.ts';
import { readProperties } from '../storage/stored-artifact.ts';
import { attempt, inLanes } from './attempt.ts';
import { forgetCopies, forgetCopy, type Listed, noteCopy } from './copy-queries.ts';
import { fetchFile } from './fetch-file.ts';
import { isStorable, listOther } from './other-listing.ts';
import { findProperties, isSame, type Properties } from './other-properties.ts';
import { makeSource, type OtherSide } from './other-side.ts';
import { makeChoice } from './path-choice.ts';
import { forgetVanished, type ListedState, noteThere, selectGoneThere } from './pull-queries.ts';
import { noteReplication } from './replication-queries.ts';
import type { ReplicationRow } from './replication-schema.ts';
import type { Progress } from './tally.ts';

const pageSize = 200;
/** Caches of remote repositories are written under this name. */
const actor = 'remote';

interface Pull {
  context: Context;
  row: ReplicationRow;
  repository: RemoteRepository;
  other: OtherSide;
  progress: Progress & { run: number };
}

/** Gives what is to be set and removed, so that one set of properties becomes another; nothing where they are the same. */
function compare(here: Properties, there: Properties): { set: Properties; remove: string[] } | undefined {
  const set = Object.fromEntries(Object.entries(there).filter(([key, values]) => !isSame(here[key], values)));
  const remove = Object.keys(here).filter((key) => !Object.hasOwn(there, key));
  return Object.keys(set).length + remove.length === 0 ? undefined : { set, remove };
}

/** Makes a file here what it is at the upstream. */
function bring(pull: Pull, state: ListedState, there: Properties | undefined): Promise<boolean> {
  const { context, row, repository, other, progress } = pull;
  const { tally, run } = progress;
  return attempt(progress, state.path, async () => {
    let { artifactId } = state;
    if (!state.isSame) {
      const fetched = await fetchFile(context, repository, other, state, { properties: there, signal: progress.signal });
      // It went while the list was worked through.
      if (!fetched) return;
      artifactId = fetched.id;
      tally.sent++;
      tally.bytes += fetched.size;
      await noteCopy(context.db, row.id, { path: state.path, sha256: fetched.sha256, properties: null, run });
    }
    if (!there || artifactId === null) return;
    const change = compare(state.isSame ? state.properties : await readProperties(context, artifactId), there);
    if (!change) return;
    await changeProperties(context, repository, { artifactId, path: state.path }, { actor, ...change });
    tally.properties++;
  });
}

/** Takes away here what is gone there, if it is here as it came. */
function takeAway({ context, row, repository, progress }: Pull, path: string): Promise<boolean> {
  return attempt(progress, path, async () => {
    await removeArtifacts(context, repository, { actor, paths: [path] });
    await forgetCopy(context.db, row.id, path);
    progress.tally.deleted++;
  });
}

/** Brings what is lacking of some of the files that the upstream lists. */
async function bringPage(pull: Pull, files: readonly Listed[], isChosen: (path: string) => boolean): Promise<void> {
  const { context, row, repository, other, progress } = pull;
  const { storable = [], strange = [] } = Object.groupBy(files, ({ path }) => (isStorable(path) ? 'storable' : 'strange'));
  // Refused by name, as one that fails is.
  for (const { path } of strange) await attempt(progress, path, async () => void storagePath(path));
  const states = await noteThere(context.db, row.id, repository.id, progress.run, storable);
  const chosen = states.filter(({ path }) => isChosen(path));
  const paths = chosen.map(({ path }) => path);
  const there = row.sync_properties && paths.length > 0 ? await findProperties(other, paths, progress.signal) : undefined;
  const lacking = chosen.filter(({ path, isSame: isHere, properties }) => !isHere || (there && compare(properties, there.get(path) ?? {})));
  progress.tally.total += lacking.length;
  await inLanes(lacking, async (state) => void (await bring(pull, state, there && (there.get(state.path) ?? {}))));
}

/** @throws AppError for a repository that can keep nothing now */
function requireKeeping(repository: RemoteRepository): void {
  requireInUse(repository);
  if (!repository.settings.storeLocally) throw new AppError(replicationWords.pull_keeps_nothing, { key: repository.key });
}

/**
 * Looks at what the upstream has, brings what is lacking here, and then takes away what is gone there. Going on after an interruption is the same call: what
 * came is here. Nothing is taken away unless the whole list was read.
 */
export async function pullAll(context: Context, row: ReplicationRow, repository: RemoteRepository, progress: Progress & { run: number }): Promise<void> {
  requireKeeping(repository);
  const { db } = context;
  const { url } = repository.settings;
  if (row.url !== url) {
    // Another upstream never had any of it, as far as anybody knows; what came from the one before is not gone because this one lacks it.
    await forgetCopies(db, row.id);
    await noteReplication(db, row.id, { url });
  }
  const pull: Pull = { context, row, repository, other: makeSource(context, row, repository), progress };
  const isWanted = makeChoice(row);
  const isChosen = (path: string) => isWanted(path) && patternsAccept(repository, path);
  for await (const files of listOther(pull.other, progress.signal))
    for (let from = 0; from < files.length; from += pageSize) await bringPage(pull, files.slice(from, from + pageSize), isChosen);
  await takeAwayGone(pull, isChosen);
  await forgetVanished(db, row.id, repository.id, progress.run);
  progress.tally.current = null;
}

async function takeAwayGone(pull: Pull, isChosen: (path: string) => boolean): Promise<void> {
  const { context, row, repository, progress } = pull;
  const place = { replicationId: row.id, repositoryId: repository.id, run: progress.run };
  for (let after = ''; row.sync_deletes; ) {
    const gone = await selectGoneThere(context.db, place, after, pageSize);
    const chosen = gone.filter(isChosen);
    progress.tally.total += chosen.length;
    await inLanes(chosen, async (path) => void (await takeAway(pull, path)));
    after = gone.at(-1) ?? '';
    if (gone.length < pageSize) return;
  }
}
