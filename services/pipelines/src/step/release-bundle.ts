import { pipelineWords } from '@packhouse/contract/pipelines/pipeline-words.ts';
import { say } from '@packhouse/contract/sentences.ts';
import { needPeer, splitBuild } from './step-parts.ts';
import { effectOfReleaseBundle, type Outcome, type StepCall, type StepType } from './step-type.ts';

type Call = StepCall<'release-bundle'>;

const getActions = ({ context }: Call) => needPeer(context.peers.releaseBundleActions, 'distribution');

function done({ config: { name, version, sign } }: Call): Outcome {
  const bundle = `${name}/${version}`;
  return { state: 'succeeded', said: say(sign ? pipelineWords.step_bundle_signed : pipelineWords.step_bundle_made, { bundle }) };
}

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
  async perform(call) {
    const { name, version, build, project, paths = [], sign } = call.config;
    const source = build === undefined ? { paths } : { build: { ...splitBuild(build), projectKey: project } };
    await getActions(call).create(call, { name, version }, source, call.mark);
    if (sign) await getActions(call).sign(call, { name, version });
    return done(call);
  },
};
