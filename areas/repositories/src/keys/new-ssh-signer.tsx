import { RecordDrawer } from '@packhouse/console-kit/forms.ts';
import { createSshSigner, listSshSigners, NewSshSigner } from '@packhouse/contract/repositories/ssh-signer-routes.ts';
import { notify } from '@packhouse/ui/core.ts';
import { Form, rulesFor, Select } from '@packhouse/ui/form/form.ts';
import { t } from './keys-words.ts';
import { Pasted, Word } from './pasted.tsx';

interface Draft {
  name: string;
  principals: string[];
  publicKey: string;
}

/** Takes somebody's SSH key in. */
export function NewSshSignerDrawer({ onClose }: { onClose: () => void }) {
  return (
    <RecordDrawer<typeof createSshSigner, Draft>
      title={t('newSigner')}
      submitLabel={t('add')}
      onClose={onClose}
      save={createSshSigner}
      before={{ name: '', principals: [], publicKey: '' }}
      input={(body) => ({ body })}
      stale={[listSshSigners]}
      onSaved={({ name }) => {
        notify.good(t('added', { name }));
        onClose();
      }}
    >
      <Word name="name" label={t('name')} rules={rulesFor(NewSshSigner, 'name')} />
      <Form.Item name="principals" label={t('principals')} extra={t('principalsHint')} rules={rulesFor(NewSshSigner, 'principals')}>
        <Select mode="tags" open={false} suffixIcon={null} tokenSeparators={[',', ' ']} />
      </Form.Item>
      <Pasted name="publicKey" label={t('publicKey')} hint={t('sshPublicHint')} rules={rulesFor(NewSshSigner, 'publicKey')} />
    </RecordDrawer>
  );
}
