import type { Environment } from '@packhouse/contract/access/access-environment-routes.ts';
import { accessWords } from '@packhouse/contract/access/access-words.ts';
import { AppError } from '@packhouse/contract/errors.ts';
import { type By, inChange } from '../audit/change.ts';
import type { Context } from '../context.ts';
import type { Db } from '../schema.ts';
import { deleteEnvironmentRow, insertEnvironment, isEnvironmentNameTaken, selectEnvironments, updateEnvironmentName } from './environment-queries.ts';
import type { ProjectRow } from './project-queries.ts';
import { replaceEnvironmentOfRoles } from './role-queries.ts';

/** Where an environment belongs: a project, or none for one of every project. */
type Owner = Pick<ProjectRow, 'id' | 'key'> | null;

/** These come with the platform, and roles that come with it name them. */
const lasting = ['DEV', 'PROD'];

export async function readEnvironments(db: Db, projectIds: readonly number[]): Promise<Environment[]> {
  const rows = await selectEnvironments(db, projectIds);
  return rows.map(({ name, key }) => (key === null ? { name } : { name, project: key }));
}

export async function environmentNames(db: Db, projectId: number | null): Promise<string[]> {
  return (await readEnvironments(db, projectId === null ? [] : [projectId])).map(({ name }) => name);
}

/** Names of a project's environments begin with its key, so that they are its own. */
function fullName(owner: Owner, name: string): string {
  return owner === null || name.toLowerCase().startsWith(`${owner.key}-`) ? name : `${owner.key}-${name}`;
}

const answer = (owner: Owner, name: string): Environment => (owner ? { name, project: owner.key } : { name });

async function needEnvironment(db: Db, owner: Owner, name: string) {
  const wanted = [name.toLowerCase(), fullName(owner, name).toLowerCase()];
  const found = (await selectEnvironments(db, owner ? [owner.id] : [])).find(
    (one) => wanted.includes(one.name.toLowerCase()) && one.project_id === (owner?.id ?? null),
  );
  if (!found) throw new AppError('environment_not_found');
  if (lasting.includes(found.name)) throw new AppError(accessWords.environment_stays, { environment: found.name });
  return found;
}

export function createEnvironment(context: Context, owner: Owner, given: string, by: By): Promise<Environment> {
  const name = fullName(owner, given);
  return inChange(context, by, async (transaction, record) => {
    if (!(await insertEnvironment(transaction, name, owner?.id ?? null))) throw new AppError('environment_exists');
    const created = answer(owner, name);
    await record({ action: 'environment.created', subject: name, after: created });
    return created;
  });
}

/** Roles and repositories follow. */
export async function renameEnvironment(context: Context, owner: Owner, from: string, given: string, by: By): Promise<Environment> {
  const name = fullName(owner, given);
  const before = await inChange(context, by, async (transaction, record) => {
    const found = await needEnvironment(transaction, owner, from);
    if (await isEnvironmentNameTaken(transaction, name, found.id)) throw new AppError('environment_exists');
    await updateEnvironmentName(transaction, found.id, name);
    await replaceEnvironmentOfRoles(transaction, found.name, name);
    await record({ action: 'environment.renamed', subject: name, before: answer(owner, found.name), after: answer(owner, name) });
    return found.name;
  });
  await context.peers.repositories?.renameEnvironment(before, name);
  return answer(owner, name);
}

/** @throws AppError `environment_in_use` while repositories are in it */
export async function deleteEnvironment(context: Context, owner: Owner, name: string, by: By): Promise<void> {
  const repositories = (await context.peers.repositories?.list()) ?? [];
  await inChange(context, by, async (transaction, record) => {
    const found = await needEnvironment(transaction, owner, name);
    if (repositories.some(({ environments }) => environments?.includes(found.name))) throw new AppError('environment_in_use');
    await replaceEnvironmentOfRoles(transaction, found.name, undefined);
    await deleteEnvironmentRow(transaction, found.id);
    await record({ action: 'environment.deleted', subject: found.name, before: answer(owner, found.name) });
  });
}
