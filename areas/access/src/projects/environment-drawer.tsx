import { refresh } from '@packhouse/console-kit/console-kit.ts';
import { withFields } from '@packhouse/console-kit/forms.ts';
import { type Environment, EnvironmentInput, listProjectEnvironments } from '@packhouse/contract/access/access-environment-routes.ts';
import { listProjectRoles, listRoles } from '@packhouse/contract/access/access-project-routes.ts';
import { listEnvironments } from '@packhouse/contract/shell/shell-routes.ts';
import { notify } from '@packhouse/ui/core.ts';
import { Form, FormDrawer, Input, rulesFor } from '@packhouse/ui/form/form.ts';
import type { Asking } from './asking.ts';
import { t } from './projects-words.ts';

/** These change with an environment. */
export const staleEnvironments = [listEnvironments, listProjectEnvironments, listRoles, listProjectRoles] as const;

type Draft = Pick<Environment, 'name'>;

interface EnvironmentDrawerProps {
  /** None: a new one. */
  environment: Environment | undefined;
  /** The names of a project's own begin with this. */
  prefix?: string;
  /** Saves the name. */
  save: (draft: Draft) => Asking<Environment>;
  onClose: () => void;
}

/** The name of an environment, of one project or of all. */
export function EnvironmentDrawer({ environment, prefix = '', save, onClose }: EnvironmentDrawerProps) {
  const submit = async (draft: Draft) => {
    const { name } = await withFields(save(draft).run(), (path) => path);
    await refresh(...staleEnvironments);
    notify.good(t('wasSaved', { name }));
    onClose();
  };
  return (
    <FormDrawer<Draft>
      title={environment ? t('rename') : t('newEnvironment')}
      onClose={onClose}
      initialValues={{ name: environment?.name ?? prefix }}
      onSubmit={submit}
      submitLabel={t(environment ? 'save' : 'create')}
      curl={(draft) => save(draft).curl()}
    >
      <Form.Item
        name="name"
        label={t('environmentName')}
        extra={prefix === '' ? undefined : t('environmentHint', { prefix })}
        rules={rulesFor(EnvironmentInput, 'name')}
      >
        <Input className="ph-mono" autoComplete="off" spellCheck={false} autoFocus />
      </Form.Item>
    </FormDrawer>
  );
}
