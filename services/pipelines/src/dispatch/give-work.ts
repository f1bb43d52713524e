import { AppError, saidBy } from '@packhouse/contract/errors.ts';
import { getSeconds, type StepConfig } from '@packhouse/contract/pipelines/pipeline-document.ts';
import { pipelineWords } from '@packhouse/contract/pipelines/pipeline-words.ts';
import type { RunnerWork } from '@packhouse/contract/pipelines/runner-routes.ts';
import { runnerWords } from '@packhouse/contract/pipelines/runner-words.ts';
import { type Said, say } from '@packhouse/contract/sentences.ts';
import type { Actor, Grant } from '@packhouse/kernel/access/authorisation.ts';
import { keepSaid } from '@packhouse/kernel/database/said-columns.ts';
import type { Context } from '../context.ts';
import { noteEffects } from '../engine/claim-queries.ts';
import { settleStep } from '../engine/settle-step.ts';
import { findActorOf, readConfig } from '../engine/work-step.ts';
import { findPipelineById, type RunRow } from '../pipeline/pipeline-queries.ts';
import { findRunById, insertLog } from '../run/run-queries.ts';
import { openSecrets } from '../secret/keep-secret.ts';
import { effectOfPath } from '../step/step-type.ts';
import { claimForRunner, type HeldStep } from './dispatch-queries.ts';

/** Seconds beyond those of the command in which its files are fetched and published. */
const besides = 900;

/** Files are fetched and published with this, within what the author may do; nothing else is. */
const files: readonly Grant[] = [
  {
    permission: 'pipeline',
    resourceType: 'repository',
    names: ['ANY'],
    include: [],
    exclude: [],
    actions: ['read', 'annotate', 'deploy', 'delete'],
    through: 'pipeline',
  },
];

interface Claimed {
  step: HeldStep;
  run: RunRow;
  pipeline: string;
}

async function toWork(context: Context, { step, run, pipeline }: Claimed, actor: Actor): Promise<RunnerWork> {
  const config = readConfig(step, run) as StepConfig<'run'>;
  const { script, env, network, memory, disk, checkout, publish } = config;
  const timeout = getSeconds(config.timeout);
  const secrets = await openSecrets(context, actor, config.secrets);
  await noteEffects(
    context.db,
    publish.map(({ to }) => effectOfPath(to)),
    { depth: run.depth, by: actor.name },
  );
  const token = await context.platform.identity.issueShortToken(actor, files, timeout + besides);
  return { lease: step.lease, pipeline, run: run.number, step: step.id, script, env, secrets, network, memory, disk, timeout, checkout, publish, token };
}

/** Work of a claimed step, or why it cannot be done. */
async function prepare(context: Context, claimed: Claimed, runner: string): Promise<RunnerWork | Said> {
  const { step, run } = claimed;
  const actor = await findActorOf(context, run);
  if (!actor) return say(pipelineWords.step_author_gone, { user: run.author });
  try {
    const work = await toWork(context, claimed, actor);
    await insertLog(context.db, [{ run: run.id, step: step.id, ...keepSaid(say(runnerWords.step_on_runner, { runner })) }]);
    return work;
  } catch (error) {
    if (error instanceof AppError && error.code !== 'internal') return saidBy(error);
    throw error;
  }
}

/** The next step for a runner; one that cannot be done is ended at once. Undefined where nothing waits. */
export async function giveWork(context: Context, runner: string): Promise<RunnerWork | undefined> {
  for (let step = await claimForRunner(context.db, runner); step; step = await claimForRunner(context.db, runner)) {
    const run = await findRunById(context.db, step.run);
    const pipeline = run && (await findPipelineById(context.db, run.pipeline));
    if (!pipeline) continue;
    const prepared = await prepare(context, { step, run, pipeline: pipeline.name }, runner);
    if ('lease' in prepared) return prepared;
    await settleStep(context, { step, run, pipeline: pipeline.name }, { state: 'failed', said: prepared });
  }
  return undefined;
}
