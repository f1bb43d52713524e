import { z } from 'zod';
import { constants } from '../constants.ts';
import { prefixes } from '../prefixes.ts';
import { route } from '../route.ts';
import { Said } from '../said.ts';
import { type FormatId, findFormatId } from './format-ids.ts';
import { UpstreamUrl } from './repository-settings.ts';
import { repositoryRules } from './repository-words.ts';

const base = `${prefixes.consoleApi}/ui/onboarding`;

/** Package types the quick start offers, in its words and order. */
export const { onboardingTypes } = constants;
export type OnboardingType = (typeof onboardingTypes)[number];

export function formatOfType(type: OnboardingType): FormatId {
  const format = findFormatId(type);
  if (!format) throw new Error(`No format for ${type}`);
  return format;
}

/** This is put before the keys of the repositories that the quick start makes. */
export const RepositoryPrefix = z
  .string()
  .max(40)
  .regex(/^([a-z0-9][a-z0-9-]*)?$/, repositoryRules.proxy_key_characters.en)
  .default('');

export const reposStates = route('reposStates', {
  summary: 'For which package types of the quick start repositories exist',
  method: 'GET',
  url: `${base}/reposStates`,
  access: 'user',
  reply: z.object({
    repoStates: z.array(
      z.object({
        repoType: z.enum(onboardingTypes),
        /** The platform can make repositories of this type. */
        supported: z.boolean(),
        /** There is a repository of this type already. */
        exists: z.boolean(),
      }),
    ),
    /** Nothing but what the quick start itself makes exists. */
    onlyDefaultRepositories: z.boolean(),
  }),
});

/** The repositories the quick start would make for one type. */
export const RepositoryLayout = z.object({
  repoType: z.enum(onboardingTypes),
  layout: z.string(),
  localRepoKeys: z.array(z.string()),
  remoteRepoKeys: z.array(z.string()),
  virtualRepoKeys: z.array(z.string()),
  /** Upstream that is proposed for the remote repository, to those who may make one; absent: ask for one. */
  upstreamUrl: z.string().optional(),
  /** It is configured, another remote repository has it, clients on the server's machine use it, or clients anywhere do unless they are told otherwise. */
  upstreamFrom: z.enum(['configuration', 'repository', 'client', 'usual']).optional(),
});
export type RepositoryLayout = z.output<typeof RepositoryLayout>;

export const getReposModel = route('getReposModel', {
  summary: 'The repositories that the quick start would make',
  method: 'GET',
  url: `${base}/getReposModel`,
  access: 'user',
  query: z.object({ repoPrefix: RepositoryPrefix }),
  reply: z.object({ repoLayouts: z.array(RepositoryLayout) }),
});

export const validateBatch = route('validateBatch', {
  summary: 'Checks keys of repositories that are to be made',
  method: 'POST',
  url: `${base}/validateBatch`,
  access: 'administrator',
  body: z.strictObject({ repoKeys: z.array(z.string()).min(1).max(100) }),
  reply: z.object({ errors: z.array(z.object({ repoKey: z.string(), ...Said.shape })) }),
  status: 200,
});

/** Where a remote repository of the quick start gets its packages. */
export const QuickUpstream = z.strictObject({
  url: UpstreamUrl,
  username: z.string().max(256).optional(),
  /** Written only; never answered. */
  password: z.string().max(4000).optional(),
  /** The upstream may be at a private address. */
  allowPrivate: z.boolean().optional(),
});

export const createQuickRepos = route('createQuickRepos', {
  summary: 'Makes a local, a remote and a virtual repository for each type',
  method: 'POST',
  url: `${base}/createQuickRepos`,
  access: 'administrator',
  body: z.strictObject({
    repoTypes: z.array(z.enum(onboardingTypes)).min(1),
    repoPrefix: RepositoryPrefix,
    /** Upstreams by type; null: none, and no remote repository. For types that are not named the configured default is used. */
    upstreams: z.partialRecord(z.enum(onboardingTypes), QuickUpstream.nullable()).default({}),
  }),
  reply: z.object({
    createdReposByTypes: z.object({ localRepos: z.array(z.string()), remoteRepos: z.array(z.string()), virtualRepos: z.array(z.string()) }),
    /** Types whose remote repository was not made because nobody said where its packages come from. */
    withoutUpstream: z.array(z.enum(onboardingTypes)),
  }),
  status: 200,
});
