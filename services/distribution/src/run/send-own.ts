import { findProjectOfBuilds, isBuildRepository } from '@packhouse/contract/repository-keys.ts';
import { type Actor, authorise, type Grant, isAllowed, mayDistribute, type Resource, repositoryResource } from '@packhouse/kernel/access/authorisation.ts';
import type { Context } from '../context.ts';
import type { Doer, Place } from '../release-bundle/release-bundle.ts';
import { releaseBundleResource } from '../release-bundle/release-bundle-resource.ts';

interface Asked {
  repoKey: string;
  build?: { name: string } | undefined;
}
interface Placed {
  repository: string;
  path: string;
}

/** Whether somebody has a right to send what is in repositories or builds, wherever. */
const sendsSomething = ({ grants }: Actor) =>
  grants.some(({ distributes, resourceType }) => distributes && (resourceType === 'repository' || resourceType === 'build'));

/** Who may not make a release bundle may send what a permission on its repository or build lets them distribute: this is what they are then for that one version. */
export function findSender({ actor, address }: Doer, place: Place): Doer | undefined {
  if (isAllowed(actor, 'deploy', releaseBundleResource(place.name, place.version)) || !sendsSomething(actor)) return undefined;
  const grant: Grant = {
    permission: 'distribute',
    resourceType: 'releaseBundle',
    names: [place.name],
    include: [`${place.name}/${place.version}`],
    exclude: [],
    actions: ['read', 'annotate', 'deploy'],
    through: `user ${actor.name}`,
  };
  return { actor: { ...actor, grants: [...actor.grants, grant], ...(actor.scope ? { scope: [...actor.scope, grant] } : {}) }, address };
}

function requireDistribution(actor: Actor, resource: Resource): void {
  // Whoever manages it gives the right.
  if (!mayDistribute(actor, resource)) authorise(actor, 'manage', resource);
}

/** @throws AppError `forbidden`, naming the first that may not be sent */
export async function requireSending({ peers }: Context, actor: Actor, { repoKey, build }: Asked, files: readonly Placed[]): Promise<void> {
  const project = findProjectOfBuilds(repoKey);
  if (isBuildRepository(repoKey)) return requireDistribution(actor, { type: 'build', name: build?.name ?? '', ...(project === undefined ? {} : { project }) });
  const known = new Map(((await peers.repositories?.list()) ?? []).map((one) => [one.key, one]));
  for (const { repository, path } of files) requireDistribution(actor, repositoryResource(known.get(repository) ?? { key: repository }, path));
}
