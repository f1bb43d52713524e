import { RecordDrawer } from '@packhouse/console-kit/forms.ts';

import { createClientCertificate, listClientCertificates, NewClientCertificate } from '@packhouse/contract/repositories/key-routes.ts';
import { notify } from '@packhouse/ui/core.ts';
import { rulesFor } from '@packhouse/ui/form/form.ts';
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
  return (
    <RecordDrawer<typeof createClientCertificate, Draft>
      title={t('newCertificate')}
      submitLabel={t('add')}
      onClose={onClose}
      save={createClientCertificate}
      before={{ name: '', certificate: '', privateKey: '', passphrase: '' }}
      input={({ passphrase, ...values }) => ({ body: { ...values, ...(passphrase ? { passphrase } : {}) } })}
      stale={[listClientCertificates]}
      onSaved={({ name }) => {
        notify.good(t('added', { name }));
        onClose();
      }}
      curl={false}
    >
      <p className="ph-muted">{t('pkcs12')}</p>
      <Word name="name" label={t('name')} rules={rulesFor(NewClientCertificate, 'name')} />
      <Pasted name="certificate" label={t('certificate')} hint={t('certificateHint')} rules={rulesFor(NewClientCertificate, 'certificate')} />
      <Pasted name="privateKey" label={t('privateKey')} rules={rulesFor(NewClientCertificate, 'privateKey')} />
      <Hidden name="passphrase" label={t('passphrase')} hint={t('passphraseHint')} />
    </RecordDrawer>
  );
}
