import { administrationNeeded } from '@packhouse/contract/decision-names.ts';
import { AppError } from '@packhouse/contract/errors.ts';
import { kernelWords } from '@packhouse/contract/kernel-words.ts';
import { findProjectOfBuilds, isBuildRepository, isReleaseBundleRepository } from '@packhouse/contract/repository-keys.ts';
import { type Said, say } from '@packhouse/contract/sentences.ts';
import { pathMatches } from './path-pattern.ts';

export { patternExpression } from './path-pattern.ts';

export const actions = ['read', 'annotate', 'deploy', 'delete', 'manage'] as const;
export type Action = (typeof actions)[number];
export type ResourceType = 'repository' | 'build' | 'releaseBundle' | 'destination' | 'pipeline' | 'project' | 'duty';

/** Where a repository without environments counts as being. */
export const defaultEnvironment = 'DEV';

/** Other projects can use a repository: roles in them reach it too, though none to manage it. */
export interface Sharing {
  /** Keys of the projects. */
  projects: readonly string[] | 'all';
  /** To read only, whatever a role allows. */
  readOnly: boolean;
}

/**
 * Someone wants to act on this: a repository, or one path inside it; a build or release bundle by name; a target of release bundles, with its site as
 * the path: to deploy is to send there; a pipeline, where to deploy is to run it; a project, with a part of it as the path; or a duty.
 */
export interface Resource {
  type: ResourceType;
  name: string;
  /** Path inside the repository, no leading slash; absent means 'anywhere in it'. */
  path?: string;
  /** Patterns look at this as well: the city of a target. */
  alias?: string;
  /** Class of the repository, for permissions that name ANY LOCAL or ANY REMOTE. */
  class?: 'local' | 'remote' | 'virtual';
  /** Key of the project it belongs to. */
  project?: string;
  /** Environments of the project that the repository is in. */
  environments?: readonly string[];
  sharing?: Sharing;
}

/** Permissions look at this in a repository. */
export interface PlacedRepository {
  key: string;
  class?: 'local' | 'remote' | 'virtual';
  projectKey?: string | undefined;
  environments?: readonly string[];
  sharing?: Sharing | undefined;
}

/** Patterns of permissions on release bundles look at `name/version`, whatever of a version it is. */
function releaseBundleResource(key: string, path: string | undefined): Resource {
  if (path === undefined || path === '') return { type: 'releaseBundle', name: key };
  const [name = key, ...rest] = path.split('/').slice(0, 2);
  return { type: 'releaseBundle', name, path: [name, ...rest].join('/') };
}

/** Says what a place in a repository is to permissions. In a repository of builds or of release bundles the first folder names the build or the bundle. */
export function repositoryResource(repository: PlacedRepository, path?: string): Resource {
  const place = path === undefined ? {} : { path };
  const { key, class: repositoryClass, environments = [], sharing } = repository;
  if (isReleaseBundleRepository(key)) return releaseBundleResource(key, path);
  const isOfBuilds = isBuildRepository(key);
  const project = isOfBuilds ? findProjectOfBuilds(key) : repository.projectKey;
  const ofProject = project === undefined ? {} : { project };
  if (isOfBuilds) return { type: 'build', name: path?.split('/')[0] || key, ...ofProject, ...place };
  const shared = sharing ? { sharing } : {};
  return { type: 'repository', name: key, ...(repositoryClass ? { class: repositoryClass } : {}), ...ofProject, environments, ...shared, ...place };
}

/** One permission as it applies to one actor. */
export interface Grant {
  permission: string;
  resourceType: ResourceType;
  /** Names, or 'ANY', 'ANY LOCAL', 'ANY REMOTE'. */
  names: readonly string[];
  /** Ant patterns over paths; an empty list means everything. */
  include: readonly string[];
  exclude: readonly string[];
  actions: readonly Action[];
  /** It gives the right to edit what is said to be wrong with what it reaches, too. */
  verdicts?: true;
  /** And to send it to other deployments, where permissions on those say so as well. */
  distributes?: true;
  /** How the actor comes by it, in words: `user alice`, `group developers`, `anonymous`. */
  through: string;
  /** A role in a project: it applies to what belongs to the project or is shared with it, and to repositories only in these environments. */
  project?: { key: string; environments: readonly string[] | 'all' };
  /** Narrowed from these: it applies only where one of them does too. */
  within?: readonly Grant[];
}

/** Who is asking. Built by the access service once a request, from the session, the token or the password. */
export interface Actor {
  kind: 'anonymous' | 'user';
  name: string;
  administrator: boolean;
  groups: readonly string[];
  grants: readonly Grant[];
  /** Where the identity comes from: internal, ldap, saml, oauth … */
  realm: string;
  /** How this request proved it. */
  via: 'none' | 'session' | 'password' | 'token';
  /** A token may narrow what its owner may do; absent means all the owner may. */
  scope?: readonly Grant[];
  /** The access token that proved it, when `via` is 'token', and what its scope says. */
  token?: { id: string; scope: string };
}

