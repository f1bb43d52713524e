import { call, query, refresh, useLive } from '@packhouse/console-kit/console-kit.ts';
import { listProjectEnvironments } from '@packhouse/contract/access-environment-routes.ts';
import {
  createProjectRole,
  deleteProjectRole,
  listProjectMembers,
  listProjectRoles,
  type ProjectDetails,
  type Role,
  updateProjectRole,
} from '@packhouse/contract/access-project-routes.ts';
import { Button, type MenuEntry } from '@packhouse/ui/core.ts';
import { DataTable } from '@packhouse/ui/data.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Listed } from '../listing/listed.tsx';
import { t } from './messages.ts';
import { ProjectFrame, useProject } from './project-frame.tsx';
import { RemoveOne } from './remove-one.tsx';
import { asking, RoleDrawer } from './role-drawer.tsx';
import { changeOf, type RoleDraft, roleColumns } from './role-fields.tsx';

/** The roles that members of a project can have. */
export function RolesPage() {
  const found = useProject('roles');
  return 'without' in found ? found.without : <Roles {...found} />;
}

function Roles({ project, isAdministration }: { project: ProjectDetails; isAdministration: boolean }) {
  const [editing, setEditing] = useState<Role | 'new'>();
  const [removing, setRemoving] = useState<Role>();
  const params = { key: project.key };
  const result = useQuery(query(listProjectRoles, { params }));
  useLive(['access.role.', 'access.environment.'], listProjectRoles);
  const add = (
    <Button kind="primary" icon="plus" refusal={project.may.members ? undefined : t('onlyMemberKeepers')} onClick={() => setEditing('new')}>
      {t('newRole')}
    </Button>
  );
  const rowActions = (role: Role): MenuEntry[] =>
    role.type === 'CUSTOM' && project.may.members
      ? [
          { label: t('edit'), icon: 'edit', keys: 'e', onSelect: () => setEditing(role) },
          { line: true },
          { label: t('remove'), icon: 'trash', danger: true, keys: 'Del', onSelect: () => setRemoving(role) },
        ]
      : [];
  const remove = async ({ name }: Role) => {
    await call(deleteProjectRole, { params: { ...params, name } });
    await refresh(listProjectRoles, listProjectMembers);
  };
  return (
    <ProjectFrame project={project} isAdministration={isAdministration} tab="roles" count={result.data?.length} actions={add}>
      <Listed result={result} known={result.data !== undefined}>
        <DataTable
          id="project-roles"
          label={t('roles')}
          columns={roleColumns('CUSTOM')}
          rows={result.data}
          rowKey={({ name }) => name}
          rowActions={rowActions}
          empty={null}
        />
      </Listed>
      {editing && <EditRole projectKey={project.key} role={editing === 'new' ? undefined : editing} onClose={() => setEditing(undefined)} />}
      {removing && (
        <RemoveOne
          name={removing.name}
          action={t('removeRole')}
          text={t('removeRoleText')}
          onRemove={() => remove(removing)}
          onClose={() => setRemoving(undefined)}
        />
      )}
    </ProjectFrame>
  );
}

function EditRole({ projectKey, role, onClose }: { projectKey: string; role: Role | undefined; onClose: () => void }) {
  const params = { key: projectKey };
  const { data: environments = [] } = useQuery(query(listProjectEnvironments, { params }));
  const save = (draft: RoleDraft) =>
    role ? asking(updateProjectRole, { params: { ...params, name: role.name }, body: changeOf(draft) }) : asking(createProjectRole, { params, body: draft });
  return <RoleDrawer role={role} environments={environments.map(({ name }) => name)} save={save} onClose={onClose} />;
}
