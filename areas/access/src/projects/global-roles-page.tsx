import { call, curlOf, query, refresh, useLive, useRefusal } from '@packhouse/console-kit/console-kit.ts';
import { createRole, deleteRole, listProjectRoles, listRoles, type Role, updateRole } from '@packhouse/contract/access-project-routes.ts';
import { listEnvironments } from '@packhouse/contract/shell-routes.ts';
import { Button, type MenuEntry, notify } from '@packhouse/ui/core.ts';
import { DataTable } from '@packhouse/ui/data.ts';
import { FormDrawer } from '@packhouse/ui/form.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { withFields } from '../forms/form-refusal.ts';
import { Listed } from '../listing/listed.tsx';
import { GlobalFrame } from './global-frame.tsx';
import { t } from './messages.ts';
import { RemoveOne } from './remove-one.tsx';
import { changeOf, draftOf, type RoleDraft, RoleFields, roleColumns } from './role-fields.tsx';

/** The roles that members of every project can have. */
export function GlobalRolesPage() {
  const [editing, setEditing] = useState<Role | 'new'>();
  const [removing, setRemoving] = useState<Role>();
  const refusal = useRefusal(createRole);
  const result = useQuery(query(listRoles, {}));
  useLive(['access.role.', 'access.environment.'], listRoles);
  const rowActions = (role: Role): MenuEntry[] =>
    role.type === 'CUSTOM_GLOBAL'
      ? [
          { label: t('edit'), icon: 'edit', keys: 'e', refusal, onSelect: () => setEditing(role) },
          { line: true },
          { label: t('remove'), icon: 'trash', danger: true, keys: 'Del', refusal, onSelect: () => setRemoving(role) },
        ]
      : [];
  const remove = async ({ name }: Role) => {
    await call(deleteRole, { params: { name } });
    await refresh(listRoles, listProjectRoles);
  };
  const add = (
    <Button kind="primary" icon="plus" refusal={refusal} onClick={() => setEditing('new')}>
      {t('newRole')}
    </Button>
  );
  return (
    <GlobalFrame title={t('globalRoles')} actions={add}>
      <Listed result={result} known={result.data !== undefined}>
        <DataTable
          id="global-roles"
          label={t('globalRoles')}
          columns={roleColumns('CUSTOM_GLOBAL')}
          rows={result.data}
          rowKey={({ name }) => name}
          rowActions={rowActions}
          empty={null}
        />
      </Listed>
      {editing && <RoleDrawer role={editing === 'new' ? undefined : editing} onClose={() => setEditing(undefined)} />}
      {removing && (
        <RemoveOne
          name={removing.name}
          action={t('removeRole')}
          text={t('removeGlobalRoleText')}
          onRemove={() => remove(removing)}
          onClose={() => setRemoving(undefined)}
        />
      )}
    </GlobalFrame>
  );
}

function RoleDrawer({ role, onClose }: { role: Role | undefined; onClose: () => void }) {
  const { data: environments = [] } = useQuery(query(listEnvironments, {}));
  const initial = draftOf(role);
  const submit = async (values: RoleDraft) => {
    const draft = { ...initial, ...values };
    const work = role ? call(updateRole, { params: { name: role.name }, body: changeOf(draft) }) : call(createRole, { body: draft });
    const saved = await withFields(work, (path) => path.split('.')[0] ?? '');
    await refresh(listRoles, listProjectRoles);
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
          ? curlOf(updateRole, { params: { name: role.name }, body: changeOf({ ...initial, ...values }) })
          : curlOf(createRole, { body: { ...initial, ...values } })
      }
    >
      <RoleFields isNew={!role} environments={environments.filter(({ project }) => project === undefined).map(({ name }) => name)} />
    </FormDrawer>
  );
}
