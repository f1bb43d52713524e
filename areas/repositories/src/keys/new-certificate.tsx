import { call, refresh } from '@packhouse/console-kit/console-kit.ts';
import { createClientCertificate, listClientCertificates, NewClientCertificate } from '@packhouse/contract/repositories/key-routes.ts';
import { notify } from '@packhouse/ui/core.ts';
import { FormDrawer, rulesFor } from '@packhouse/ui/form/form.ts';
import { t } from './keys-words.ts';
import { Hidden, Pasted, Word } from './pasted.tsx';

interface Draft {
  name: string;
  certificate: string;
  privateKey: string;
  passphrase: string;
}

/** Takes a certificate with its private key in. */
export function NewCertificateDrawer({ onClose }: { onClose: () => void }) {
  const submit = async ({ passphrase, ...values }: Draft) => {
    const { name } = await call(createClientCertificate, { body: { ...values, ...(passphrase ? { passphrase } : {}) } });
    await refresh(listClientCertificates);
    notify.good(t('added', { name }));
    onClose();
  };
  const initial: Draft = { name: '', certificate: '', privateKey: '', passphrase: '' };
  return (
    <FormDrawer<Draft> title={t('newCertificate')} initialValues={initial} onSubmit={submit} submitLabel={t('add')} onClose={onClose}>
      <p className="ph-muted">{t('pkcs12')}</p>
      <Word name="name" label={t('name')} rules={rulesFor(NewClientCertificate, 'name')} />
      <Pasted name="certificate" label={t('certificate')} hint={t('certificateHint')} rules={rulesFor(NewClientCertificate, 'certificate')} />
      <Pasted name="privateKey" label={t('privateKey')} rules={rulesFor(NewClientCertificate, 'privateKey')} />
      <Hidden name="passphrase" label={t('passphrase')} hint={t('passphraseHint')} />
    </FormDrawer>
  );
}
