import { RecordDrawer } from '@packhouse/console-kit/forms.ts';
import { listRunners, RunnerInput, registerRunner } from '@packhouse/contract/pipelines/runner-routes.ts';
import { notify } from '@packhouse/ui/core.ts';
import { Form, Input, rulesFor } from '@packhouse/ui/form/form.ts';
import { t } from './runners-words.ts';

interface Draft {
  name: string;
  /** Parted by commas. */
  labels: string;
  groups: string;
}

interface RegisterRunnerProps {
  onClose: () => void;
  /** The token is told this once. */
  onRegistered: (registered: { name: string; token: string }) => void;
}

const plain = { autoComplete: 'off', spellCheck: false };
const readNames = (text: string) => text.split(/[\s,]+/).filter((one) => one !== '');

/** Asks what a new runner is called and for whom it works. */
export function RegisterRunner({ onClose, onRegistered }: RegisterRunnerProps) {
  return (
    <RecordDrawer<typeof registerRunner, Draft>
      shape="dialog"
      title={t('register')}
      submitLabel={t('register')}
      onClose={onClose}
      save={registerRunner}
      before={{ name: '', labels: '', groups: '' }}
      input={({ name, labels, groups }) => ({ body: { name: name.trim(), labels: readNames(labels), groups: readNames(groups) } })}
      fieldOf={(path) => path.split('.')[0]!}
      stale={[listRunners]}
      onSaved={({ runner: { name }, token }) => {
        notify.good(t('registered', { name }));
        onRegistered({ name, token });
      }}
    >
      <Form.Item name="name" label={t('name')} extra={t('nameHelp')} rules={rulesFor(RunnerInput, 'name')} required>
        <Input {...plain} autoFocus />
      </Form.Item>
      <Form.Item name="labels" label={t('labels')} extra={t('labelsHelp')}>
        <Input {...plain} placeholder="linux, large" />
      </Form.Item>
      <Form.Item name="groups" label={t('groupsField')} extra={t('groupsHelp')}>
        <Input {...plain} />
      </Form.Item>
    </RecordDrawer>
  );
}
