import type { WireLifecycle, WireStage } from '@packhouse/contract/access/access-compatible-stage-routes.ts';
import { AppError } from '@packhouse/contract/errors.ts';
import { type Actor, isAllowed, repositoryResource } from '@packhouse/kernel/access/authorisation.ts';
import type { Context } from '../context.ts';
import { inOrder } from './environment.ts';
import { type EnvironmentRow, selectEnvironments } from './environment-queries.ts';
import { readStages, releaseStage } from './lifecycle.ts';
import { selectLifecyclesWith } from './lifecycle-queries.ts';
import type { ProjectRow } from './project-queries.ts';

/** A project, or none for the stages that every project has. */
export type StageOwner = Pick<ProjectRow, 'id' | 'key'> | null;

const getScope = ({ project_id: project }: EnvironmentRow) => (project === null ? ('global' as const) : ('project' as const));

async function tellAll({ db, peers }: Context, rows: readonly EnvironmentRow[], actor: Actor): Promise<WireStage[]> {
  const repositories = ((await peers.repositories?.list()) ?? []).filter((one) => isAllowed(actor, 'read', repositoryResource(one)));
  return Promise.all(
    rows.map(async (row) => {
      const within = repositories.filter((one) => one.environments?.includes(row.name));
      return {
        name: row.name,
        scope: getScope(row),
        ...(row.key === null ? {} : { project_key: row.key }),
        category: row.category,
        repositories: within.map(({ key }) => key).sort(),
        total_repository_count: within.length,
        used_in_lifecycles: (await selectLifecyclesWith(db, row.id)).filter((key) => key !== null),
        created: row.created_at.getTime(),
        modified: row.modified_at.getTime(),
      };
    }),
  );
}

/** The stages of all and of the project, in the order of the lifecycle, as existing clients are told of them. */
export async function tellStages(context: Context, owner: StageOwner, actor: Actor): Promise<WireStage[]> {
  const rows = await selectEnvironments(context.db, owner ? [owner.id] : []);
  return tellAll(context, inOrder(rows, await readStages(context.db, owner)), actor);
}

/** The stage that is meant: of the project, where one is named. @throws AppError `environment_not_found` */
export async function tellStage(context: Context, owner: StageOwner, name: string, actor: Actor): Promise<WireStage> {
  const rows = await selectEnvironments(context.db, owner ? [owner.id] : []);
  const found = rows.filter((one) => one.project_id === (owner?.id ?? null) && one.name.toLowerCase() === name.toLowerCase());
  const [stage] = await tellAll(context, found, actor);
  if (!stage) throw new AppError('environment_not_found');
  return stage;
}

export async function tellLifecycle({ db }: Context, owner: StageOwner): Promise<WireLifecycle> {
  const rows = await readStages(db, owner);
  const toStage = (row: EnvironmentRow) => ({ name: row.name, scope: getScope(row) });
  const code = (await selectEnvironments(db, owner ? [owner.id] : [])).filter(({ category }) => category === 'code');
  return {
    ...(owner ? { project_key: owner.key } : {}),
    promote_stages: rows.map(({ name }) => name),
    release_stage: releaseStage,
    categories: [
      { category: 'code', stages: code.map(toStage) },
      { category: 'promote', stages: rows.map(toStage) },
    ],
  };
}
