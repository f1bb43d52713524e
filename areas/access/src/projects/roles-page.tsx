import { call, query, refresh } from '@packhouse/console-kit/console-kit.ts';
import { useList } from '@packhouse/console-kit/lists.ts';
import { listProjectEnvironments } from '@packhouse/contract/access/access-environment-routes.ts';
import {
  createProjectRole,
  deleteProjectRole,
  listProjectMembers,
  listProjectRoles,
  type ProjectDetails,
  type Role,
  updateProjectRole,
} from '@packhouse/contract/access/access-project-routes.ts';
import { useQuery } from '@tanstack/react-query';
import { NamedList } from './named-list.tsx';
import { ProjectFrame, useProject } from './project-frame.tsx';
import { t } from './projects-words.ts';
import { RoleDrawer } from './role-drawer.tsx';
import { makeChange, roleColumns } from './role-fields.tsx';

/** The roles that members of a project can have. */
export function RolesPage() {
  const found = useProject('roles');
  return 'without' in found ? found.without : <Roles {...found} />;
}

function Roles({ project, isAdministration }: { project: ProjectDetails; isAdministration: boolean }) {
  const params = { key: project.key };
  const list = useList(listProjectRoles, { params }, { rows: (all) => all, live: ['access.role.', 'access.environment.'] });
  const remove = async ({ name }: Role) => {
    await call(deleteProjectRole, { params: { ...params, name } });
    await refresh(listProjectRoles, listProjectMembers);
  };
  return (
    <NamedList
      id="project-roles"
      label={t('roles')}
      columns={roleColumns('CUSTOM')}
      list={list}
      isOwn={({ type }) => type === 'CUSTOM' && project.may.members}
      refusal={project.may.members ? undefined : t('onlyMemberKeepers')}
      wording={{ add: t('newRole'), change: t('edit'), remove: t('removeRole'), removeText: t('removeRoleText') }}
      drawer={(role, onClose) => <EditRole projectKey={project.key} role={role} onClose={onClose} />}
      remove={remove}
      frame={(table, add) => (
        <ProjectFrame project={project} isAdministration={isAdministration} tab="roles" count={list.rows?.length} actions={add}>
          {table}
        </ProjectFrame>
      )}
    />
  );
}

function EditRole({ projectKey, role, onClose }: { projectKey: string; role: Role | undefined; onClose: () => void }) {
  const params = { key: projectKey };
  const { data: environments = [] } = useQuery(query(listProjectEnvironments, { params }));
  const drawer = { role, environments: environments.map(({ name }) => name), onClose };
  if (!role) return <RoleDrawer {...drawer} save={createProjectRole} input={(body) => ({ params, body })} />;
  return <RoleDrawer {...drawer} save={updateProjectRole} input={(draft) => ({ params: { ...params, name: role.name }, body: makeChange(draft) })} />;
}
