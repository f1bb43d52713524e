import { pipelineWords } from '@packhouse/contract/pipelines/pipeline-words.ts';
import { type Said, say } from '@packhouse/contract/sentences.ts';
import { keepSaid } from '@packhouse/kernel/database/said-columns.ts';
import type { Context } from '../context.ts';
import type { RunRow } from '../pipeline/pipeline-queries.ts';
import { advanceRun } from '../run/advance.ts';
import { type Change, computed, insertLog, lockRun, updateHeldStep } from '../run/run-queries.ts';
import type { Outcome } from '../step/step-type.ts';
import type { ClaimedStep } from './claim-queries.ts';

/** Seconds after which a step is begun again that failed in a passing way. */
const rest = 10;

type Settlement = Outcome | { state: 'again'; said: Said };

interface Settled {
  step: Pick<ClaimedStep, 'run' | 'id' | 'type' | 'lease' | 'waits_for'>;
  run: RunRow;
  pipeline: string;
}

function toChange(outcome: Settlement): Change<'step'> {
  const free = { lease: null, lease_until: null, runner: null };
  if (outcome.state === 'again') return { ...free, state: 'ready', waits_for: JSON.stringify(outcome.said), next_at: computed.inSeconds(rest) };
  const result = outcome.result === undefined ? {} : { result: JSON.stringify(outcome.result) };
  if (outcome.state === 'waiting')
    return { ...free, ...result, state: 'waiting', waits_for: JSON.stringify(outcome.waitsFor), next_at: computed.inSeconds(outcome.seconds) };
  return { ...free, ...result, state: outcome.state, waits_for: null, ended_at: computed.now, ...keepSaid(outcome.said) };
}

const getLine = (outcome: Settlement) => (outcome.state === 'waiting' ? outcome.waitsFor : outcome.said);

/** Keeps how a step stands, tells those who look on, and goes on with the run; all of it or nothing. */
export async function settleStep(context: Context, { step, run, pipeline }: Settled, outcome: Settlement): Promise<void> {
  await context.db.transaction().execute(async (tx) => {
    if (!(await lockRun(tx, run.id))) return;
    const line = getLine(outcome);
    const entry = { run: run.id, step: step.id };
    if (!(await updateHeldStep(tx, step, toChange(outcome)))) {
      if (outcome.state === 'succeeded' || outcome.state === 'failed')
        await insertLog(tx, [{ ...entry, ...keepSaid(say(pipelineWords.step_late, { why: line })) }]);
      return;
    }
    const isNews = outcome.state !== 'waiting' || line.message !== step.waits_for?.message;
    if (isNews) await insertLog(tx, [{ ...entry, ...keepSaid(line) }]);
    if (outcome.state === 'succeeded' || outcome.state === 'failed') {
      const subject = `${pipeline} #${run.number} ${step.id}`;
      const after = { type: step.type, state: outcome.state, said: line.message };
      await context.platform.identity.audit(
        { actor: run.author, address: `pipeline ${pipeline} #${run.number}`, action: 'pipeline.step-ended', subject, after },
        tx,
      );
    }
    if (isNews) await advanceRun(context, tx, run.id);
  });
}
