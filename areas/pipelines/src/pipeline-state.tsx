import type { RunState, RunSummary, StepState } from '@packhouse/contract/pipelines/pipeline-routes.ts';
import { type StatusKind, StatusTag } from '@packhouse/ui/core.ts';
import { t } from './pipelines-words.ts';

type State = RunState | StepState;

const kinds: Readonly<Record<State, StatusKind>> = {
  queued: 'neutral',
  pending: 'neutral',
  ready: 'neutral',
  running: 'running',
  waiting: 'warning',
  succeeded: 'good',
  failed: 'bad',
  cancelled: 'neutral',
  skipped: 'neutral',
};

/** The state of a run: one under way of which every step waits is said to wait. */
export function RunTag({ run: { state, waitsFor } }: { run: Pick<RunSummary, 'state' | 'waitsFor'> }) {
  return <PipelineState state={waitsFor ? 'waiting' : state} />;
}

/** The state of a run or of a step in colour, drawing and word. */
export function PipelineState({ state }: { state: State }) {
  return <StatusTag kind={kinds[state]}>{t(`state_${state}`)}</StatusTag>;
}
