import { foresightWords } from '@packhouse/contract/pipelines/foresight-words.ts';
import { pipelineWords } from '@packhouse/contract/pipelines/pipeline-words.ts';
import { say } from '@packhouse/contract/sentences.ts';
import { needPeer, splitPlace } from './step-parts.ts';
import { effectOfPath, type ForesightCall, type Outcome, type StepCall, type StepType } from './step-type.ts';

type Transfer = 'copy' | 'move';

const done = ({ config: { type, from, to } }: StepCall<Transfer>): Outcome => ({
  state: 'succeeded',
  said: say(type === 'move' ? pipelineWords.step_moved : pipelineWords.step_copied, { from, target: to }),
});

function readOrder({ context, config: { type, from, to } }: ForesightCall<Transfer>) {
  return { actions: needPeer(context.peers.repositoryActions, 'artifactory'), order: { from: splitPlace(from), to: splitPlace(to), move: type === 'move' } };
}

function makeTransfer<Type extends Transfer>(type: Type): StepType<Type> {
  const transfer: StepType<Transfer> = {
    type,
    effects: ({ to }) => [effectOfPath(to)],
    async findDone(call) {
      const { actions, order } = readOrder(call);
      return (await actions.isTransferred(call.actor, order)) ? done(call) : undefined;
    },
    async foresee(call) {
      const { actions, order } = readOrder(call);
      const { files: count } = await actions.transfer(call.actor, { ...order, dryRun: true });
      const { from, to: target } = call.config;
      return { outlook: 'would', said: say(order.move ? foresightWords.foresees_move : foresightWords.foresees_copy, { from, target, count }) };
    },
    async perform(call) {
      const { actions, order } = readOrder(call);
      await actions.transfer(call.actor, order);
      return done(call);
    },
  };
  return transfer as unknown as StepType<Type>;
}

/** A file or a folder goes, or is copied, elsewhere. */
export const copy = makeTransfer('copy');
export const move = makeTransfer('move');
