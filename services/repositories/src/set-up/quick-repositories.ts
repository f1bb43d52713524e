import { AppError } from '@packhouse/contract/errors.ts';
import type { Problem } from '@packhouse/contract/problem-words.ts';
import { type FormatId, getCard, type RepositoryClass } from '@packhouse/contract/repositories/format-ids.ts';
import { formatOfType, type OnboardingType, type QuickUpstream, type RepositoryLayout } from '@packhouse/contract/repositories/onboarding-routes.ts';
import { RepositoryInput, RepositoryKey } from '@packhouse/contract/repositories/repository-settings.ts';
import { repositoryWords } from '@packhouse/contract/repositories/repository-words.ts';
import { reasonedSaid } from '@packhouse/contract/rule-words.ts';
import { type Said, say } from '@packhouse/contract/sentences.ts';
import { formats } from '@packhouse/formats/formats.ts';
import type { z } from 'zod';
import type { Context } from '../context.ts';
import type { Repository } from '../directory/directory.ts';
import { type Changer, createRepository, readKeysOfMembers, updateRepository } from '../repository/repository.ts';
import { findClientUpstream, findUsualUpstream } from './client-upstream.ts';

export function isSupported(type: OnboardingType): boolean {
  return formats.some((format) => format.id === formatOfType(type));
}

/** Keys of the three repositories of a type. */
export function quickKeys(type: OnboardingType, prefix: string): Record<RepositoryClass, string> {
  const name = `${prefix === '' ? '' : `${prefix}-`}${type.toLowerCase()}`;
  return { local: `${name}-local`, remote: `${name}-remote`, virtual: name };
}

type Proposal = Required<Pick<RepositoryLayout, 'upstreamUrl' | 'upstreamFrom'>>;

/** Where packages of a format come from unless somebody says otherwise: as configured, or as another remote repository has it. */
async function defaultUpstream(context: Context, format: FormatId): Promise<Proposal | undefined> {
  const configured = context.platform.config.defaults.upstreams[format];
  if (configured) return { upstreamUrl: configured, upstreamFrom: 'configuration' };
  const remote = (await context.directory.list()).find((repository) => repository.class === 'remote' && repository.format === format);
  return remote?.class === 'remote' ? { upstreamUrl: remote.settings.url, upstreamFrom: 'repository' } : undefined;
}

/** What is proposed to a person, who sees it before anything is made: also what clients on this machine use, or anywhere unless they are told otherwise. */
async function proposeUpstream(context: Context, format: FormatId, ownHost: string): Promise<Proposal | undefined> {
  const usual = await defaultUpstream(context, format);
  if (usual) return usual;
  const ofClient = await findClientUpstream(format, { ownHost });
  if (ofClient !== undefined) return { upstreamUrl: ofClient, upstreamFrom: 'client' };
  const upstreamUrl = findUsualUpstream(format, { ownHost });
  return upstreamUrl === undefined ? undefined : { upstreamUrl, upstreamFrom: 'usual' };
}

export interface LayoutQuestion {
  prefix: string;
  /** Under which the caller reaches this platform. */
  ownHost: string;
  /** Where packages come from is told to those who may make remote repositories. */
  proposes: boolean;
}

export async function readLayout(context: Context, type: OnboardingType, { prefix, ownHost, proposes }: LayoutQuestion): Promise<RepositoryLayout> {
  const keys = quickKeys(type, prefix);
  const format = formatOfType(type);
  return {
    repoType: type,
    layout: getCard(format).quickStart?.layout ?? 'simple-default',
    localRepoKeys: [keys.local],
    remoteRepoKeys: [keys.remote],
    virtualRepoKeys: [keys.virtual],
    ...(proposes ? await proposeUpstream(context, format, ownHost) : {}),
  };
}

