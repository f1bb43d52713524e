import { z } from 'zod';
import { route } from '../route.ts';
import { formatIds, repositoryClasses } from './format-ids.ts';
import { packageOrders } from './package-search.ts';
import { ProjectFilter } from './project-filter.ts';

const api = '/ui/api/v1';

/** A GraphQL request; the schema answers `packages`, `package` and `versions` under every one of the three addresses. */
export const GraphqlRequest = z.object({
  query: z.string().min(1).max(20_000),
  variables: z.record(z.string(), z.unknown()).nullish(),
  operationName: z.string().nullish(),
});
const GraphqlReply = z.object({ data: z.record(z.string(), z.unknown()) });

export const queryPackages = route('queryPackages', {
  summary: 'Packages over all readable repositories, as a GraphQL query',
  method: 'POST',
  url: `${api}/packages`,
  access: 'visitor',
  query: z.object({
    /** `packages` lists only what repositories of this project hold. */
    projectKey: ProjectFilter,
  }),
  body: GraphqlRequest,
  reply: GraphqlReply,
});
export const queryPackage = route('queryPackage', {
  summary: 'One package, as a GraphQL query',
  method: 'POST',
  url: `${api}/package`,
  access: 'visitor',
  body: GraphqlRequest,
  reply: GraphqlReply,
});
export const queryVersions = route('queryVersions', {
  summary: 'Versions of a package, as a GraphQL query',
  method: 'POST',
  url: `${api}/versions`,
  access: 'visitor',
  body: GraphqlRequest,
  reply: GraphqlReply,
});

/** Packages that an older reader of their format read are read again after an upgrade; meanwhile lists may be incomplete. */
export const packageMigration = route('packageMigration', {
  summary: 'How far the reading of packages after an upgrade has come',
  method: 'GET',
  url: `${api}/ui/packageMigration`,
  access: 'visitor',
  reply: z.object({
    running: z.boolean(),
    /** Files of the repositories that are still to be finished. */
    total: z.int(),
    done: z.int(),
  }),
});

const oneOrMore = z.union([z.string(), z.array(z.string())]).transform((value) => (Array.isArray(value) ? value : value.split(',')));

export const PackageListItem = z.object({
  id: z.string(),
  name: z.string(),
  packageType: z.string(),
  created: z.iso.datetime(),
  modified: z.iso.datetime(),
  versionsCount: z.int(),
  latestVersion: z.string().nullable(),
  description: z.string().nullable(),
});
export type PackageListItem = z.output<typeof PackageListItem>;

export const listPackages = route('listPackages', {
  summary: 'Packages over all readable repositories, filtered by query parameters',
  method: 'GET',
  url: `${api}/packages`,
  access: 'visitor',
  query: z.object({
    limit: z.coerce.number().int().min(1).max(500).optional(),
    after: z.string().optional(),
    sort_by: z.enum(packageOrders).optional(),
    sort_type: z.string().optional(),
    name: z.string().optional(),
    description: z.string().optional(),
    tags: oneOrMore.optional(),
    version: z.string().optional(),
    checksum: z.string().optional(),
    scope: z.string().optional(),
    repos: oneOrMore.optional(),
    package_type: oneOrMore.optional(),
    /** Only what repositories of this project hold. */
    projectKey: ProjectFilter,
  }),
  reply: z.object({ packages: z.array(PackageListItem), pageInfo: z.object({ hasNextPage: z.boolean(), endCursor: z.string().nullable() }) }),
});

/** A file's address: repository key (`<key>-cache` for what a remote has stored) and path, in one string. */
const FilePath = z.object({ path: z.string().min(1), repoKey: z.string().optional() });

export const getDependencies = route('getDependencies', {
  summary: 'What the package in this file depends on',
  method: 'GET',
  url: `${api}/dependencies`,
  access: 'resource',
  query: FilePath,
  reply: z.object({
    dependencies: z.array(
      z.object({
        name: z.string(),
        requirement: z.string(),
        scope: z.enum(['runtime', 'development', 'optional', 'peer', 'build', 'test']),
        /** Package id where a readable repository holds it. */
        packageId: z.string().nullable(),
      }),
    ),
  }),
});
export type PackageDependency = z.output<typeof getDependencies.reply>['dependencies'][number];

export const getProperties = route('getProperties', {
  summary: 'The properties of a file',
  method: 'GET',
  url: `${api}/properties`,
  access: 'resource',
  query: FilePath,
  reply: z.object({ properties: z.array(z.object({ key: z.string(), values: z.array(z.string()) })) }),
});

export const getReadme = route('getReadme', {
  summary: 'The readme of the package in this file, as its author wrote it',
  method: 'GET',
  url: `${api}/readme`,
  access: 'resource',
  query: FilePath,
  reply: z.object({ readme: z.string().nullable() }),
});

export const getArtifactCount = route('getArtifactCount', {
  summary: 'How many artifacts the caller can read',
  method: 'GET',
  url: `${api}/ui/artifactCount`,
  access: 'visitor',
  reply: z.object({ artifactCount: z.int() }),
});

export const getUserUsage = route('getUserUsage', {
  summary: 'What the caller has deployed',
  method: 'GET',
  url: `${api}/ui/userUsage`,
  access: 'user',
  reply: z.object({ artifactCount: z.int(), bytes: z.number(), downloads: z.int() }),
});

export const getSetMeUp = route('getSetMeUp', {
  summary: 'The address under which clients reach the platform',
  method: 'GET',
  url: `${api}/ui/setMeUp`,
  access: 'visitor',
  query: z.object({
    /** Repository whose place for container clients is asked for too. */
    repoKey: z.string().max(64).optional(),
  }),
  reply: z.object({
    baseUrl: z.string(),
    /** Host of the registry, and what stands before the names of its images; absent unless a web server in front has been named. */
    registry: z.object({ host: z.string(), prefix: z.string() }).optional(),
  }),
});

export const SetupSnippet = z.object({
  step: z.enum(['configure', 'publish', 'resolve']),
  title: z.string(),
  file: z.string().optional(),
  language: z.enum(['shell', 'xml', 'ini', 'groovy', 'json', 'yaml', 'toml']),
  text: z.string(),
});
export type SetupSnippet = z.output<typeof SetupSnippet>;

export const getRepositorySetup = route('getRepositorySetup', {
  summary: 'How to set a client up for one repository, with the real address, host and user',
  method: 'GET',
  url: `${api}/ui/setMeUp/:repoKey`,
  access: 'resource',
  params: z.object({ repoKey: z.string() }),
  reply: z.object({
    baseUrl: z.string(),
    host: z.string(),
    url: z.string(),
    user: z.string(),
    canDeploy: z.boolean(),
    repository: z.object({ key: z.string(), class: z.enum(repositoryClasses), format: z.enum(formatIds) }),
    snippets: z.array(SetupSnippet),
  }),
});
export type RepositorySetup = z.output<typeof getRepositorySetup.reply>;
