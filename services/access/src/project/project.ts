import type { NewProject, Project, ProjectChange, ProjectDetails } from '@packhouse/contract/access/access-project-routes.ts';
import { AppError } from '@packhouse/contract/errors.ts';
import { type Actor, authorise, isAllowed, requireAdministrator } from '@packhouse/kernel/access/authorisation.ts';
import type { z } from 'zod';
import { type By, inChange } from '../audit/change.ts';
import type { Context } from '../context.ts';
import type { Db } from '../schema.ts';
import { deleteProjectRow, hasProjectNamed, insertProject, lockProject, type ProjectRow, selectProject, updateProjectRow } from './project-queries.ts';
import type { ProjectPart } from './role-grants.ts';

type Change = z.output<typeof ProjectChange>;

export const projectResource = (key: string, part?: ProjectPart) => ({ type: 'project' as const, name: key, ...(part ? { path: part } : {}) });

export function toProject(row: ProjectRow): Project {
  return {
    key: row.key,
    name: row.name,
    description: row.description,
    privileges: { manageMembers: row.manage_members, manageResources: row.manage_resources, indexResources: row.index_resources },
    quotaBytes: row.quota_bytes,
    softLimit: row.soft_limit,
    quotaNotification: row.quota_notification,
    createdAt: row.created_at.toISOString(),
  };
}

/** A project with what somebody may do in it. */
export function toDetails(row: ProjectRow, actor: Actor): ProjectDetails {
  const may = (part: ProjectPart) => isAllowed(actor, 'manage', projectResource(row.key, part));
  return {
    ...toProject(row),
    may: { settings: may('settings'), members: may('members'), resources: may('resources'), quota: actor.administrator && !actor.scope },
  };
}

/** @throws AppError `project_not_found` */
export async function needProject(db: Db, key: string): Promise<ProjectRow> {
  const row = await selectProject(db, key);
  if (!row) throw new AppError('project_not_found');
  return row;
}

/** The project, for somebody who may see it. Strangers are refused alike whether it exists or not. */
export async function seenProject(db: Db, actor: Actor, key: string): Promise<ProjectRow> {
  authorise(actor, 'read', projectResource(key));
  return needProject(db, key);
}

/** The project, for somebody who may change this part of it. */
export async function keptProject(db: Db, actor: Actor, key: string, part: ProjectPart): Promise<ProjectRow> {
  authorise(actor, 'manage', projectResource(key, part));
  return needProject(db, key);
}

function makeColumns({ name, description, privileges, quotaBytes, softLimit, quotaNotification }: Change) {
  return {
    ...(name === undefined ? {} : { name }),
    ...(description === undefined ? {} : { description }),
    ...(privileges
      ? { manage_members: privileges.manageMembers, manage_resources: privileges.manageResources, index_resources: privileges.indexResources }
      : {}),
    ...(quotaBytes === undefined ? {} : { quota_bytes: quotaBytes }),
    ...(softLimit === undefined ? {} : { soft_limit: softLimit }),
    ...(quotaNotification === undefined ? {} : { quota_notification: quotaNotification }),
  };
}

/** @throws AppError `project_exists` */
export async function createProject(context: Context, input: z.output<typeof NewProject>, by: By): Promise<ProjectRow> {
  // What outlived a project of this key, since a server ended meanwhile, is none of this one.
  if (!(await selectProject(context.db, input.key))) await context.peers.repositories?.forgetProject(input.key);
  return inChange(context, by, async (transaction, record) => {
    const { key, name, ...rest } = input;
    if (!(await insertProject(transaction, { ...makeColumns(rest), key, name }))) throw new AppError('project_exists');
    const created = await needProject(transaction, key);
    await record({ action: 'project.created', subject: key, after: toProject(created) });
    return created;
  });
}

/** What members who administer the project may change is only how it is called; the rest is for platform administrators. */
function requireRightTo(actor: Actor, row: ProjectRow, change: Change): void {
  const before = toProject(row);
  const bounds = ['privileges', 'quotaBytes', 'softLimit', 'quotaNotification'] as const;
  const changesBounds = bounds.some((field) => change[field] !== undefined && JSON.stringify(change[field]) !== JSON.stringify(before[field]));
  if (changesBounds) requireAdministrator(actor);
}

export function changeProject(context: Context, actor: Actor, key: string, change: Change, address: string): Promise<ProjectRow> {
  return inChange(context, { actor: actor.name, address }, async (transaction, record) => {
    authorise(actor, 'manage', projectResource(key, 'settings'));
    const row = await lockProject(transaction, key);
    if (!row) throw new AppError('project_not_found');
    requireRightTo(actor, row, change);
    if (change.name !== undefined && (await hasProjectNamed(transaction, change.name, row.id))) throw new AppError('project_exists');
    await updateProjectRow(transaction, row.id, makeColumns(change));
    const after = await needProject(transaction, key);
    await record({ action: 'project.changed', subject: key, before: toProject(row), after: toProject(after) });
    return after;
  });
}

/** @throws AppError `project_in_use` while it has repositories, those of its builds among them */
export async function deleteProject(context: Context, key: string, by: By): Promise<void> {
  const { repositories } = context.peers;
  const owned = (await repositories?.list())?.some(({ projectKey }) => projectKey === key) || repositories?.peek(`${key}-build-info`) !== undefined;
  await inChange(context, by, async (transaction, record) => {
    const row = await lockProject(transaction, key);
    if (!row) throw new AppError('project_not_found');
    if (owned) throw new AppError('project_in_use');
    await deleteProjectRow(transaction, row.id);
    // Whoever makes another project of this key must not find what was this one's.
    await repositories?.forgetProject(key);
    await record({ action: 'project.deleted', subject: key, before: toProject(row) });
  });
}
