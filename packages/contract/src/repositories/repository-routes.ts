import { z } from 'zod';
import { route } from '../route.ts';
import { Said } from '../said.ts';
import { formatIds, repositoryClasses } from './format-ids.ts';
import { ProjectFilter } from './project-filter.ts';
import { LocalSettings, RemoteSettings, RepositoryChange, RepositoryInput, UpstreamUrl, VirtualSettings } from './repository-settings.ts';

const base = '/ui/api/v1/ui/admin/repositories';
const Key = z.object({ key: z.string() });

/** One repository in a list. */
export const RepositorySummary = z.object({
  key: z.string(),
  class: z.enum(repositoryClasses),
  format: z.enum(formatIds),
  description: z.string(),
  /** Address that clients use. */
  url: z.string(),
  /** Upstream of a remote repository. */
  upstreamUrl: z.string().optional(),
  /** Count of members of a virtual repository. */
  memberCount: z.int().optional(),
  /** Project it belongs to, and the environments it is in. */
  projectKey: z.string().optional(),
  environments: z.array(z.string()).optional(),
  modifiedAt: z.iso.datetime(),
});
export type RepositorySummary = z.output<typeof RepositorySummary>;

const shared = {
  key: z.string(),
  format: z.enum(formatIds),
  description: z.string(),
  url: z.string(),
  projectKey: z.string().optional(),
  environments: z.array(z.string()).optional(),
  createdAt: z.iso.datetime(),
  modifiedAt: z.iso.datetime(),
};

/** A repository with its settings; a remote's password is never among them. */
export const Repository = z.discriminatedUnion('class', [
  z.object({ ...shared, class: z.literal('local'), settings: LocalSettings, usedBy: z.array(z.string()) }),
  z.object({ ...shared, class: z.literal('remote'), settings: RemoteSettings, hasPassword: z.boolean(), usedBy: z.array(z.string()) }),
  z.object({ ...shared, class: z.literal('virtual'), settings: VirtualSettings, members: z.array(z.string()), usedBy: z.array(z.string()) }),
]);
export type Repository = z.output<typeof Repository>;

export const listRepositories = route('listRepositories', {
  summary: 'Repositories the caller may see, by key',
  method: 'GET',
  url: base,
  access: 'resource',
  query: z.object({
    search: z.string().max(200).optional(),
    class: z.enum(repositoryClasses).optional(),
    format: z.enum(formatIds).optional(),
    /** Only repositories of this project. */
    projectKey: ProjectFilter,
    after: z.string().optional(),
    limit: z.coerce.number().int().min(1).max(500).default(100),
  }),
  reply: z.object({ items: z.array(RepositorySummary), next: z.string().optional(), total: z.int() }),
});

export const readRepository = route('readRepository', {
  summary: 'One repository with its settings',
  method: 'GET',
  url: `${base}/:key`,
  access: 'resource',
  params: Key,
  reply: Repository,
});

export const createRepository = route('createRepository', {
  summary: 'Create a repository',
  method: 'POST',
  url: base,
  access: 'administrator',
  duty: 'resources',
  body: RepositoryInput,
  reply: Repository,
  status: 201,
});

export const createProjectRepository = route('createProjectRepository', {
  summary: 'Create a repository of a project, for those who keep its resources; its key begins with the project’s and a dash',
  method: 'POST',
  url: '/ui/api/v1/ui/projects/:key/repositories',
  access: 'user',
  params: Key,
  body: RepositoryInput,
  reply: Repository,
  status: 201,
});

export const updateRepository = route('updateRepository', {
  summary: 'Change a repository',
  method: 'PUT',
  url: `${base}/:key`,
  access: 'resource',
  params: Key,
  body: RepositoryChange,
  reply: Repository,
});

export const deleteRepository = route('deleteRepository', {
  summary: 'Delete a repository with everything in it; a virtual repository that uses it loses it only when forced',
  method: 'DELETE',
  url: `${base}/:key`,
  access: 'administrator',
  duty: 'resources',
  params: Key,
  query: z.object({ force: z.stringbool().default(false) }),
  reply: z.void(),
});

export const testRepositoryConnection = route('testRepositoryConnection', {
  summary: 'Ask the upstream of a remote repository that exists or is being made',
  method: 'POST',
  url: `${base}/test-connection`,
  access: 'administrator',
  body: z.strictObject({
    /** An existing repository, whose stored password is used when none is given. */
    key: z.string().optional(),
    format: z.enum(formatIds),
    url: UpstreamUrl,
    username: z.string().max(256).default(''),
    password: z.string().max(4000).optional(),
    allowPrivate: z.boolean().default(false),
    proxy: z.string().max(2000).default(''),
    disableProxy: z.boolean().default(false),
    clientTlsCertificate: z.string().max(64).default(''),
    timeoutSeconds: z.int().min(1).max(600).default(15),
  }),
  reply: z.object({ reached: z.boolean(), status: z.int().optional(), ...Said.shape }),
});
