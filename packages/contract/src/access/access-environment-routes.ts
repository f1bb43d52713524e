import { z } from 'zod';
import { prefixes } from '../prefixes.ts';
import { formatIds, repositoryClasses } from '../repositories/format-ids.ts';
import { route } from '../route.ts';
import { EnvironmentName } from './access-project-names.ts';

const projects = `${prefixes.consoleApi}/access/projects`;
const environments = `${prefixes.consoleApi}/access/environments`;
const byKey = z.object({ key: z.string().min(1).max(200) });
const byName = byKey.extend({ name: z.string().min(1).max(200) });

/** A stage is for promotions, stands for what happens to sources, or for nothing of the kind. */
export const EnvironmentCategory = z.enum(['promote', 'code', 'none']);
export type EnvironmentCategory = z.output<typeof EnvironmentCategory>;

/** A stage; `project` is missing for those that every project has, `category` for those that take promotions. */
export const Environment = z.object({ name: z.string(), project: z.string().optional(), category: EnvironmentCategory.optional() });
export type Environment = z.output<typeof Environment>;
export const EnvironmentInput = z.object({ name: EnvironmentName });

export const listProjectEnvironments = route('listProjectEnvironments', {
  summary: 'Environments that repositories of a project can be in: the global ones and its own',
  method: 'GET',
  url: `${projects}/:key/environments`,
  access: 'user',
  params: byKey,
  reply: z.array(Environment),
});

export const createProjectEnvironment = route('createProjectEnvironment', {
  summary: 'Create an environment of a project; its name begins with the project’s key and a dash, which is put there when missing',
  method: 'POST',
  url: `${projects}/:key/environments`,
  access: 'user',
  params: byKey,
  body: EnvironmentInput,
  reply: Environment,
  status: 201,
});

export const renameProjectEnvironment = route('renameProjectEnvironment', {
  summary: 'Rename an environment of a project',
  method: 'PUT',
  url: `${projects}/:key/environments/:name`,
  access: 'user',
  params: byName,
  body: EnvironmentInput,
  reply: Environment,
});

export const deleteProjectEnvironment = route('deleteProjectEnvironment', {
  summary: 'Delete an environment of a project',
  method: 'DELETE',
  url: `${projects}/:key/environments/:name`,
  access: 'user',
  params: byName,
  reply: z.void(),
});

export const createEnvironment = route('createEnvironment', {
  summary: 'Create an environment of every project',
  method: 'POST',
  url: environments,
  access: 'administrator',
  body: EnvironmentInput,
  reply: Environment,
  status: 201,
});

export const renameEnvironment = route('renameEnvironment', {
  summary: 'Rename an environment of every project',
  method: 'PUT',
  url: `${environments}/:name`,
  access: 'administrator',
  params: z.object({ name: z.string().min(1).max(200) }),
  body: EnvironmentInput,
  reply: Environment,
});

export const deleteEnvironment = route('deleteEnvironment', {
  summary: 'Delete an environment of every project',
  method: 'DELETE',
  url: `${environments}/:name`,
  access: 'administrator',
  params: z.object({ name: z.string().min(1).max(200) }),
  reply: z.void(),
});

/** Projects that use a repository besides the one that it belongs to. */
export const RepositorySharingView = z.object({
  withAll: z.boolean(),
  /** Keys; none when it is shared with all. */
  projects: z.array(z.string()),
  /** They only read, whatever the roles of their members allow. */
  readOnly: z.boolean(),
});
export type RepositorySharingView = z.output<typeof RepositorySharingView>;

export const ProjectRepository = z.object({
  key: z.string(),
  class: z.enum(repositoryClasses),
  format: z.enum(formatIds),
  environments: z.array(z.string()),
  /** The project that it belongs to; absent for what belongs to none and is shared with the project. */
  projectKey: z.string().optional(),
  sharing: RepositorySharingView,
});
export type ProjectRepository = z.output<typeof ProjectRepository>;
const byRepository = byKey.extend({ repository: z.string().min(1).max(200) });

export const listProjectRepositories = route('listProjectRepositories', {
  summary: 'Repositories of a project with their environments, and those that are shared with it',
  method: 'GET',
  url: `${projects}/:key/repositories`,
  access: 'user',
  params: byKey,
  reply: z.array(ProjectRepository),
});

export const setProjectRepository = route('setProjectRepository', {
  summary: 'Take a repository into a project, or put it into other environments; it must be the caller’s to manage',
  method: 'PUT',
  url: `${projects}/:key/repositories/:repository`,
  access: 'user',
  params: byRepository,
  body: z.object({ environments: z.array(EnvironmentName).max(20).default([]) }),
  reply: ProjectRepository,
});

export const removeProjectRepository = route('removeProjectRepository', {
  summary: 'Take a repository out of a project; it stays, with all it holds',
  method: 'DELETE',
  url: `${projects}/:key/repositories/:repository`,
  access: 'user',
  params: byRepository,
  reply: z.void(),
});

export const shareProjectRepository = route('shareProjectRepository', {
  summary: 'Share a repository of a project with other projects, or with all; it must be the caller’s to manage',
  method: 'PUT',
  url: `${projects}/:key/repositories/:repository/sharing`,
  access: 'user',
  params: byRepository,
  body: RepositorySharingView.extend({ projects: z.array(z.string().min(1).max(200)).max(500) }),
  reply: z.void(),
});
