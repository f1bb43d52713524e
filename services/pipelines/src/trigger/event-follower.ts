import type { RunCause } from '@packhouse/contract/pipelines/pipeline-routes.ts';
import { pipelineWords } from '@packhouse/contract/pipelines/pipeline-words.ts';
import { say } from '@packhouse/contract/sentences.ts';
import { isAllowed, repositoryResource } from '@packhouse/kernel/access/authorisation.ts';
import type { Follower } from '@packhouse/kernel/events/followers.ts';
import { type FollowedEvent, isCommittedBefore, type PlatformEvent } from '@packhouse/kernel/events/outbox.ts';
import type { Transaction } from 'kysely';
import type { Context } from '../context.ts';
import type { PipelineRow } from '../pipeline/pipeline-queries.ts';
import { holdPipeline } from '../run/run-queries.ts';
import { startRun } from '../run/start-run.ts';
import type { PipelinesSchema } from '../schema.ts';
import { isTriggeredBy, type Occurrence, readOccurrences, startingTypes } from './occurrence.ts';
import { selectEffects, selectListening } from './trigger-queries.ts';

type Tx = Transaction<PipelinesSchema>;

const getActor = ({ data }: PlatformEvent) => (typeof data.by === 'string' ? data.by : '');

/** Whether the author of a pipeline may know of what happened, as they would by asking. */
async function mayHear({ platform, peers }: Context, { author, author_account: account }: PipelineRow, { place }: Occurrence): Promise<boolean> {
  const found = await platform.identity.actorOfUser(author);
  if (!found || found.account !== account) return false;
  const repository = peers.repositories?.peek(place.repository) ?? { key: place.repository };
  return isAllowed(found.actor, 'read', repositoryResource(repository, place.path));
}

/** Runs in a row that led to this: what a step changed a while ago in the same person's name started it. */
async function readDepth(tx: Tx, { effects }: Occurrence, by: string): Promise<number> {
  const found = (await selectEffects(tx, effects)).filter((effect) => by === '' || effect.by === by);
  return found.length === 0 ? 0 : Math.max(...found.map(({ depth }) => depth)) + 1;
}

/** Whether an event was committed before a pipeline was switched on. Its time does not tell: it is that of its writing. */
const wasBefore = (event: FollowedEvent, { enabled_from: from, enabled_at: at }: PipelineRow) => (from ? isCommittedBefore(event, from) : event.at < at);

/** A run that an event starts. */
interface Start {
  pipeline: PipelineRow;
  event: FollowedEvent;
  occurrence: Occurrence;
}

async function findStart(context: Context, pipeline: PipelineRow, event: FollowedEvent, occurrences: readonly Occurrence[]): Promise<Start | undefined> {
  if (wasBefore(event, pipeline)) return undefined;
  const triggers = pipeline.parsed.on.filter((trigger) => typeof trigger === 'object' && 'event' in trigger);
  const occurrence = occurrences.find((one) => triggers.some((trigger) => isTriggeredBy(trigger, one)));
  return occurrence && (await mayHear(context, pipeline, occurrence)) ? { pipeline, event, occurrence } : undefined;
}

async function start(context: Context, tx: Tx, { pipeline, event, occurrence }: Start): Promise<void> {
  const by = getActor(event);
  const said = say(pipelineWords.cause_event, { event: occurrence.event, subject: occurrence.subject });
  const cause = { kind: 'event', by, said } as RunCause;
  // Events of a restored installation are numbered anew, so a number alone does not tell an event.
  const causeKey = `event ${event.id} ${event.at.toISOString()}`;
  await startRun(context, tx, pipeline, { cause, causeKey, variables: occurrence.values, depth: await readDepth(tx, occurrence, by) });
}

/** Starts pipelines by what happens: each event starts a pipeline once at most, however often it is told. */
export function eventFollower(context: Context): Follower<PipelinesSchema> {
  return {
    name: 'pipelines.trigger',
    types: startingTypes,
    db: context.db,
    async take(events, tx) {
      const told = events.map((event) => ({ event, occurrences: readOccurrences(event) })).filter(({ occurrences }) => occurrences.length > 0);
      const names = [...new Set(told.flatMap(({ occurrences }) => occurrences.map(({ event }) => event)))];
      const pipelines = names.length === 0 ? [] : await selectListening(tx, names);
      if (pipelines.length === 0) return;
      const starts: Start[] = [];
      for (const { event, occurrences } of told)
        for (const pipeline of pipelines) {
          const found = await findStart(context, pipeline, event, occurrences);
          if (found) starts.push(found);
        }
      // All pipelines before the first group: whoever starts one of them by hand holds it and then asks for its group, which another may share.
      const wanted = new Set(starts.map(({ pipeline }) => pipeline.id));
      for (const { id } of pipelines) if (wanted.has(id)) await holdPipeline(tx, id);
      for (const one of starts) await start(context, tx, one);
    },
  };
}
