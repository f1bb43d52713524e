import { RecordDrawer } from '@packhouse/console-kit/forms.ts';

import { createVaultConfig, listVaultConfigs, NewVaultConfig } from '@packhouse/contract/repositories/key-routes.ts';
import { notify } from '@packhouse/ui/core.ts';
import { Checkbox, Form, rulesFor } from '@packhouse/ui/form/form.ts';
import { t } from './keys-words.ts';
import { Hidden, Word } from './pasted.tsx';

interface Draft {
  key: string;
  url: string;
  mount: string;
  token: string;
  allowPrivate: boolean;
}

/** Makes a vault known; it is asked at once whether it knows the token. */
export function NewVaultDrawer({ onClose }: { onClose: () => void }) {
  return (
    <RecordDrawer<typeof createVaultConfig, Draft>
      title={t('newVault')}
      submitLabel={t('add')}
      onClose={onClose}
      save={createVaultConfig}
      before={{ key: '', url: 'https://', mount: 'secret', token: '', allowPrivate: false }}
      input={(body) => ({ body })}
      stale={[listVaultConfigs]}
      onSaved={({ key }) => {
        notify.good(t('added', { name: key }));
        onClose();
      }}
      curl={false}
    >
      <Word name="key" label={t('key')} rules={rulesFor(NewVaultConfig, 'key')} />
      <Word name="url" label={t('address')} rules={rulesFor(NewVaultConfig, 'url')} />
      <Word name="mount" label={t('mount')} rules={rulesFor(NewVaultConfig, 'mount')} />
      <Hidden name="token" label={t('token')} hint={t('tokenHint')} rules={rulesFor(NewVaultConfig, 'token')} />
      <Form.Item name="allowPrivate" valuePropName="checked">
        <Checkbox>{t('allowPrivate')}</Checkbox>
      </Form.Item>
    </RecordDrawer>
  );
}
