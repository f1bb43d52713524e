import { call, curlOf, query, refresh, useLive } from '@packhouse/console-kit/console-kit.ts';
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
import { Button, type MenuEntry, notify } from '@packhouse/ui/core.ts';
import { DataTable } from '@packhouse/ui/data.ts';
import { FormDrawer } from '@packhouse/ui/form.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { withFields } from '../forms/form-refusal.ts';
import { Listed } from '../listing/listed.tsx';
import { t } from './messages.ts';
import { ProjectFrame, useProject } from './project-frame.tsx';
import { RemoveOne } from './remove-one.tsx';
import { changeOf, draftOf, type RoleDraft, RoleFields, roleColumns } from './role-fields.tsx';

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
      {editing && <RoleDrawer projectKey={project.key} role={editing === 'new' ? undefined : editing} onClose={() => setEditing(undefined)} />}
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

function RoleDrawer({ projectKey, role, onClose }: { projectKey: string; role: Role | undefined; onClose: () => void }) {
  const params = { key: projectKey };
  const { data: environments = [] } = useQuery(query(listProjectEnvironments, { params }));
  const initial = draftOf(role);
  const submit = async (values: RoleDraft) => {
    const draft = { ...initial, ...values };
    const work = role
      ? call(updateProjectRole, { params: { ...params, name: role.name }, body: changeOf(draft) })
      : call(createProjectRole, { params, body: draft });
    const saved = await withFields(work, (path) => path.split('.')[0] ?? '');
    await refresh(listProjectRoles);
    notify.good(t('wasSaved', { name: saved.name }));
    onClose();
  };
  return (
    <FormDrawer<RoleDraft>
      title={role?.name ?? t('newRole')}
      onClose={onClose}
      initialValues={initial}
      onSubmit={submit}
      submitLabel={t(role ? 'save' : 'create')}
      curl={(values) =>
        role
          ? curlOf(updateProjectRole, { params: { ...params, name: role.name }, body: changeOf({ ...initial, ...values }) })
          : curlOf(createProjectRole, { params, body: { ...initial, ...values } })
      }
    >
      <RoleFields isNew={!role} environments={environments.map(({ name }) => name)} />
    </FormDrawer>
  );
}
