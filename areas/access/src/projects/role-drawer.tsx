import { refresh } from '@packhouse/console-kit/console-kit.ts';
import { withFields } from '@packhouse/console-kit/forms.ts';
import { listProjectRoles, listRoles, type Role } from '@packhouse/contract/access/access-project-routes.ts';
import { notify } from '@packhouse/ui/core.ts';
import { FormDrawer } from '@packhouse/ui/form/form.ts';
import type { Asking } from './asking.ts';
import { t } from './projects-words.ts';
import { makeDraft, type RoleDraft, RoleFields } from './role-fields.tsx';

interface RoleDrawerProps {
  /** None: a new one. */
  role: Role | undefined;
  environments: readonly string[];
  /** Saves the role. */
  save: (draft: RoleDraft) => Asking<Role>;
  onClose: () => void;
}

/** A role of one project or of all. */
export function RoleDrawer({ role, environments, save, onClose }: RoleDrawerProps) {
  const initial = makeDraft(role);
  const saving = (values: RoleDraft) => save({ ...initial, ...values });
  const submit = async (values: RoleDraft) => {
    const { name } = await withFields(saving(values).run(), (path) => path.split('.')[0] ?? '');
    await refresh(listRoles, listProjectRoles);
    notify.good(t('wasSaved', { name }));
    onClose();
  };
  return (
    <FormDrawer<RoleDraft>
      title={role?.name ?? t('newRole')}
      onClose={onClose}
      initialValues={initial}
      onSubmit={submit}
      submitLabel={t(role ? 'save' : 'create')}
      curl={(values) => saving(values).curl()}
    >
      <RoleFields isNew={!role} environments={environments} />
    </FormDrawer>
  );
}
