import { foresightWords } from '@packhouse/contract/pipelines/foresight-words.ts';
import { runnerWords } from '@packhouse/contract/pipelines/runner-words.ts';
import { type Said, say } from '@packhouse/contract/sentences.ts';
import { type Action, type Actor, authorise, repositoryResource } from '@packhouse/kernel/access/authorisation.ts';
import { type RunnerRow, selectRunnersOf } from '../runner/runner-queries.ts';
import { requireSecrets } from '../secret/keep-secret.ts';
import { splitPlace } from './step-parts.ts';
import type { ForesightCall, Outcome, StepCall, StepType } from './step-type.ts';

type Call = StepCall<'run'>;

/** Seconds between two looks at which runners there are; those themselves take what waits at once. */
const lookAgain = 15;

/** What is known of a command between two looks. */
export interface CommandState {
  /** Runners that may take it. */
  runners?: readonly string[];
  /** A runner said that it begins it. */
  isBegun?: boolean;
  /** Times that it was begun in vain. */
  failures?: number;
}

const worksFor = (actor: Actor, { groups }: RunnerRow) => groups.length === 0 || groups.some((group) => actor.groups.includes(group));

const names = (runners: readonly RunnerRow[]) => runners.map(({ name }) => name).join(', ');

/** Which runners may take it, and what it waits for until one does. */
async function findRunners({
  context,
  actor,
  config: { runner: label, network },
}: ForesightCall<'run'>): Promise<{ fitting: RunnerRow[]; isReady?: true; waitsFor: Said }> {
  const known = await selectRunnersOf(context.db, label);
  if (known.length === 0) return { fitting: [], waitsFor: say(runnerWords.step_waits_runner_none, { label }) };
  const own = known.filter((runner) => worksFor(actor, runner));
  if (own.length === 0) return { fitting: [], waitsFor: say(runnerWords.step_waits_runner_group, { label, user: actor.name, runners: names(known) }) };
  const online = own.filter(({ is_online: isOnline }) => isOnline);
  if (online.length === 0) return { fitting: own, waitsFor: say(runnerWords.step_waits_runner_offline, { label, runners: names(own) }) };
  const fitting = network ? own.filter((runner) => runner.network) : own;
  if (fitting.length === 0) return { fitting, waitsFor: say(runnerWords.step_waits_runner_network, { label, runners: names(online) }) };
  return { fitting, isReady: true, waitsFor: say(runnerWords.step_waits_runner_busy, { label, runners: names(online) }) };
}

/** How a step goes on whose runner was lost: a command that was begun may have done anything. */
function judgeLoss({ config, lostRunner: runner = '', result }: Call): { outcome?: Outcome; said?: Said; state: CommandState } {
  const state = result as CommandState;
  if (!state.isBegun) return { state };
  const failures = (state.failures ?? 0) + 1;
  if (failures > config.retry) return { state, outcome: { state: 'failed', said: say(runnerWords.step_runner_lost, { runner }) } };
  return { state: { failures }, said: say(runnerWords.step_runner_lost_again, { runner }) };
}

/** Its files and secrets, as the author may use them now. @throws AppError `forbidden` */
async function requireMeans({ context, actor, config: { checkout, publish, secrets } }: ForesightCall<'run'>): Promise<void> {
  const judge = (place: string, action: Action) => {
    const { repository: key, path } = splitPlace(place);
    authorise(actor, action, repositoryResource(context.peers.repositories?.peek(key) ?? { key }, path));
  };
  for (const { from } of checkout) judge(from, 'read');
  for (const { to } of publish) judge(to, 'deploy');
  await requireSecrets(context, actor, secrets);
}

/** Waits until a runner takes it; commands never run here. */
export const runCommand: StepType<'run'> = {
  type: 'run',
  async foresee(call) {
    await requireMeans(call);
    const { fitting, isReady, waitsFor } = await findRunners(call);
    if (!isReady) return { outlook: 'waits', said: say(foresightWords.foresees_waiting, { why: waitsFor }) };
    return { outlook: 'would', said: say(foresightWords.foresees_command, { runners: names(fitting.filter(({ is_online: isOnline }) => isOnline)) }) };
  },
  async perform(call) {
    const { outcome, said, state } = call.lostRunner === undefined ? { state: call.result as CommandState } : judgeLoss(call);
    if (outcome) return outcome;
    if (said) await call.log(said);
    const { fitting, waitsFor } = await findRunners(call);
    const result: CommandState = { runners: fitting.map(({ name }) => name), ...(state.failures ? { failures: state.failures } : {}) };
    return { state: 'waiting', waitsFor, seconds: lookAgain, result: { ...result } };
  },
};
