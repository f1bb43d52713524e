import type { Distribution } from '@packhouse/contract/distribution/distribution-routes.ts';
import { saidBy } from '@packhouse/contract/errors.ts';
import { authorise } from '@packhouse/kernel/access/authorisation.ts';
import type { DistributionState, ReleaseBundleActions } from '@packhouse/peers/release-bundle-actions.ts';
import type { Context } from '../context.ts';
import { createReleaseBundle, signReleaseBundle, tryReleaseBundle } from '../release-bundle/release-bundle.ts';
import { selectReleaseBundle } from '../release-bundle/release-bundle-queries.ts';
import { releaseBundleResource } from '../release-bundle/release-bundle-resource.ts';
import { selectRun, selectRuns } from '../run/run-queries.ts';
import { toDistributions } from '../run/run-view.ts';
import { startRun } from '../run/start-run.ts';

function toState({ id, sites }: Distribution): DistributionState {
  return {
    id: Number(id),
    isEnded: sites.every(({ status }) => status === 'Completed' || status === 'Failed'),
    sites: sites.map(({ target, status, said, error }) => {
      const problem = said ?? (error === undefined ? undefined : saidBy(new Error(error)));
      return { target, isDone: status === 'Completed', ...(problem ? { problem } : {}) };
    }),
  };
}

function toNew(bundle: { name: string; version: string }, given: Parameters<ReleaseBundleActions['create']>[2], description = '') {
  const source =
    'build' in given
      ? { from: 'build' as const, ...given.build, mappings: [], addedProperties: [] }
      : { from: 'artifacts' as const, paths: [...given.paths], mappings: [], addedProperties: [] };
  const content = { description, releaseNotes: { syntax: 'plain_text' as const, content: '' }, storingRepository: '', sign: false };
  return { name: bundle.name, version: bundle.version, ...content, source };
}

const isSame = (one: readonly string[], other: readonly string[]) => one.length === other.length && one.every((target) => other.includes(target));

/** What this service does for those who act in somebody's name. */
export function releaseBundleActions(context: Context): ReleaseBundleActions {
  const { db } = context;
  return {
    async find({ actor }, { name, version }) {
      authorise(actor, 'read', releaseBundleResource(name, version));
      const row = await selectReleaseBundle(db, name, version);
      return row && { isSigned: row.state !== 'OPEN', createdBy: row.created_by, createdAt: row.created_at };
    },
    create: (doer, bundle, source, description) => createReleaseBundle(context, toNew(bundle, source, description), doer),
    tryCreate: async (doer, bundle, source) => ({ files: (await tryReleaseBundle(context, toNew(bundle, source), doer)).length }),
    sign: (doer, bundle) => signReleaseBundle(context, bundle, '', doer),
    async distribute(doer, bundle, targets, createRepositories) {
      return toState(await startRun(context, bundle, { type: 'distribute', targets, createRepositories, dryRun: false }, doer));
    },
    async tryDistribute(doer, bundle, targets, createRepositories) {
      return toState(await startRun(context, bundle, { type: 'distribute', targets, createRepositories, dryRun: true }, doer));
    },
    async findDistribution({ actor }, bundle, targets, since) {
      const runs = (await selectRuns(db, bundle)).filter((run) => run.type === 'distribute' && run.created_by === actor.name && run.created_at >= since);
      const found = (await toDistributions(db, runs)).find(({ sites }) =>
        isSame(
          sites.map(({ target }) => target),
          targets,
        ),
      );
      return found && toState(found);
    },
    async readDistribution(id) {
      const run = await selectRun(db, id);
      const [found] = run ? await toDistributions(db, [run]) : [];
      return found && toState(found);
    },
  };
}