/** One rule that was looked at, and what it said. */
export interface Consideration {
  rule: string;
  outcome: 'allows' | 'does not apply' | 'refuses';
  said: Said;
}

export interface Decision {
  allowed: boolean;
  considered: readonly Consideration[];
}

function appliesToName(grant: Grant, resource: Resource): boolean {
  if (grant.resourceType !== resource.type) return false;
  return grant.names.some(
    (name) =>
      name === resource.name ||
      name === 'ANY' ||
      (name === 'ANY LOCAL' && resource.class === 'local') ||
      (name === 'ANY REMOTE' && resource.class === 'remote'),
  );
}

/** Each kind of resource is called this. */
const typeWords = {
  repository: kernelWords.repository,
  build: kernelWords.build,
  releaseBundle: kernelWords.releaseBundle,
  destination: kernelWords.destination,
  pipeline: kernelWords.pipeline,
  project: kernelWords.project,
  duty: kernelWords.duty,
};

/** Put into words only where somebody wants to read it: grants are judged far more often. */
type Objection = () => Said;

/** Whether a repository is shared with a project to which it does not belong. */
export function isSharedWith({ sharing }: Pick<Resource, 'sharing'>, project: string): boolean {
  return sharing !== undefined && (sharing.projects === 'all' || sharing.projects.includes(project));
}

/** Why a role in a project does not reach a resource, or undefined when it does. */
function outsideProject({ project }: Grant, action: Action, resource: Resource): Objection | undefined {
  if (!project || resource.type === 'project') return undefined;
  if (resource.project !== project.key) {
    if (!isSharedWith(resource, project.key)) return () => say(kernelWords.outside_project, { name: resource.name, project: project.key });
    if (action === 'manage') return () => say(kernelWords.shared_not_managed, { name: resource.name, project: project.key });
    if (resource.sharing?.readOnly && action !== 'read') return () => say(kernelWords.shared_to_read, { name: resource.name, project: project.key });
  }
  if (resource.type !== 'repository' || project.environments === 'all') return undefined;
  const environments = resource.environments?.length ? resource.environments : [defaultEnvironment];
  if (environments.some((one) => project.environments.includes(one))) return undefined;
  return () => say(kernelWords.role_elsewhere, { environments: environments.join(', '), name: resource.name });
}

/** Why a grant does not apply, or undefined when it does. The only place where a grant is judged. */
function objection(grant: Grant, action: Action, resource: Resource): Objection | undefined {
  const outside = outsideProject(grant, action, resource);
  if (outside !== undefined) return outside;
  if (!appliesToName(grant, resource)) return () => say(kernelWords.grant_names_other, { why: say(typeWords[resource.type]), name: resource.name });
  if (!grant.actions.includes(action)) return () => say(kernelWords.grant_lacks_action, { action });
  const { path, alias } = resource;
  if (path !== undefined && path !== '') {
    const fits = (pattern: string) => pathMatches(pattern, path) || (alias !== undefined && alias !== '' && pathMatches(pattern, alias));
    if (grant.exclude.some(fits)) return () => say(kernelWords.excluded_by_pattern, { path });
    if (grant.include.length > 0 && !grant.include.some(fits)) return () => say(kernelWords.not_included_by_pattern, { path });
  }
  if (grant.within && !grant.within.some((outer) => objection(outer, action, resource) === undefined)) return () => say(kernelWords.wider_scope_does_not_cover);
  return undefined;
}

function consider(grant: Grant, action: Action, resource: Resource): Consideration {
  const rule = `${grant.project ? `role ${grant.permission} of project ${grant.project.key}` : `permission ${grant.permission}`} (${grant.through})`;
  const refuse = objection(grant, action, resource);
  return refuse === undefined
    ? { rule, outcome: 'allows', said: say(kernelWords.grant_allows, { action, name: resource.name }) }
    : { rule, outcome: 'does not apply', said: refuse() };
}

/**
 * The one function that decides. Pure: the same actor, action and resource always give the same answer, with every rule considered.
 * Without a path it answers whether the action is possible somewhere in the resource.
 */
export function isAllowed(actor: Actor, action: Action, resource: Resource): boolean {
  const applies = (grant: Grant) => objection(grant, action, resource) === undefined;
  if (actor.scope && !actor.scope.some(applies)) return false;
  return actor.administrator || actor.grants.some(applies);
}

/** Decides by a right beside the actions. */
function isGivenBeside(right: 'verdicts' | 'distributes', actor: Actor, resource: Resource): boolean {
  const applies = (grant: Grant) => grant[right] === true && objection({ ...grant, actions: ['annotate'] }, 'annotate', resource) === undefined;
  if (actor.scope && !actor.scope.some(applies)) return false;
  return actor.administrator || actor.grants.some(applies);
}

/** Whether the actor may edit what is said to be wrong with something: have it looked at again, and say what of it does not count there. */
export const mayEditVerdicts = (actor: Actor, resource: Resource): boolean => isGivenBeside('verdicts', actor, resource);

