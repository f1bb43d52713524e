import type { Environment, EnvironmentCategory } from '@packhouse/contract/access/access-environment-routes.ts';
import { accessWords } from '@packhouse/contract/access/access-words.ts';
import { AppError } from '@packhouse/contract/errors.ts';
import { type By, inChange } from '../audit/change.ts';
import type { Context } from '../context.ts';
import type { Db } from '../schema.ts';
import {
  deleteEnvironmentRow,
  type EnvironmentRow,
  insertEnvironment,
  isEnvironmentNameTaken,
  selectEnvironments,
  updateCategory,
  updateEnvironmentName,
} from './environment-queries.ts';
import { readStages, releaseStage } from './lifecycle.ts';
import { selectLifecyclesWith } from './lifecycle-queries.ts';
import type { ProjectRow } from './project-queries.ts';
import { replaceEnvironmentOfRoles } from './role-queries.ts';

/** Where an environment belongs: a project, or none for one of every project. */
type Owner = Pick<ProjectRow, 'id' | 'key'> | null;

/** These come with the platform, and roles that come with it name them. */
const lasting = ['DEV', 'PROD'];

/** Stages of the lifecycle in its order, then the others of all, the one in which things are released, and those of projects. */
export function inOrder(rows: readonly EnvironmentRow[], stages: readonly EnvironmentRow[]): EnvironmentRow[] {
  const rank = ({ id, name, project_id: project }: EnvironmentRow) => {
    const at = stages.findIndex((one) => one.id === id);
    if (at >= 0) return at;
    return stages.length + (name === releaseStage ? 1 : project === null ? 0 : 2);
  };
  return rows.toSorted((a, b) => rank(a) - rank(b));
}

/** In the order of the lifecycle: of the project where there is one, else of the one of all. */
export async function readEnvironments(db: Db, projectIds: readonly number[]): Promise<Environment[]> {
  const rows = await selectEnvironments(db, projectIds);
  const [id, ...more] = projectIds;
  const key = rows.find((row) => row.project_id === id)?.key;
  const owner = id === undefined || more.length > 0 ? null : { id, key: key ?? '' };
  return inOrder(rows, await readStages(db, owner)).map(tell);
}

const tell = ({ name, key, category }: Pick<EnvironmentRow, 'name' | 'key' | 'category'>): Environment => ({
  name,
  ...(key === null ? {} : { project: key }),
  ...(category === 'promote' ? {} : { category }),
});

/** Environments that a version of a release bundle can be brought to, as it belongs to no project. */
export async function promotionStages(db: Db): Promise<string[]> {
  return (await readEnvironments(db, [])).filter(({ category }) => category === undefined).map(({ name }) => name);
}

export async function environmentNames(db: Db, projectId: number | null): Promise<string[]> {
  return (await readEnvironments(db, projectId === null ? [] : [projectId])).map(({ name }) => name);
}

/** Names of a project's environments begin with its key, so that they are its own. */
function fullName(owner: Owner, name: string): string {
  return owner === null || name.toLowerCase().startsWith(`${owner.key}-`) ? name : `${owner.key}-${name}`;
}

const answer = (owner: Owner, name: string, category: EnvironmentCategory = 'promote') => tell({ name, key: owner?.key ?? null, category });

async function needEnvironment(db: Db, owner: Owner, name: string): Promise<EnvironmentRow> {
  const wanted = [name.toLowerCase(), fullName(owner, name).toLowerCase()];
  const found = (await selectEnvironments(db, owner ? [owner.id] : [])).find(
    (one) => wanted.includes(one.name.toLowerCase()) && one.project_id === (owner?.id ?? null),
  );
  if (!found) throw new AppError('environment_not_found');
  if (lasting.includes(found.name)) throw new AppError(accessWords.environment_stays, { environment: found.name });
  return found;
}

export function createEnvironment(context: Context, owner: Owner, given: string, by: By, category: EnvironmentCategory = 'promote'): Promise<Environment> {
  const name = fullName(owner, given);
  return inChange(context, by, async (transaction, record) => {
    if (!(await insertEnvironment(transaction, name, owner?.id ?? null, category))) throw new AppError('environment_exists');
    const created = answer(owner, name, category);
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
    await record({
      action: 'environment.renamed',
      subject: name,
      before: answer(owner, found.name, found.category),
      after: answer(owner, name, found.category),
    });
    return found;
  });
  await context.peers.repositories?.renameEnvironment(before.name, name);
  return answer(owner, name, before.category);
}

/** Says what an environment is for. @throws AppError `environment_in_use` where a lifecycle has it, and it would take no promotions any more */
export function setCategory(context: Context, owner: Owner, name: string, category: EnvironmentCategory, by: By): Promise<void> {
  return inChange(context, by, async (transaction, record) => {
    const found = await needEnvironment(transaction, owner, name);
    if (category !== 'promote') await requireUnordered(transaction, found);
    await updateCategory(transaction, found.id, category);
    const [before, after] = [answer(owner, found.name, found.category), answer(owner, found.name, category)];
    await record({ action: 'environment.updated', subject: found.name, before, after });
  });
}

async function requireUnordered(db: Db, { id, name }: EnvironmentRow): Promise<void> {
  if ((await selectLifecyclesWith(db, id)).length > 0) throw new AppError(accessWords.environment_in_lifecycle, { name });
}

/** @throws AppError `environment_in_use` while repositories are in it, or a lifecycle has it */
export async function deleteEnvironment(context: Context, owner: Owner, name: string, by: By): Promise<void> {
  const repositories = (await context.peers.repositories?.list()) ?? [];
  await inChange(context, by, async (transaction, record) => {
    const found = await needEnvironment(transaction, owner, name);
    if (repositories.some(({ environments }) => environments?.includes(found.name))) throw new AppError('environment_in_use');
    await requireUnordered(transaction, found);
    await replaceEnvironmentOfRoles(transaction, found.name, undefined);
    await deleteEnvironmentRow(transaction, found.id);
    await record({ action: 'environment.deleted', subject: found.name, before: answer(owner, found.name, found.category) });
  });
}
