import { AppError, type FieldProblem } from '@packhouse/contract/errors.ts';
import { type FormatId, findFormatId, formatIds, plainFormat, type RepositoryClass, repositoryClasses } from '@packhouse/contract/repositories/format-ids.ts';
import { RepositoryChange, RepositoryInput } from '@packhouse/contract/repositories/repository-settings.ts';
import { repositoryWords } from '@packhouse/contract/repositories/repository-words.ts';
import { z } from 'zod';
import type { Repository } from '../directory/directory.ts';
import { checked } from '../reading/request-body.ts';
import { isMask, listingAddresses, restFields, secretMask } from './repository-rest-fields.ts';
import { readFields, readLayouts, tellFields, tellLayouts } from './repository-rest-values.ts';

/** A repository's configuration as existing clients write it; the fields that are not the repository's own stand in one table. */
export const RestConfig = z.looseObject({
  key: z.string().optional(),
  rclass: z.string().nullish(),
  packageType: z.string().nullish(),
  description: z.string().nullish(),
  url: z.string().nullish(),
  password: z.string().nullish(),
  repositories: z.array(z.string()).nullish(),
  projectKey: z.string().nullish(),
  environments: z.array(z.string()).nullish(),
});
export type RestConfig = z.output<typeof RestConfig>;

/** The project that a configuration names; '' for none, which clients also call `default`, and undefined when it says nothing. */
export function getProject({ projectKey }: RestConfig): string | undefined {
  return projectKey === 'default' ? '' : (projectKey ?? undefined);
}

/** Clients send back what they read: the mask is not a new password. */
const newPassword = (config: RestConfig) => (config.password && !isMask(config.password) ? { password: config.password } : {});

/** The address of the upstream's listing, where it is named apart from the one of its files. */
function findListingAddress(config: Record<string, unknown>): [name: string, url: string] | undefined {
  const name = listingAddresses.find((one) => typeof config[one] === 'string' && config[one] !== '');
  return name === undefined ? undefined : [name, config[name] as string];
}

/** Settings and what is only given back, as a configuration says them. */
function readSettings(config: RestConfig, repositoryClass: RepositoryClass, format: FormatId) {
  const { settings, clientValues } = readFields(config, repositoryClass, format);
  Object.assign(clientValues, readLayouts(config, format));
  if (repositoryClass === 'remote' && config.url) {
    const listing = findListingAddress(config);
    settings.url = listing?.[1] ?? config.url;
    if (listing) Object.assign(clientValues, { url: config.url, [listing[0]]: listing[1] });
  }
  const name = config.packageType?.toLowerCase();
  if (name && name !== format) clientValues.packageType = name;
  return { settings, clientValues };
}

function requireClass(name: string): RepositoryClass {
  const found = repositoryClasses.find((one) => one === name.toLowerCase());
  if (!found) throw new AppError(repositoryWords.class_not_made, { class: name });
  return found;
}

const withoutNulls = (values: Record<string, unknown>) => Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null));

/** Gives what creating a repository takes. @throws AppError `bad_request`, `invalid_input` */
export function getInput(key: string, config: RestConfig): RepositoryInput {
  const repositoryClass = requireClass(config.rclass ?? 'local');
  const format = findFormatId(config.packageType ?? plainFormat);
  if (!format) throw new AppError(repositoryWords.package_type_unknown, { type: String(config.packageType), served: formatIds.join(', ') });
  const { settings, clientValues } = readSettings(config, repositoryClass, format);
  const candidate = {
    class: repositoryClass,
    key,
    format,
    description: config.description ?? '',
    projectKey: getProject(config) ?? '',
    environments: config.environments ?? [],
    settings: { ...withoutNulls(settings), clientValues },
    ...(repositoryClass === 'remote' ? newPassword(config) : {}),
    ...(repositoryClass === 'virtual' ? { members: config.repositories ?? [] } : {}),
  };
  const parsed = RepositoryInput.safeParse(candidate);
  if (parsed.success) return parsed.data;
  const problems = parsed.error.issues.map(({ path, message }) => ({ path: path.join('.'), message }));
  throw inTheirWords(new AppError('invalid_input', { said: { message: z.prettifyError(parsed.error) }, detail: problems }));
}

/** Names the fields that are not valid as existing clients know them. */
export function inTheirWords(error: unknown): unknown {
  if (!(error instanceof AppError) || error.code !== 'invalid_input' || !Array.isArray(error.detail)) return error;
  const problems = (error.detail as FieldProblem[]).map((problem) => {
    const [, setting = '', rest = ''] = /^settings\.([^.]+)(.*)$/.exec(problem.path) ?? [];
    const field = restFields.find((one) => one.kind === 'obeyed' && one.setting === setting && !one.isToldWhenGiven);
    return { ...problem, path: field ? `${field.name}${rest}` : setting || problem.path };
  });
  return new AppError('invalid_input', { said: { message: problems.map(({ path, message }) => `${path}: ${message}`).join('; ') }, detail: problems });
}

/** What a repository is stays as it is. @throws AppError `bad_request` */
function requireSameKind(repository: Repository, config: RestConfig): void {
  const { rclass, packageType } = config;
  if (rclass && rclass.toLowerCase() !== repository.class)
    throw new AppError(repositoryWords.field_fixed, { field: 'rclass', value: rclass, present: repository.class });
  if (packageType && findFormatId(packageType) !== repository.format)
    throw new AppError(repositoryWords.field_fixed, { field: 'packageType', value: packageType, present: repository.format });
}

/** Gives what changing a repository takes. @throws AppError `bad_request` */
export function makeChange(repository: Repository, config: RestConfig): RepositoryChange {
  requireSameKind(repository, config);
  const { settings, clientValues } = readSettings(config, repository.class, repository.format);
  const project = getProject(config);
  const earlier = Object.entries(repository.settings.clientValues).filter(([name]) => config[name] === undefined || config[name] === null);
  const change = {
    ...(typeof config.description === 'string' ? { description: config.description } : {}),
    ...(project === undefined ? {} : { projectKey: project }),
    ...(config.environments ? { environments: config.environments } : {}),
    settings: { ...settings, clientValues: { ...Object.fromEntries(earlier), ...clientValues } },
    ...(repository.class === 'remote' ? newPassword(config) : {}),
    ...(repository.class === 'virtual' && config.repositories ? { members: config.repositories } : {}),
  };
  return checked(change, RepositoryChange);
}

/** The name of the package type under which the repository was made. */
export function getPackageType({ settings, format }: Repository): string {
  const { packageType } = settings.clientValues;
  return typeof packageType === 'string' ? packageType : format;
}

function tellAddress({ settings }: Repository & { class: 'remote' }): Record<string, unknown> {
  const listing = findListingAddress(settings.clientValues);
  if (listing?.[1] !== settings.url) return { url: settings.url };
  return { url: settings.clientValues.url, [listing[0]]: settings.url };
}

/** The configuration as existing clients read it; a remote's password is masked. */
export function getConfig(repository: Repository, memberKeys: readonly string[]): Record<string, unknown> {
  const { settings } = repository;
  return {
    key: repository.key,
    rclass: repository.class,
    packageType: getPackageType(repository),
    description: repository.description,
    ...tellLayouts(repository.format, settings.clientValues),
    projectKey: repository.projectKey ?? '',
    environments: repository.environments,
    ...(repository.class === 'virtual' ? { repositories: memberKeys } : {}),
    ...(repository.class === 'remote' ? { ...tellAddress(repository), password: repository.password === undefined ? '' : secretMask } : {}),
    ...tellFields(repository.class, repository.format, settings),
  };
}
