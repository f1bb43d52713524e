import { call, refresh } from '@packhouse/console-kit/console-kit.ts';
import { createTrustedKey, listTrustedKeys, NewTrustedKey } from '@packhouse/contract/repositories/key-routes.ts';
import { notify } from '@packhouse/ui/core.ts';
import { FormDrawer, rulesFor } from '@packhouse/ui/form/form.ts';
import { t } from './keys-words.ts';
import { Pasted, Word } from './pasted.tsx';

interface Draft {
  name: string;
  publicKey: string;
}

/** Takes somebody's public key in. */
export function NewTrustedKeyDrawer({ onClose }: { onClose: () => void }) {
  const submit = async (body: Draft) => {
    const { name } = await call(createTrustedKey, { body });
    await refresh(listTrustedKeys);
    notify.good(t('added', { name }));
    onClose();
  };
  return (
    <FormDrawer<Draft> title={t('newTrusted')} initialValues={{ name: '', publicKey: '' }} onSubmit={submit} submitLabel={t('add')} onClose={onClose}>
      <Word name="name" label={t('name')} rules={rulesFor(NewTrustedKey, 'name')} />
      <Pasted name="publicKey" label={t('publicKey')} rules={rulesFor(NewTrustedKey, 'publicKey')} />
    </FormDrawer>
  );
}
