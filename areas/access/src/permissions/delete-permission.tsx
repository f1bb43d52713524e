import { call, refresh } from '@packhouse/console-kit/console-kit.ts';
import { deletePermission, listPermissions, type Permission } from '@packhouse/contract/access/access-permission-routes.ts';
import { Deletion } from '@packhouse/ui/core.ts';
import { makePrincipals } from './permission-columns.tsx';
import { t } from './permissions-words.ts';

interface DeletePermissionProps {
  permission: Permission;
  onClose: () => void;
  onDeleted?: () => void;
}

/** Says who loses something, and deletes the permission. */
export function DeletePermission({ permission, onClose, onDeleted }: DeletePermissionProps) {
  const { name } = permission;
  const { groups, users } = makePrincipals(permission);
  const work = async () => {
    await call(deletePermission, { params: { name } });
    await refresh(listPermissions);
  };
  return (
    <Deletion title={t('removeTitle', { name })} action={t('removeAction')} work={work} done={t('removed', { name })} onClose={onClose} onDeleted={onDeleted}>
      <p>{t('whatGoes', { groups: t('groupCount', { count: groups.length }), users: t('userCount', { count: users.length }) })}</p>
    </Deletion>
  );
}
