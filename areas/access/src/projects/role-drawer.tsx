import { RecordDrawer } from '@packhouse/console-kit/forms.ts';
import {
  type createProjectRole,
  type createRole,
  listProjectRoles,
  listRoles,
  type Role,
  type updateProjectRole,
  type updateRole,
} from '@packhouse/contract/access/access-project-routes.ts';
import type { RouteInput } from '@packhouse/contract/route.ts';
import { notify } from '@packhouse/ui/core.ts';
import { t } from './projects-words.ts';
import { makeDraft, type RoleDraft, RoleFields } from './role-fields.tsx';

type RoleRoute = typeof createRole | typeof updateRole | typeof createProjectRole | typeof updateProjectRole;

interface RoleDrawerProps<R extends RoleRoute> {
  /** None: a new one. */
  role: Role | undefined;
  environments: readonly string[];
  /** The call that saves the role, and what it is given. */
  save: R;
  input: (draft: RoleDraft) => RouteInput<R>;
  onClose: () => void;
}

/** A role of one project or of all. */
export function RoleDrawer<R extends RoleRoute>({ role, environments, save, input, onClose }: RoleDrawerProps<R>) {
  return (
    <RecordDrawer<R, RoleDraft>
      title={role?.name ?? t('newRole')}
      onClose={onClose}
      submitLabel={t(role ? 'save' : 'create')}
      save={save}
      before={makeDraft(role)}
      input={input}
      fieldOf={(path) => path.split('.')[0] ?? ''}
      stale={[listRoles, listProjectRoles]}
      onSaved={({ name }) => {
        notify.good(t('wasSaved', { name }));
        onClose();
      }}
    >
      <RoleFields isNew={!role} environments={environments} />
    </RecordDrawer>
  );
}
