import { AppError } from '@packhouse/contract/errors.ts';
import { findFormatId, getCard, plainFormat } from '@packhouse/contract/repositories/format-ids.ts';
import { type RepositoryChange, RepositoryInput } from '@packhouse/contract/repositories/repository-settings.ts';
import { repositoryWords } from '@packhouse/contract/repositories/repository-words.ts';
import { z } from 'zod';
import type { Repository } from '../directory/directory.ts';

/** A repository's configuration as existing clients write it; what we have no use for is accepted and left alone. */
export const RestConfig = z.looseObject({
  key: z.string().optional(),
  rclass: z.string().optional(),
  packageType: z.string().optional(),
  description: z.string().nullish(),
  notes: z.string().nullish(),
  includesPattern: z.string().nullish(),
  excludesPattern: z.string().nullish(),
  priorityResolution: z.boolean().nullish(),
  handleReleases: z.boolean().nullish(),
  handleSnapshots: z.boolean().nullish(),
  maxUniqueSnapshots: z.number().int().nullish(),
  url: z.string().nullish(),
  username: z.string().nullish(),
  password: z.string().nullish(),
  offline: z.boolean().nullish(),
  storeArtifactsLocally: z.boolean().nullish(),
  socketTimeoutMillis: z.number().nullish(),
  retrievalCachePeriodSecs: z.number().nullish(),
  metadataRetrievalTimeoutSecs: z.number().nullish(),
  missedRetrievalCachePeriodSecs: z.number().nullish(),
  assumedOfflinePeriodSecs: z.number().nullish(),
  allowPrivateAddresses: z.boolean().nullish(),
  proxy: z.string().nullish(),
  disableProxy: z.boolean().nullish(),
  remoteRepoChecksumPolicyType: z.string().nullish(),
  repositories: z.array(z.string()).nullish(),
  defaultDeploymentRepo: z.string().nullish(),
  projectKey: z.string().nullish(),
  environments: z.array(z.string()).nullish(),
});
export type RestConfig = z.output<typeof RestConfig>;

const patterns = (text: string | null | undefined) =>
  text === undefined || text === null
    ? undefined
    : text
        .split(',')
        .map((pattern) => pattern.trim())
        .filter(Boolean);

/** The project that a configuration names; '' for none, which clients also call `default`, and undefined when it says nothing. */
export function getProject({ projectKey }: RestConfig): string | undefined {
  return projectKey === 'default' ? '' : (projectKey ?? undefined);
}

/** Drops what is not said, so that defaults or present values stay. */
function said(values: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined && value !== null));
}

function getSettings(config: RestConfig): Record<string, unknown> {
  return said({
    includePatterns: patterns(config.includesPattern),
    excludePatterns: patterns(config.excludesPattern),
    notes: config.notes,
    priorityResolution: config.priorityResolution,
  });
}

const localSettings = (config: RestConfig) =>
  said({ handleReleases: config.handleReleases, handleSnapshots: config.handleSnapshots, maxUniqueSnapshots: config.maxUniqueSnapshots });

/** Names of the checksum policies in configurations. We never pass an upstream's checksums on, so that `pass-thru` is as good as ignoring them. */
const checksumPolicies = { 'generate-if-absent': 'generate', fail: 'fail', 'ignore-and-generate': 'ignore', 'pass-thru': 'ignore' } as const;

function findChecksumPolicy({ remoteRepoChecksumPolicyType: name }: RestConfig): string | undefined {
  if (!name) return undefined;
  return Object.hasOwn(checksumPolicies, name) ? checksumPolicies[name as keyof typeof checksumPolicies] : name;
}

const remoteSettings = (config: RestConfig) =>
  said({
    url: config.url,
    username: config.username,
    offline: config.offline,
    allowPrivate: config.allowPrivateAddresses,
    storeLocally: config.storeArtifactsLocally,
    proxy: config.proxy,
    disableProxy: config.disableProxy,
    metadataSeconds: config.retrievalCachePeriodSecs,
    missedSeconds: config.missedRetrievalCachePeriodSecs,
    assumedOfflineSeconds: config.assumedOfflinePeriodSecs,
    checksumPolicy: findChecksumPolicy(config),
    timeoutSeconds: config.socketTimeoutMillis ? Math.min(600, Math.max(1, Math.round(config.socketTimeoutMillis / 1000))) : undefined,
  });

const virtualSettings = (config: RestConfig) => said({ defaultDeployment: config.defaultDeploymentRepo || undefined });

