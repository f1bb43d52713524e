import { call, query, refresh, useRefusal } from '@packhouse/console-kit/console-kit.ts';
import { useList } from '@packhouse/console-kit/lists.ts';
import { createRole, deleteRole, listProjectRoles, listRoles, type Role, updateRole } from '@packhouse/contract/access/access-project-routes.ts';
import { listEnvironments } from '@packhouse/contract/shell/shell-routes.ts';
import { useQuery } from '@tanstack/react-query';
import { GlobalFrame } from './global-frame.tsx';
import { NamedList } from './named-list.tsx';
import { t } from './projects-words.ts';
import { RoleDrawer } from './role-drawer.tsx';
import { makeChange, roleColumns } from './role-fields.tsx';

/** The roles that members of every project can have. */
export function GlobalRolesPage() {
  const list = useList(listRoles, {}, { rows: (all) => all, live: ['access.role.', 'access.environment.'] });
  const remove = async ({ name }: Role) => {
    await call(deleteRole, { params: { name } });
    await refresh(listRoles, listProjectRoles);
  };
  return (
    <NamedList
      id="global-roles"
      label={t('globalRoles')}
      columns={roleColumns('CUSTOM_GLOBAL')}
      list={list}
      isOwn={({ type }) => type === 'CUSTOM_GLOBAL'}
      refusal={useRefusal(createRole)}
      wording={{ add: t('newRole'), change: t('edit'), remove: t('removeRole'), removeText: t('removeGlobalRoleText') }}
      drawer={(role, onClose) => <EditRole role={role} onClose={onClose} />}
      remove={remove}
      frame={(table, add) => (
        <GlobalFrame title={t('globalRoles')} actions={add}>
          {table}
        </GlobalFrame>
      )}
    />
  );
}

function EditRole({ role, onClose }: { role: Role | undefined; onClose: () => void }) {
  const { data: environments = [] } = useQuery(query(listEnvironments, {}));
  const names = environments.filter(({ project }) => project === undefined).map(({ name }) => name);
  const drawer = { role, environments: names, onClose };
  if (!role) return <RoleDrawer {...drawer} save={createRole} input={(body) => ({ body })} />;
  return <RoleDrawer {...drawer} save={updateRole} input={(draft) => ({ params: { name: role.name }, body: makeChange(draft) })} />;
}
