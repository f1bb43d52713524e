import { RecordDrawer } from '@packhouse/console-kit/forms.ts';
import { SecretName } from '@packhouse/contract/pipelines/pipeline-document.ts';
import { keepPipelineSecret, listPipelineSecrets, type PipelineSecret, PipelineSecretInput } from '@packhouse/contract/pipelines/secret-routes.ts';
import { notify } from '@packhouse/ui/core.ts';
import { Form, Input, rulesFor } from '@packhouse/ui/form/form.ts';
import { z } from 'zod';
import { t } from './secrets-words.ts';

interface Draft {
  name: string;
  description: string;
  value: string | undefined;
  /** Parted by commas. */
  users: string;
  groups: string;
}

const plain = { autoComplete: 'off', spellCheck: false };
const readNames = (text: string) => text.split(/[\s,]+/).filter((one) => one !== '');
const Named = z.object({ name: SecretName });

const input = ({ name, description, value, users, groups }: Draft) => ({
  params: { name: name.trim() },
  body: { description, users: readNames(users), groups: readNames(groups), ...(value === undefined ? {} : { value }) },
});

/** A new secret, or one that is there: its value is asked for, never shown. */
export function SecretForm({ secret, onClose }: { secret?: PipelineSecret | undefined; onClose: () => void }) {
  const before = {
    name: secret?.name ?? '',
    description: secret?.description ?? '',
    value: undefined,
    users: secret?.users.join(', ') ?? '',
    groups: secret?.groups.join(', ') ?? '',
  };
  return (
    <RecordDrawer<typeof keepPipelineSecret, Draft>
      shape="dialog"
      title={secret ? secret.name : t('add')}
      submitLabel={t('save')}
      onClose={onClose}
      save={keepPipelineSecret}
      before={before}
      input={input}
      fieldOf={(path) => path.split('.')[0]!}
      stale={[listPipelineSecrets]}
      onSaved={({ name }) => notify.good(t('saved', { name }))}
    >
      <Form.Item name="name" label={t('name')} extra={secret ? undefined : t('nameHelp')} rules={rulesFor(Named, 'name')} required>
        <Input {...plain} autoFocus={!secret} disabled={secret !== undefined} />
      </Form.Item>
      <Form.Item
        name="value"
        label={secret ? t('newValue') : t('value')}
        extra={secret ? t('newValueHelp') : t('valueHelp')}
        rules={rulesFor(PipelineSecretInput, 'value')}
        // What was typed and taken away again is nothing.
        normalize={(value: string) => value || undefined}
        required={!secret}
      >
        <Input.Password autoComplete="new-password" />
      </Form.Item>
      <Form.Item name="description" label={t('description')} rules={rulesFor(PipelineSecretInput, 'description')}>
        <Input {...plain} />
      </Form.Item>
      <Form.Item name="users" label={t('users')} extra={t('namesHelp')}>
        <Input {...plain} />
      </Form.Item>
      <Form.Item name="groups" label={t('groups')}>
        <Input {...plain} />
      </Form.Item>
    </RecordDrawer>
  );
}