/** Clients send back what they read: the mask is not a new password. */
const newPassword = (config: RestConfig) => (config.password && !/^\*+$/.test(config.password) ? { password: config.password } : {});

/** Gives what creating a repository takes. @throws AppError `bad_request`, `invalid_input` */
export function getInput(key: string, config: RestConfig): RepositoryInput {
  const format = findFormatId(config.packageType ?? plainFormat);
  if (!format) throw new AppError(repositoryWords.package_type_unknown, { type: String(config.packageType) });
  const shared = { key, format, description: config.description ?? '', projectKey: getProject(config) ?? '', environments: config.environments ?? [] };
  const common = getSettings(config);
  const candidate =
    config.rclass === 'remote'
      ? { ...shared, class: 'remote', settings: { ...common, ...remoteSettings(config) }, ...newPassword(config) }
      : config.rclass === 'virtual'
        ? { ...shared, class: 'virtual', settings: { ...common, ...virtualSettings(config) }, members: config.repositories ?? [] }
        : { ...shared, class: config.rclass ?? 'local', settings: { ...common, ...localSettings(config) } };
  const parsed = RepositoryInput.safeParse(candidate);
  if (!parsed.success) throw new AppError('invalid_input', { said: { message: z.prettifyError(parsed.error) } });
  return parsed.data;
}

/** Gives what changing a repository takes. */
export function makeChange(repository: Repository, config: RestConfig): RepositoryChange {
  const own = { local: localSettings, remote: remoteSettings, virtual: virtualSettings }[repository.class](config);
  const project = getProject(config);
  return {
    ...(typeof config.description === 'string' ? { description: config.description } : {}),
    ...(project === undefined ? {} : { projectKey: project }),
    ...(config.environments ? { environments: config.environments } : {}),
    settings: { ...getSettings(config), ...own, ...(config.defaultDeploymentRepo === '' && repository.class === 'virtual' ? { defaultDeployment: null } : {}) },
    ...(repository.class === 'remote' ? newPassword(config) : {}),
    ...(repository.class === 'virtual' && config.repositories ? { members: config.repositories } : {}),
  };
}

/** The configuration as existing clients read it; a remote's password is masked. */
export function getConfig(repository: Repository, memberKeys: readonly string[]): Record<string, unknown> {
  const { settings } = repository;
  const shared = {
    key: repository.key,
    rclass: repository.class,
    packageType: repository.format,
    description: repository.description,
    notes: settings.notes,
    includesPattern: settings.includePatterns.map((pattern) => (pattern === '**' ? '**/*' : pattern)).join(','),
    excludesPattern: settings.excludePatterns.join(','),
    repoLayoutRef: getCard(repository.format).layout ?? 'simple-default',
    projectKey: repository.projectKey ?? '',
    environments: repository.environments,
  };
  if (repository.class === 'virtual')
    return {
      ...shared,
      repositories: memberKeys,
      defaultDeploymentRepo: repository.settings.defaultDeployment ?? '',
      artifactoryRequestsCanRetrieveRemoteArtifacts: false,
    };
  const storing = {
    ...shared,
    priorityResolution: settings.priorityResolution,
    propertySets: [],
    blackedOut: false,
    xrayIndex: false,
    downloadRedirect: false,
    cdnRedirect: false,
  };
  if (repository.class === 'local') {
    const { handleReleases, handleSnapshots, maxUniqueSnapshots } = repository.settings;
    return { ...storing, handleReleases, handleSnapshots, maxUniqueSnapshots, archiveBrowsingEnabled: false };
  }
  const remote = repository.settings;
  return {
    ...storing,
    url: remote.url,
    username: remote.username,
    password: repository.password === undefined ? '' : '********',
    offline: remote.offline,
    hardFail: false,
    storeArtifactsLocally: remote.storeLocally,
    socketTimeoutMillis: remote.timeoutSeconds * 1000,
    retrievalCachePeriodSecs: remote.metadataSeconds,
    missedRetrievalCachePeriodSecs: remote.missedSeconds,
    assumedOfflinePeriodSecs: remote.assumedOfflineSeconds,
    allowPrivateAddresses: remote.allowPrivate,
    blockMismatchingMimeTypes: false,
    proxy: remote.proxy,
    disableProxy: remote.disableProxy,
    remoteRepoChecksumPolicyType: { generate: 'generate-if-absent', fail: 'fail', ignore: 'ignore-and-generate' }[remote.checksumPolicy],
  };
}