/** Whether the actor may send a release bundle to other deployments; to which of them is another question. */
export const mayDistribute = (actor: Actor, resource: Resource): boolean => isGivenBeside('distributes', actor, resource);

/** Whether there may be something of a kind that the actor can do this to. Asked before a large body says to what; the last word has `isAllowed`. */
export function isAllowedSomewhere(actor: Actor, action: Action, type: ResourceType): boolean {
  const applies = (grant: Grant) => grant.resourceType === type && grant.actions.includes(action);
  if (actor.scope && !actor.scope.some(applies)) return false;
  return actor.administrator || actor.grants.some(applies);
}

/** The decision of `isAllowed` with every rule that was considered on the way. */
export function explain(actor: Actor, action: Action, resource: Resource): Decision {
  const scoped = (actor.scope ?? []).map((grant) => consider(grant, action, resource));
  const considered: Consideration[] = [...scoped];
  if (actor.scope && !scoped.some((one) => one.outcome === 'allows'))
    considered.push({ rule: 'token scope', outcome: 'refuses', said: say(kernelWords.token_does_not_cover, { action }) });
  if (actor.administrator) considered.push({ rule: 'administrator', outcome: 'allows', said: say(kernelWords.administrators_may_all) });
  else considered.push(...actor.grants.map((grant) => consider(grant, action, resource)));
  return { allowed: isAllowed(actor, action, resource), considered };
}

/** Refuses with `unauthenticated` (nobody is signed in: signing in may help) or `forbidden`, naming what is missing. */
export function authorise(actor: Actor, action: Action, resource: Resource): void {
  if (isAllowed(actor, action, resource)) return;
  const detail = { action, resource: { type: resource.type, name: resource.name, path: resource.path } };
  if (actor.kind === 'anonymous') throw new AppError('unauthenticated', { detail });
  const { name, path } = resource;
  const inProject = resource.type === 'project';
  if (path) throw new AppError(inProject ? kernelWords.action_needed_in_project_path : kernelWords.action_needed_on_path, { action, name, path }, { detail });
  throw new AppError(inProject ? kernelWords.action_needed_in_project : kernelWords.action_needed, { action, name }, { detail });
}

const isUnlimited = ({ include, exclude }: Grant) =>
  exclude.length === 0 && (include.length === 0 || include.some((pattern) => pattern === '**' || pattern === '**/*'));

/** Whether one rule alone allows the action everywhere in the resource: what is done to the whole of it reaches every path. */
export function isAllowedThroughout(actor: Actor, action: Action, resource: Resource): boolean {
  // Patterns are looked at here.
  const whole = { ...resource, path: '' };
  const applies = (grant: Grant): boolean =>
    isUnlimited(grant) && objection(grant, action, whole) === undefined && (grant.within === undefined || grant.within.some(applies));
  if (actor.scope && !actor.scope.some(applies)) return false;
  return actor.administrator || actor.grants.some(applies);
}

/** Refuses who may do this only in parts of the resource, or nowhere in it. @throws AppError `unauthenticated` or `forbidden` */
export function authoriseThroughout(actor: Actor, action: Action, resource: Resource): void {
  authorise(actor, action, resource);
  if (isAllowedThroughout(actor, action, resource)) return;
  const { type, name } = resource;
  throw new AppError(kernelWords.action_needed_throughout, { action, name }, { detail: { action, resource: { type, name } } });
}

/** Refuses who can do this to nothing of a kind. @throws AppError `unauthenticated` or `forbidden` */
export function authoriseSomewhere(actor: Actor, action: Action, type: ResourceType): void {
  if (isAllowedSomewhere(actor, action, type)) return;
  if (actor.kind === 'anonymous') throw new AppError('unauthenticated');
  throw new AppError(kernelWords.action_needed_somewhere, { action, why: say(typeWords[type]) }, { detail: { action, resource: { type } } });
}

/** Whether somebody administers the platform, as `requireAdministrator` decides it, with what was considered. */
export function explainAdministration(actor: Actor): Decision {
  const considered: Consideration[] = [
    actor.administrator
      ? { rule: 'administrator', outcome: 'allows', said: say(kernelWords.administrators_may_all) }
      : { rule: 'administrator', outcome: 'refuses', said: say(kernelWords.administrators_only) },
    ...(actor.scope ? [{ rule: 'token scope', outcome: 'refuses' as const, said: say(kernelWords.token_does_not_administer) }] : []),
  ];
  return { allowed: actor.administrator && !actor.scope, considered };
}

/** Refuses anybody but an administrator. */
export function requireAdministrator(actor: Actor): void {
  if (actor.administrator && !actor.scope) return;
  const detail = administrationNeeded;
  throw actor.kind === 'anonymous' ? new AppError('unauthenticated', { detail }) : new AppError(kernelWords.administrators_only, {}, { detail });
}

/** A visitor who proved nothing; `grants` are those of the anonymous user when anonymous access is on. */
export function anonymousActor(grants: readonly Grant[] = []): Actor {
  return { kind: 'anonymous', name: 'anonymous', administrator: false, groups: [], grants, realm: 'internal', via: 'none' };
}
