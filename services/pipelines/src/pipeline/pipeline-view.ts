import type { Pipeline, PipelineSummary, RunSummary } from '@packhouse/contract/pipelines/pipeline-routes.ts';
import { prefixes } from '@packhouse/contract/prefixes.ts';
import type { Said } from '@packhouse/contract/sentences.ts';
import type { Actor } from '@packhouse/kernel/access/authorisation.ts';
import { findSaid } from '@packhouse/kernel/database/said-columns.ts';
import type { Context } from '../context.ts';
import { listVariables } from '../document/lookups.ts';
import { findNextAt, type PipelineRow, type RunRow, selectLastRuns, selectWaits } from './pipeline-queries.ts';
import { mayChange, mayRun } from './pipeline-rights.ts';

export function toRunSummary(row: RunRow, waitsFor?: Said): RunSummary {
  const said = findSaid(row);
  return {
    number: row.number,
    state: row.state,
    cause: row.cause,
    revision: row.revision,
    author: row.author,
    createdAt: row.created_at.toISOString(),
    ...(row.started_at ? { startedAt: row.started_at.toISOString() } : {}),
    ...(row.ended_at ? { endedAt: row.ended_at.toISOString() } : {}),
    ...(said ? { said } : {}),
    ...(waitsFor ? { waitsFor } : {}),
  } as RunSummary;
}

function toSummary(actor: Actor, row: PipelineRow, runs: readonly RunRow[], waits: ReadonlyMap<number, Said>): PipelineSummary {
  const [last] = runs;
  return {
    name: row.name,
    description: row.description,
    enabled: row.enabled,
    author: row.author,
    revision: row.revision,
    modifiedAt: row.modified_at.toISOString(),
    ...(last ? { lastRun: toRunSummary(last, waits.get(last.id)) } : {}),
    trend: runs.map(({ number, state }) => ({ number, state })),
    mayChange: mayChange(actor, row),
    mayRun: mayRun(actor, row),
  };
}

export async function toSummaries({ db }: Pick<Context, 'db'>, actor: Actor, rows: readonly PipelineRow[]): Promise<PipelineSummary[]> {
  const runs = Map.groupBy(
    await selectLastRuns(
      db,
      rows.map(({ id }) => id),
    ),
    ({ pipeline }) => pipeline,
  );
  const last = [...runs.values()].flatMap(([newest]) => newest ?? []);
  const waits = await selectWaits(db, last);
  return rows.map((row) => toSummary(actor, row, runs.get(row.id) ?? [], waits));
}

export async function toPipeline({ db }: Pick<Context, 'db'>, actor: Actor, row: PipelineRow): Promise<Pipeline> {
  const runs = await selectLastRuns(db, [row.id]);
  const nextAt = row.enabled ? await findNextAt(db, row.id) : undefined;
  const { parsed } = row;
  return {
    ...toSummary(actor, row, runs, await selectWaits(db, runs.slice(0, 1))),
    document: row.document,
    steps: parsed.steps.map(({ id, type, needs }) => ({ id, type, needs: [...needs] })),
    variables: listVariables(parsed).map((name) => ({ name, value: parsed.variables[name] ?? '' })),
    hook: { isOn: parsed.on.includes('hook'), hasSecret: row.hook_sum !== null, path: `${prefixes.pipelines}/api/v1/hooks/${row.name}` },
    ...(nextAt ? { nextAt: nextAt.toISOString() } : {}),
  };
}
