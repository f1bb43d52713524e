import type { EnvironmentCategory } from '@packhouse/contract/access/access-environment-routes.ts';
import type { RoleAction } from '@packhouse/contract/access/access-project-names.ts';
import type { Role } from '@packhouse/contract/access/access-project-routes.ts';
import type { ColumnType, Generated } from 'kysely';

export interface ProjectTable {
  id: Generated<number>;
  key: string;
  name: string;
  description: Generated<string>;
  manage_members: Generated<boolean>;
  manage_resources: Generated<boolean>;
  index_resources: Generated<boolean>;
  quota_bytes: number | null;
  soft_limit: Generated<boolean>;
  quota_notification: Generated<boolean>;
  created_at: ColumnType<Date, Date | undefined, Date>;
}

/** A stage; without a project every project has it. */
export interface EnvironmentTable {
  id: Generated<number>;
  project_id: number | null;
  name: string;
  category: Generated<EnvironmentCategory>;
  created_at: ColumnType<Date, Date | undefined, Date>;
  modified_at: ColumnType<Date, Date | undefined, Date>;
}

/** In what order environments follow each other; without a project for every project that has no order of its own. */
export interface LifecycleTable {
  id: Generated<number>;
  project_id: number | null;
  stages: ColumnType<readonly (number | string)[], never, never>;
}

/** Each row is what members of a project may do; without a project every project has it. */
export interface RoleTable {
  id: Generated<number>;
  project_id: number | null;
  name: string;
  description: Generated<string>;
  type: Role['type'];
  environments: string[];
  actions: RoleAction[];
}

/** One role of one user or group in a project. */
export interface ProjectMemberTable {
  project_id: number;
  user_id: number | null;
  group_id: number | null;
  role_id: number;
}

export interface ProjectTables {
  project: ProjectTable;
  environment: EnvironmentTable;
  lifecycle: LifecycleTable;
  role: RoleTable;
  project_member: ProjectMemberTable;
}
