import { foresightWords } from '@packhouse/contract/pipelines/foresight-words.ts';
import { pipelineWords } from '@packhouse/contract/pipelines/pipeline-words.ts';
import { say } from '@packhouse/contract/sentences.ts';
import { needPeer, splitBuild } from './step-parts.ts';
import { effectOfReleaseBundle, type ForesightCall, type Outcome, type StepCall, type StepType } from './step-type.ts';

type Call = StepCall<'release-bundle'>;

const getActions = ({ context }: Pick<Call, 'context'>) => needPeer(context.peers.releaseBundleActions, 'distribution');

function done({ config: { name, version, sign } }: Call): Outcome {
  const bundle = `${name}/${version}`;
  return { state: 'succeeded', said: say(sign ? pipelineWords.step_bundle_signed : pipelineWords.step_bundle_made, { bundle }) };
}

const readSource = ({ config: { build, project, paths = [] } }: ForesightCall<'release-bundle'>) =>
  build === undefined ? { paths } : { build: { ...splitBuild(build), projectKey: project } };

/** The version as this step left it, begun again: one that somebody else made is not taken for it. */
async function findOwn(call: Call): Promise<{ isSigned: boolean } | undefined> {
  const found = await getActions(call).find(call, call.config);
  return found && found.createdBy === call.actor.name && found.createdAt >= call.startedAt ? found : undefined;
}

/** Puts a release bundle together and signs it. It is done when its name and version are there, made by this step. */
export const releaseBundle: StepType<'release-bundle'> = {
  type: 'release-bundle',
  effects: ({ name, version }) => [effectOfReleaseBundle(`${name}/${version}`)],
  async findDone(call) {
    const own = await findOwn(call);
    if (!own) return undefined;
    if (call.config.sign && !own.isSigned) await getActions(call).sign(call, call.config);
    return done(call);
  },
  async foresee(call) {
    const { name, version } = call.config;
    const { files: count } = await getActions(call).tryCreate(call, { name, version }, readSource(call));
    return { outlook: 'would', said: say(foresightWords.foresees_bundle, { bundle: `${name}/${version}`, count }) };
  },
  async perform(call) {
    const { name, version, sign } = call.config;
    await getActions(call).create(call, { name, version }, readSource(call), call.mark);
    if (sign) await getActions(call).sign(call, { name, version });
    return done(call);
  },
};
