import { type RawBuilder, sql } from 'kysely';

/** A repository and the project that it belongs to. */
interface Placed {
  repository: string;
  project: string;
}

/** Whether an advisory says something of a place wherever it is: what is of no repository is told nothing of what a project knows. */
export const speaksEverywhere = sql<boolean>`advisory.project is null`;

/**
 * Whether an advisory says something of what lies in a repository: one of a project does so in the project's own. `project` and `repository` are columns, as
 * the query calls them.
 */
export function speaksIn(projects: readonly Placed[], { project = 'advisory.project', repository = 'target.repository' } = {}): RawBuilder<boolean> {
  return sql`(${sql.ref(project)} is null or (${sql.ref(repository)}, ${sql.ref(project)}) in (
    select * from unnest(${projects.map((one) => one.repository)}::text[], ${projects.map((one) => one.project)}::text[])))`;
}
