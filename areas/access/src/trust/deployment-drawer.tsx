import { RecordDrawer } from '@packhouse/console-kit/forms.ts';
import {
  listTrustedDeployments,
  type TrustedDeployment,
  TrustedDeploymentChange,
  updateTrustedDeployment,
} from '@packhouse/contract/access/access-trust-routes.ts';
import { type Accepts, acceptedEntities, acceptedThings } from '@packhouse/contract/trust-purposes.ts';
import { notify } from '@packhouse/ui/core.ts';
import { Checkbox, Form, FormGroup, Input, rulesFor } from '@packhouse/ui/form/form.ts';
import { t } from './trust-words.ts';

interface Draft extends Accepts {
  name: string;
  url: string;
  allowPrivate: boolean;
}

const plain = { autoComplete: 'off', spellCheck: false } as const;

function Fields() {
  return (
    <>
      <FormGroup title={t('connection')}>
        <Form.Item name="name" label={t('name')} rules={rulesFor(TrustedDeploymentChange, 'name')}>
          <Input {...plain} />
        </Form.Item>
        <Form.Item name="url" label={t('url')} rules={rulesFor(TrustedDeploymentChange, 'url')}>
          <Input {...plain} inputMode="url" className="ph-mono" />
        </Form.Item>
        <Form.Item name="allowPrivate" valuePropName="checked" extra={t('allowPrivateHint')}>
          <Checkbox>{t('allowPrivate')}</Checkbox>
        </Form.Item>
      </FormGroup>
      <FormGroup title={t('accepts')} text={t('acceptsHelp')}>
        <Form.Item name="entities" label={t('entities')}>
          <Checkbox.Group options={acceptedEntities.map((value) => ({ value, label: t(value) }))} />
        </Form.Item>
        <Form.Item name="administrators" valuePropName="checked" extra={t('administratorsHint')}>
          <Checkbox>{t('administrators')}</Checkbox>
        </Form.Item>
        {acceptedThings.map((thing) => (
          <Form.Item key={thing} name={thing} valuePropName="checked">
            <Checkbox>{t(thing)}</Checkbox>
          </Form.Item>
        ))}
      </FormGroup>
    </>
  );
}

/** What a deployment is called here, where it is reached and what is accepted from it. */
export function DeploymentDrawer({ deployment, onClose }: { deployment: TrustedDeployment; onClose: () => void }) {
  const { id, name, url, allowPrivate, accepts } = deployment;
  return (
    <RecordDrawer<typeof updateTrustedDeployment, Draft>
      title={t('editTitle', { name })}
      onClose={onClose}
      submitLabel={t('save')}
      save={updateTrustedDeployment}
      before={{ name, url, allowPrivate, ...accepts }}
      input={({ name, url, allowPrivate, ...accepts }) => ({ params: { id }, body: { name, url, allowPrivate, accepts } })}
      stale={[listTrustedDeployments]}
      onSaved={(saved) => {
        notify.good(t('wasSaved', { name: saved.name }));
        onClose();
      }}
    >
      <Fields />
    </RecordDrawer>
  );
}
