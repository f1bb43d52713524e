import { RecordDrawer } from '@packhouse/console-kit/forms.ts';

import { createTrustedKey, listTrustedKeys, NewTrustedKey } from '@packhouse/contract/repositories/key-routes.ts';
import { notify } from '@packhouse/ui/core.ts';
import { rulesFor } from '@packhouse/ui/form/form.ts';
import { t } from './keys-words.ts';
import { Pasted, Word } from './pasted.tsx';

interface Draft {
  name: string;
  publicKey: string;
}

/** Takes somebody's public key in. */
export function NewTrustedKeyDrawer({ onClose }: { onClose: () => void }) {
  return (
    <RecordDrawer<typeof createTrustedKey, Draft>
      title={t('newTrusted')}
      submitLabel={t('add')}
      onClose={onClose}
      save={createTrustedKey}
      before={{ name: '', publicKey: '' }}
      input={(body) => ({ body })}
      stale={[listTrustedKeys]}
      onSaved={({ name }) => {
        notify.good(t('added', { name }));
        onClose();
      }}
      curl={false}
    >
      <Word name="name" label={t('name')} rules={rulesFor(NewTrustedKey, 'name')} />
      <Pasted name="publicKey" label={t('publicKey')} rules={rulesFor(NewTrustedKey, 'publicKey')} />
    </RecordDrawer>
  );
}
