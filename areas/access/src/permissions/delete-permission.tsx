import { mutation } from '@packhouse/console-kit/console-kit.ts';
import { deletePermission, listPermissions, type Permission } from '@packhouse/contract/access-permission-routes.ts';
import { ConfirmDelete, notify } from '@packhouse/ui/core.ts';
import { useMutation } from '@tanstack/react-query';
import { t } from './messages.ts';
import { principalsOf } from './permission-columns.tsx';

interface DeletePermissionProps {
  permission: Permission;
  onClose: () => void;
  onDeleted?: () => void;
}

/** Says who loses something, and deletes the permission. */
export function DeletePermission({ permission, onClose, onDeleted }: DeletePermissionProps) {
  const removal = useMutation(mutation(deletePermission, { stale: [listPermissions] }));
  const { name } = permission;
  const { groups, users } = principalsOf(permission);
  const confirm = () =>
    removal.mutate(
      { params: { name } },
      {
        onSuccess: () => {
          notify.good(t('removed', { name }));
          onClose();
          onDeleted?.();
        },
      },
    );
  return (
    <ConfirmDelete
      title={t('removeTitle', { name })}
      action={t('removeAction')}
      onConfirm={confirm}
      onClose={onClose}
      loading={removal.isPending}
      failure={removal.error?.message}
    >
      <p>{t('whatGoes', { groups: t('groupCount', { count: groups.length }), users: t('userCount', { count: users.length }) })}</p>
    </ConfirmDelete>
  );
}
