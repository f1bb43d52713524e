import type { PipelineDocument, StepConfig, StepTypeName } from '@packhouse/contract/pipelines/pipeline-document.ts';
import type { RunCause, RunState, StepState } from '@packhouse/contract/pipelines/pipeline-routes.ts';
import type { Said } from '@packhouse/contract/sentences.ts';
import type { Db as KernelDb } from '@packhouse/kernel/database/database.ts';
import type { SaidColumns } from '@packhouse/kernel/database/said-columns.ts';
import type { OutboxPosition } from '@packhouse/kernel/events/outbox.ts';
import type { ColumnType, Generated } from 'kysely';

type Timestamp = ColumnType<Date, Date | undefined, Date>;
type Json<T> = ColumnType<T, string, string>;

export interface PipelineTable {
  id: Generated<number>;
  name: string;
  description: string;
  enabled: Generated<boolean>;
  enabled_at: Timestamp;
  /** Where the outbox stood then; null where that is not known. */
  enabled_from: ColumnType<OutboxPosition | null, string | undefined, string>;
  revision: Generated<number>;
  document: string;
  /** The document as it was read. */
  parsed: Json<PipelineDocument>;
  /** Types of events that may start it. */
  events: readonly string[];
  /** Who is named in it: they see it and its runs. */
  users: readonly string[];
  groups: readonly string[];
  /** Of the present revision. The account stays the same as long as the name means the same person. */
  author: string;
  author_account: string;
  /** SHA-256 of the secret of calls from outside. */
  hook_sum: string | null;
  last_number: Generated<number>;
  created_by: string;
  created_at: Timestamp;
  modified_at: Timestamp;
}

export interface RevisionTable {
  pipeline: number;
  number: number;
  document: string;
  author: string;
  author_account: string;
  created_at: Timestamp;
}

export interface ScheduleTable {
  pipeline: number;
  place: number;
  cron: string;
  zone: string;
  next_at: Date;
}

export interface RunTable extends SaidColumns {
  id: Generated<number>;
  pipeline: number;
  number: number;
  revision: number;
  cause: Json<RunCause>;
  /** What started it, once for each pipeline. */
  cause_key: string;
  /** Runs in a row that led here without anybody in between. */
  depth: number;
  variables: Json<Readonly<Record<string, string>>>;
  group_name: string | null;
  state: RunState;
  created_at: Timestamp;
  started_at: Date | null;
  ended_at: Date | null;
}

export interface StepTable extends SaidColumns {
  run: number;
  id: string;
  position: number;
  type: StepTypeName;
  needs: readonly string[];
  config: Json<StepConfig>;
  state: StepState;
  /** Never empty while it waits. */
  waits_for: ColumnType<Said | null, string | null, string | null>;
  next_at: Timestamp;
  attempt: Generated<number>;
  /** Grows with every time that a person has it done again. */
  round: Generated<number>;
  /** Who does it now; whoever holds another one may not say how it ended. */
  lease: string | null;
  lease_until: Date | null;
  /** The runner that does it. */
  runner: ColumnType<string | null, string | null | undefined, string | null>;
  /** What it has to know again when it is looked at next. */
  result: ColumnType<Readonly<Record<string, unknown>> | null, string | null, string | null>;
  started_at: Date | null;
  ended_at: Date | null;
}

export interface StepLogTable extends SaidColumns {
  id: Generated<number>;
  run: number;
  step: string;
  at: Timestamp;
  /** Of what a command wrote: the lease under which it ran, and the number of the line. */
  lease: ColumnType<string | null, string | undefined, never>;
  piece: ColumnType<number | null, number | undefined, never>;
}

export interface RunnerTable {
  name: string;
  labels: readonly string[];
  /** Only steps of authors in one of these; of everybody when empty. */
  groups: readonly string[];
  token_sum: string;
  network: Generated<boolean>;
  version: Generated<string>;
  seen_at: Date | null;
  created_by: string;
  created_at: Timestamp;
}

export interface SecretTable {
  name: string;
  description: string;
  /** Its value, encrypted. */
  sealed: string;
  /** Authors whose pipelines are given it, beside administrators. */
  users: readonly string[];
  groups: readonly string[];
  created_by: string;
  created_at: Timestamp;
  modified_at: Timestamp;
  used_at: ColumnType<Date | null, Date | undefined, Date>;
}

/** What a step changes, so that what that starts is known to come of it. */
export interface EffectTable {
  subject: string;
  depth: number;
  by: string;
  at: Date;
}

export interface PipelinesSchema {
  pipeline: PipelineTable;
  revision: RevisionTable;
  schedule: ScheduleTable;
  run: RunTable;
  step: StepTable;
  step_log: StepLogTable;
  runner: RunnerTable;
  secret: SecretTable;
  effect: EffectTable;
}

export type Db = KernelDb<PipelinesSchema>;
