import type { PipelineRun, RunStep, RunSummary } from '@packhouse/contract/pipelines/pipeline-routes.ts';
import { pipelineWords } from '@packhouse/contract/pipelines/pipeline-words.ts';
import { type Said, say } from '@packhouse/contract/sentences.ts';
import type { Actor } from '@packhouse/kernel/access/authorisation.ts';
import { findSaid } from '@packhouse/kernel/database/said-columns.ts';
import type { Context } from '../context.ts';
import { type PipelineRow, type RunRow, selectWaits } from '../pipeline/pipeline-queries.ts';
import { mayDecide, mayRun } from '../pipeline/pipeline-rights.ts';
import { toRunSummary } from '../pipeline/pipeline-view.ts';
import type { Db } from '../schema.ts';
import { findFirstOfGroup, type StepRow, selectSteps } from './run-queries.ts';

/** What holds up runs that are queued, by their group, as it is now. */
async function findHolders(db: Db, rows: readonly RunRow[]): Promise<Map<string, Said>> {
  const groups = new Set(rows.flatMap(({ state, group_name: group }) => (state === 'queued' && group !== null ? [group] : [])));
  const holders = new Map<string, Said>();
  for (const group of groups) {
    const first = await findFirstOfGroup(db, group);
    if (first) holders.set(group, say(pipelineWords.run_held, { number: first.number, pipeline: first.name }));
  }
  return holders;
}

const findHolder = (holders: ReadonlyMap<string, Said>, { state, group_name: group }: RunRow) =>
  state === 'queued' && group !== null ? holders.get(group) : undefined;

export async function toRunSummaries({ db }: Pick<Context, 'db'>, rows: readonly RunRow[]): Promise<RunSummary[]> {
  const [holders, waits] = await Promise.all([findHolders(db, rows), selectWaits(db, rows)]);
  return rows.map((row) => {
    const held = findHolder(holders, row);
    return { ...toRunSummary(row, waits.get(row.id)), ...(held ? { said: held } : {}) } as RunSummary;
  });
}

function toApproval(actor: Actor, { config, state, result }: StepRow): RunStep['approval'] {
  if (config.type !== 'approval') return undefined;
  const { users, groups, question } = config;
  const { by, comment, expiresAt } = (result ?? {}) as { by?: string; comment?: string; expiresAt?: string };
  return {
    users,
    groups,
    question,
    ...(expiresAt === undefined ? {} : { expiresAt }),
    ...(by === undefined ? {} : { by }),
    ...(comment ? { comment } : {}),
    mayDecide: state === 'waiting' && mayDecide(actor, config),
  };
}

const waits: ReadonlySet<string> = new Set(['pending', 'ready', 'waiting']);

function toStep(actor: Actor, row: StepRow, held: Said | undefined): RunStep {
  const said = findSaid(row);
  const approval = toApproval(actor, row);
  const waitsFor = waits.has(row.state) ? (held ? say(pipelineWords.step_waits_for_run, { why: held }) : row.waits_for) : null;
  return {
    id: row.id,
    type: row.type,
    needs: [...row.needs],
    state: row.state,
    ...(waitsFor ? { waitsFor } : {}),
    attempt: row.attempt,
    ...(said ? { said } : {}),
    ...(row.started_at ? { startedAt: row.started_at.toISOString() } : {}),
    ...(row.ended_at ? { endedAt: row.ended_at.toISOString() } : {}),
    ...(approval ? { approval } : {}),
  } as RunStep;
}

/** A run with its steps, as this person may see and use it. */
export async function toRun({ db }: Pick<Context, 'db'>, actor: Actor, pipeline: PipelineRow, row: RunRow): Promise<PipelineRun> {
  const [steps, holders, waits] = await Promise.all([selectSteps(db, row.id), findHolders(db, [row]), selectWaits(db, [row])]);
  const held = findHolder(holders, row);
  return {
    ...toRunSummary(row, waits.get(row.id)),
    ...(held ? { said: held } : {}),
    pipeline: pipeline.name,
    depth: row.depth,
    variables: { ...row.variables },
    steps: steps.map((step) => toStep(actor, step, held)),
    mayRun: mayRun(actor, pipeline),
  } as PipelineRun;
}
