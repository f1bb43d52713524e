import type { Context } from '../context.ts';
import { attempt, inLanes } from './attempt.ts';
import type { Change, StateRow } from './copy-queries.ts';
import {
  forgetChange,
  forgetCopy,
  forgetUnseen,
  noteCopy,
  noteListed,
  selectChanges,
  selectGone,
  selectGoneOf,
  selectLacking,
  selectLackingOf,
} from './copy-queries.ts';
import { isStorable, listOther } from './other-listing.ts';
import { makeTarget, type OtherSide } from './other-side.ts';
import { makeChoice } from './path-choice.ts';
import type { ReplicationRow } from './replication-schema.ts';
import { sendContent, sendDeletion, sendProperties } from './send-file.ts';
import type { Progress } from './tally.ts';

const pageSize = 200;

interface Push {
  context: Context;
  row: ReplicationRow;
  other: OtherSide;
  progress: Progress;
}

/** Makes the other side's file what it is here. */
function send(push: Push, state: StateRow): Promise<boolean> {
  const { context, row, other, progress } = push;
  const { path, sha256, size, properties } = state;
  const { signal, tally } = progress;
  return attempt(progress, path, async () => {
    if (state.copied !== sha256) {
      const isKnown = await sendContent(context, other, state, { checkBinaries: row.check_binaries, syncProperties: row.sync_properties, signal });
      tally.sent++;
      if (isKnown) tally.known++;
      else tally.bytes += size;
    }
    const isNewAndPlain = state.copied === null && Object.keys(properties).length === 0;
    if (row.sync_properties && !isNewAndPlain && (await sendProperties(other, path, properties, signal))) tally.properties++;
    await noteCopy(context.db, row.id, { path, sha256, properties: row.sync_properties ? state.hash : null, run: progress.run });
  });
}

/** Deletes there what was deleted here: only what is known to be there by this replication. */
function remove(push: Push, path: string): Promise<boolean> {
  const { context, row, other, progress } = push;
  return attempt(progress, path, async () => {
    await sendDeletion(other, path, progress.signal);
    await forgetCopy(context.db, row.id, path);
    progress.tally.deleted++;
  });
}

const getWanted = ({ id, repository_id, sync_properties }: ReplicationRow) => ({
  replicationId: id,
  repositoryId: repository_id,
  syncProperties: sync_properties,
});

/** Looks at what the other side has, and then sends what it lacks. Going on after an interruption is the same call. */
export async function pushAll(context: Context, row: ReplicationRow, progress: Progress & { run: number }): Promise<void> {
  const { db } = context;
  const push: Push = { context, row, other: await makeTarget(context, row), progress };
  // A path that no file can have here says nothing about what is here.
  for await (const files of listOther(push.other, progress.signal))
    await noteListed(
      db,
      row.id,
      row.repository_id,
      progress.run,
      files.filter(({ path }) => isStorable(path)),
    );
  await forgetUnseen(db, row.id, progress.run);
  const isChosen = makeChoice(row);
  for (let after = ''; ; ) {
    const states = await selectLacking(db, getWanted(row), after, pageSize);
    const chosen = states.filter(({ path }) => isChosen(path));
    progress.tally.total += chosen.length;
    await inLanes(chosen, async (state) => void (await send(push, state)));
    after = states.at(-1)?.path ?? '';
    if (states.length < pageSize) break;
  }
  for (let after = ''; row.sync_deletes; ) {
    const gone = await selectGone(db, row.id, row.repository_id, after, pageSize);
    const chosen = gone.filter(isChosen);
    progress.tally.total += chosen.length;
    await inLanes(chosen, async (path) => void (await remove(push, path)));
    after = gone.at(-1) ?? '';
    if (gone.length < pageSize) break;
  }
  progress.tally.current = null;
}

/** Makes some paths there what they are here now, and forgets their changes; answers those that were refused. */
async function pushPage(push: Push, changes: readonly Change[], isChosen: (path: string) => boolean): Promise<string[]> {
  const { context, row } = push;
  const paths = changes.map(({ path }) => path).filter(isChosen);
  const states = new Map((await selectLackingOf(context.db, getWanted(row), paths)).map((state) => [state.path, state]));
  const gone = new Set(row.sync_deletes ? await selectGoneOf(context.db, row.id, row.repository_id, paths) : []);
  const refused: string[] = [];
  await inLanes(changes, async (change) => {
    const state = states.get(change.path);
    const isDone = state ? await send(push, state) : !gone.has(change.path) || (await remove(push, change.path));
    if (isDone) await forgetChange(context.db, row.id, change);
    else refused.push(change.path);
  });
  return refused;
}

/** Sends what has changed since, path by path in the state it has now, so that the last change of each counts; answers how many paths were refused, and wait. */
export async function pushChanges(context: Context, row: ReplicationRow, progress: Progress): Promise<number> {
  const isChosen = makeChoice(row);
  const refused: string[] = [];
  let push: Push | undefined;
  for (;;) {
    const changes = await selectChanges(context.db, row.id, refused, pageSize);
    if (changes.length === 0) return refused.length;
    push ??= { context, row, other: await makeTarget(context, row), progress };
    refused.push(...(await pushPage(push, changes, isChosen)));
  }
}
