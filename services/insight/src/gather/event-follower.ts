import type { Follower } from '@packhouse/kernel/events/followers.ts';
import type { FollowedEvent } from '@packhouse/kernel/events/outbox.ts';
import { z } from 'zod';
import type { Context } from '../context.ts';
import { latestWithin, makePartitions } from '../point/partitions.ts';
import { type Amount, addPoints } from '../point/point-queries.ts';
import type { InsightSchema } from '../schema.ts';
import type { Exposed } from './exposed.ts';
import { Amounts, type Projects } from './tally.ts';

/** Milliseconds for which events are gathered before they are counted together. */
const gathering = 5000;
/** Milliseconds that one point stands for. */
const width = 5 * 60_000;

/** As events of files tell them; of one that another release wrote in another shape, nothing is counted. */
const File = z.object({ repository: z.string(), format: z.string(), size: z.number().nullable(), part: z.string().optional() });

function countFile(amounts: Amounts, type: string, { repository: key, format, size }: z.output<typeof File>, projects: Projects): void {
  if (type === 'artifact.deployed') amounts.addEverywhere('uploads', { key, format }, 1, projects);
  else if (size !== null && size > 0) amounts.addEverywhere('fetchedBytes', { key, format }, size, projects);
}

function countEvent(amounts: Amounts, { type, data }: FollowedEvent, projects: Projects): void {
  const file = File.safeParse(data);
  if (type === 'scan.finished') amounts.add('scans', {}, 1);
  // Copies, moves and promotions are no uploads.
  else if (file.success && file.data.part === undefined) countFile(amounts, type, file.data, projects);
}

/** What events count for, at the five minutes in which each happened. */
function listAmounts(events: readonly FollowedEvent[], projects: Projects): { at: Date; amounts: Amount[] }[] {
  const oldest = Date.now() - latestWithin;
  const known = events.filter(({ at }) => at.getTime() >= oldest);
  const buckets = Map.groupBy(known, ({ at }) => Math.floor(at.getTime() / width) * width);
  return [...buckets].map(([at, own]) => {
    const amounts = new Amounts();
    for (const event of own) countEvent(amounts, event, projects);
    return { at: new Date(at), amounts: amounts.list() };
  });
}

/** Counts what is told as an event: each exactly once, since the counts stand in the transaction that moves the follower's place. */
export function eventFollower({ db, peers }: Pick<Context, 'db' | 'peers'>, exposed?: Pick<Exposed, 'add'>): Follower<InsightSchema> {
  return {
    name: 'insight.counts',
    types: ['artifact.deployed', 'artifact.cached', 'scan.finished'],
    gather: gathering,
    db,
    async take(events, transaction) {
      const repositories = (await peers.repositories?.list()) ?? [];
      const projects = new Map(repositories.flatMap(({ key, projectKey }) => (projectKey === undefined ? [] : [[key, projectKey] as const])));
      const counted = listAmounts(events, projects);
      // What happened a while ago may fall into a day for which nothing was kept. Before anything is written: making one waits for whoever writes.
      await makePartitions(
        db,
        counted.map(({ at }) => at),
        ['point_5m'],
      );
      for (const { at, amounts } of counted) await addPoints(transaction, amounts, at);
      // Collectors may hear of events twice that have to be taken again: what they are told begins anew with each process, too.
      for (const { amounts } of counted) exposed?.add(amounts);
    },
  };
}
