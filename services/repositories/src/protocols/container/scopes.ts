import { isContainerFormat } from '@packhouse/contract/repositories/format-ids.ts';
import { isImageName } from '@packhouse/formats/container/reference.ts';
import { type Action, type Actor, type Grant, isAllowed } from '@packhouse/kernel/access/authorisation.ts';
import type { Context } from '../../context.ts';
import { readResource, type StoringRepository } from '../../directory/directory.ts';
import { imagePath } from './container-access.ts';

// https://distribution.github.io/distribution/spec/auth/scope/
export interface WantedScope {
  name: string;
  actions: readonly string[];
}

/** Marks the grants of tokens that this room gives out. */
const registryToken = 'registry token';

const wireActions: Record<string, readonly Action[]> = { pull: ['read'], push: ['deploy'], delete: ['delete'], '*': ['read', 'deploy', 'delete'] };

const catalogName = 'registry:catalog';
/** Opens nothing; it says that the token may see the list of images its owner may read. */
const catalogGrant: Grant = {
  permission: 'registry token for the catalog',
  resourceType: 'repository',
  names: [],
  include: [],
  exclude: [],
  actions: ['read'],
  through: registryToken,
};

/** May this actor see every image it may read, or only those its token names? */
export function catalogViewer(actor: Actor): Actor {
  return actor.scope?.some((grant) => grant.through === registryToken && grant.permission === catalogGrant.permission) ? getOwner(actor) : actor;
}

/** Clients ask for one image at a time, or for two to copy between them. */
const mostScopes = 100;

/** Reads `repository:<name>:<actions>` entries; names may hold colons of a port, so it is read from both ends. Others are left out, and more than anybody needs. */
export function parseScopes(values: readonly string[]): readonly WantedScope[] {
  const texts = values.flatMap((value) => value.split(' '));
  const catalog = texts.includes(`${catalogName}:*`) ? [{ name: catalogName, actions: ['*'] }] : [];
  const images = texts
    .map((text) => /^repository(?:\([a-z0-9]+\))?:(.+):([^:]*)$/.exec(text))
    .filter((match) => match !== null)
    .slice(0, mostScopes);
  return [...catalog, ...images.map((match) => ({ name: match[1] ?? '', actions: (match[2] ?? '').split(',').filter(Boolean) }))];
}

/** Repositories an action through this one reaches: itself, and its members when it is virtual. */
async function reached(context: Context, key: string): Promise<readonly { key: string; class: 'local' | 'remote' | 'virtual' }[]> {
  const repository = await context.directory.find(key);
  if (!repository || !isContainerFormat(repository.format)) return [];
  if (repository.class !== 'virtual') return [repository];
  return [repository, ...(await context.directory.flatten(repository)).filter((member: StoringRepository) => isContainerFormat(member.format))];
}

function makeGrant(name: string, key: string, include: readonly string[], actions: readonly Action[]): Grant {
  return {
    permission: `registry token for ${name}`,
    resourceType: 'repository',
    names: key === '' ? [] : [key],
    include,
    exclude: [],
    actions,
    through: registryToken,
  };
}

/** Gives what the actor may do of what is wanted, as grants a token can carry: nothing more, and nothing the actor lacks. */
export async function grantedScope(context: Context, actor: Actor, wanted: readonly WantedScope[], givenKey?: string): Promise<readonly Grant[]> {
  const grants: Grant[] = [];
  if (wanted.some(({ name }) => name === catalogName)) grants.push(catalogGrant);
  for (const { name, actions } of wanted) {
    const [first = '', ...rest] = name.split('/');
    const key = givenKey ?? first;
    const image = givenKey === undefined ? rest.join('/') : name;
    if (!isImageName(image)) continue;
    const asked = [...new Set(actions.flatMap((action) => wireActions[action] ?? []))];
    for (const repository of await reached(context, key)) {
      const allowed = asked.filter((action) => isAllowed(actor, action, readResource(repository, imagePath(image))));
      if (allowed.length > 0) grants.push(makeGrant(name, repository.key, [`${image}/**`], allowed));
    }
  }
  // A token without any grant would not be known for what it is.
  return grants.length > 0 ? grants : [makeGrant('nothing', '', [], [])];
}

/**
 * Who asked for the registry token this actor came with. Clients fetch such tokens by themselves, for one image at a time;
 * where an action touches more than its image (the tag it moves, the image a blob is mounted from), their owner's rights count.
 * Tokens that a person narrowed stay narrow.
 */
export function getOwner(actor: Actor): Actor {
  const { scope, ...owner } = actor;
  if (!scope || scope.length === 0 || scope.some((grant) => grant.through !== registryToken)) return actor;
  const within = scope.flatMap((grant) => grant.within ?? []);
  return within.length > 0 ? { ...owner, scope: within } : owner;
}
