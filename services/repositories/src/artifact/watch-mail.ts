import type { Actor } from '@packhouse/kernel/access/authorisation.ts';
import { isAllowed, repositoryResource } from '@packhouse/kernel/access/authorisation.ts';
import type { Follower } from '@packhouse/kernel/events/followers.ts';
import type { Job } from '@packhouse/kernel/jobs/jobs.ts';
import type { NotedChange } from '@packhouse/peers/notices.ts';
import type { Context } from '../context.ts';
import type { RepositoriesSchema } from '../schema.ts';
import { insertWatchChanges, selectWatchedRepositories, takeWatchedChanges, type WatchedChange } from './watch-queries.ts';

/** Milliseconds in which changes are written down together. */
const gathering = 300;
/** What comes within so many milliseconds of each other is told in one mail: a build brings hundreds. */
const mailing = 60_000;
/** A mail names so many changes; of more it says how many. */
const most = 50;
const gatherJob = 'gather-watched-changes';
const mailJob = 'mail-watched-changes';

/** What was told is remembered for so long; what is older is told to nobody. */
const toldFor = 24 * 60 * 60_000;

/** Writes down what happens where somebody watches. */
export function watchFollower(context: Context, pause = mailing): Follower<RepositoriesSchema> {
  return {
    name: 'repositories.watched',
    types: ['artifact.deployed', 'artifact.deleted', 'folder.deleted'],
    gather: gathering,
    db: context.db,
    async take(events, transaction) {
      const watched = await selectWatchedRepositories(transaction);
      const changes = events.flatMap(({ id, type, data: { repository, path, by }, at }) => {
        const repositoryId = watched.get(String(repository));
        if (repositoryId === undefined || typeof path !== 'string' || Date.now() - at.getTime() > toldFor) return [];
        return [{ event: id, repository_id: repositoryId, path, removed: type !== 'artifact.deployed', changed_by: String(by), noted_at: at }];
      });
      if (changes.length === 0) return;
      await insertWatchChanges(transaction, changes);
      await context.platform.jobs.add(gatherJob, {}, { key: gatherJob, delay: pause, transaction });
    },
  };
}

interface Letter extends Record<string, unknown> {
  user: string;
  language: string;
  changes: readonly WatchedChange[];
  more: number;
}

/** Gathers what changed, and has each who watches it told: the letters wait in the queue with the very step that takes the changes. */
export function gatherWatchedJob(context: Context): Job {
  return {
    name: gatherJob,
    cron: '*/10 * * * *',
    async run() {
      if (!(await context.peers.notices?.isOn())) return;
      await context.db.transaction().execute(async (transaction) => {
        for (const [user, changes] of Map.groupBy(await takeWatchedChanges(transaction), (change) => change.user)) {
          const [{ language } = { language: 'en' }] = changes;
          const letter: Letter = { user, language, changes: changes.slice(0, most), more: Math.max(0, changes.length - most) };
          await context.platform.jobs.add(mailJob, letter, { transaction });
        }
      });
    },
  };
}

/** Mails one of those who watch, about as much as they may still read. */
export function mailWatchedJob(context: Context): Job<Letter> {
  return {
    name: mailJob,
    async run({ user, language, changes, more }) {
      const placed = await Promise.all(changes.map(async (change) => ({ change, repository: await context.directory.byId(change.repositoryId) })));
      const tell = (actor: Actor): NotedChange[] =>
        placed.flatMap(({ change: { path, removed, by }, repository }) =>
          repository && isAllowed(actor, 'read', repositoryResource(repository, path)) ? [{ repository: repository.key, path, removed, by }] : [],
        );
      await context.peers.notices?.mailChanges(user, { language, tell, more });
    },
  };
}
