import { RecordDrawer } from '@packhouse/console-kit/forms.ts';
import {
  type createEnvironment,
  type createProjectEnvironment,
  type Environment,
  EnvironmentInput,
  listProjectEnvironments,
  type renameEnvironment,
  type renameProjectEnvironment,
} from '@packhouse/contract/access/access-environment-routes.ts';
import { listProjectRoles, listRoles } from '@packhouse/contract/access/access-project-routes.ts';
import type { RouteInput } from '@packhouse/contract/route.ts';
import { listEnvironments } from '@packhouse/contract/shell/shell-routes.ts';
import { notify } from '@packhouse/ui/core.ts';
import { Form, Input, rulesFor } from '@packhouse/ui/form/form.ts';
import { t } from './projects-words.ts';

/** These change with an environment. */
export const staleEnvironments = [listEnvironments, listProjectEnvironments, listRoles, listProjectRoles] as const;

type Draft = Pick<Environment, 'name'>;
type EnvironmentRoute = typeof createEnvironment | typeof renameEnvironment | typeof createProjectEnvironment | typeof renameProjectEnvironment;

interface EnvironmentDrawerProps<R extends EnvironmentRoute> {
  /** None: a new one. */
  environment: Environment | undefined;
  /** The names of a project's own begin with this. */
  prefix?: string;
  /** The call that saves the name, and what it is given. */
  save: R;
  input: (draft: Draft) => RouteInput<R>;
  onClose: () => void;
}

/** The name of an environment, of one project or of all. */
export function EnvironmentDrawer<R extends EnvironmentRoute>({ environment, prefix = '', save, input, onClose }: EnvironmentDrawerProps<R>) {
  return (
    <RecordDrawer<R, Draft>
      title={environment ? t('rename') : t('newEnvironment')}
      onClose={onClose}
      submitLabel={t(environment ? 'save' : 'create')}
      save={save}
      before={{ name: environment?.name ?? prefix }}
      input={input}
      stale={staleEnvironments}
      onSaved={({ name }) => {
        notify.good(t('wasSaved', { name }));
        onClose();
      }}
    >
      <Form.Item
        name="name"
        label={t('environmentName')}
        extra={prefix === '' ? undefined : t('environmentHint', { prefix })}
        rules={rulesFor(EnvironmentInput, 'name')}
      >
        <Input className="ph-mono" autoComplete="off" spellCheck={false} autoFocus />
      </Form.Item>
    </RecordDrawer>
  );
}
