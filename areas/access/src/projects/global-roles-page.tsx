import { call, query, refresh, useLive, useRefusal } from '@packhouse/console-kit/console-kit.ts';
import { createRole, deleteRole, listProjectRoles, listRoles, type Role, updateRole } from '@packhouse/contract/access-project-routes.ts';
import { listEnvironments } from '@packhouse/contract/shell-routes.ts';
import { Button, type MenuEntry } from '@packhouse/ui/core.ts';
import { DataTable } from '@packhouse/ui/data.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Listed } from '../listing/listed.tsx';
import { GlobalFrame } from './global-frame.tsx';
import { t } from './messages.ts';
import { RemoveOne } from './remove-one.tsx';
import { asking, RoleDrawer } from './role-drawer.tsx';
import { changeOf, type RoleDraft, roleColumns } from './role-fields.tsx';

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
      {editing && <EditRole role={editing === 'new' ? undefined : editing} onClose={() => setEditing(undefined)} />}
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

function EditRole({ role, onClose }: { role: Role | undefined; onClose: () => void }) {
  const { data: environments = [] } = useQuery(query(listEnvironments, {}));
  const names = environments.filter(({ project }) => project === undefined).map(({ name }) => name);
  const save = (draft: RoleDraft) => (role ? asking(updateRole, { params: { name: role.name }, body: changeOf(draft) }) : asking(createRole, { body: draft }));
  return <RoleDrawer role={role} environments={names} save={save} onClose={onClose} />;
}