/** Why a repository with this key cannot be made; undefined when it can. */
export async function objectionToKey(context: Context, key: string): Promise<Said | undefined> {
  const [issue] = RepositoryKey.safeParse(key).error?.issues ?? [];
  if (issue) return reasonedSaid(issue as Problem);
  return (await context.directory.find(key)) ? say(repositoryWords.repository_exists_already, { key }) : undefined;
}

type Upstream = z.output<typeof QuickUpstream>;

/** Lists what has to be made, in an order in which each finds what it needs. */
async function plan(context: Context, type: OnboardingType, prefix: string, given: Upstream | null | undefined): Promise<z.input<typeof RepositoryInput>[]> {
  const keys = quickKeys(type, prefix);
  const format = formatOfType(type);
  // Whoever says that there is none gets no remote repository, whatever is configured.
  const url = given === null ? undefined : (given?.url ?? (await defaultUpstream(context, format))?.upstreamUrl);
  const remote = (await context.directory.find(keys.remote)) !== undefined || url !== undefined;
  const local = { class: 'local' as const, key: keys.local, format };
  const members = remote ? [keys.local, keys.remote] : [keys.local];
  const virtual = { class: 'virtual' as const, key: keys.virtual, format, members, settings: { defaultDeployment: keys.local } };
  if (!remote) return [local, virtual];
  const settings = { url: url ?? '', username: given?.username ?? '', allowPrivate: given?.allowPrivate ?? false };
  return [local, { class: 'remote' as const, key: keys.remote, format, settings, ...(given?.password ? { password: given.password } : {}) }, virtual];
}

function requireSame(existing: Repository, wanted: { key: string; class: RepositoryClass; format: FormatId }): void {
  if (existing.class === wanted.class && existing.format === wanted.format) return;
  throw new AppError(
    repositoryWords.repository_exists_as,
    { key: wanted.key, class: existing.class, format: existing.format },
    { detail: { key: wanted.key } },
  );
}

export interface QuickOrder {
  types: readonly OnboardingType[];
  prefix: string;
  upstreams: Partial<Record<OnboardingType, Upstream | null>>;
}

export interface QuickResult {
  made: Record<RepositoryClass, string[]>;
  withoutUpstream: OnboardingType[];
}

/**
 * Makes what the quick start promises. Repositories that are there already from an earlier start are taken as they are;
 * everything is checked before the first one is made.
 * @throws AppError `repository_exists`, `invalid_input`
 */
export async function makeQuickRepositories(context: Context, order: QuickOrder, changer: Changer): Promise<QuickResult> {
  const result: QuickResult = { made: { local: [], remote: [], virtual: [] }, withoutUpstream: [] };
  const wanted: RepositoryInput[] = [];
  for (const type of order.types) {
    if (!isSupported(type)) throw new AppError(repositoryWords.type_not_made, { type }, { detail: [{ path: 'repoTypes', message: type }] });
    const inputs = (await plan(context, type, order.prefix, order.upstreams[type])).map((input) => RepositoryInput.parse(input));
    if (!inputs.some((input) => input.class === 'remote')) result.withoutUpstream.push(type);
    wanted.push(...inputs);
  }
  const existing = new Map<string, Repository>();
  for (const input of wanted) {
    const found = await context.directory.find(input.key);
    if (!found) continue;
    requireSame(found, input);
    existing.set(input.key, found);
  }
  for (const input of wanted) {
    if (!existing.has(input.key)) await createRepository(context, input, changer);
    else if (input.class === 'virtual') await addMade(context, input, existing, changer);
    result.made[input.class].push(input.key);
  }
  return result;
}

/** Of an earlier start that named no upstream the virtual repository does not show the remote one yet, which is made now. */
async function addMade(
  context: Context,
  { key, members }: Extract<RepositoryInput, { class: 'virtual' }>,
  existing: ReadonlyMap<string, Repository>,
  changer: Changer,
) {
  const shown = await readKeysOfMembers(context, key);
  const added = members.filter((member) => !existing.has(member) && !shown.includes(member));
  if (added.length > 0) await updateRepository(context, key, { members: [...shown, ...added] }, changer);
}
