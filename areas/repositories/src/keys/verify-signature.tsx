import { RecordDrawer } from '@packhouse/console-kit/forms.ts';
import { SignedFile, verifySshSignature } from '@packhouse/contract/repositories/ssh-signer-routes.ts';
import type { RouteReply } from '@packhouse/contract/route.ts';
import { Banner, Digest, words } from '@packhouse/ui/core.ts';
import { rulesFor } from '@packhouse/ui/form/form.ts';
import { useState } from 'react';
import { t } from './keys-words.ts';
import { Pasted } from './pasted.tsx';

interface Draft {
  checksum: string;
  signature: string;
}

/** Tells whether a file was signed, and by whose key. */
export function VerifySignatureDrawer({ onClose }: { onClose: () => void }) {
  const [outcome, setOutcome] = useState<RouteReply<typeof verifySshSignature>>();
  return (
    <RecordDrawer<typeof verifySshSignature, Draft>
      title={t('verifySignature')}
      submitLabel={t('verifyAction')}
      onClose={onClose}
      save={verifySshSignature}
      before={{ checksum: '', signature: '' }}
      input={(body) => ({ body })}
      stale={[]}
      onSaved={setOutcome}
    >
      <p className="ph-muted">{t('verifySignatureAbout')}</p>
      <Pasted name="checksum" label={t('checksum')} hint={t('checksumHint')} rules={rulesFor(SignedFile, 'checksum')} />
      <Pasted name="signature" label={t('armoured')} rules={rulesFor(SignedFile, 'signature')} />
      {outcome && (
        <Banner kind={outcome.valid ? 'good' : 'bad'}>
          {words().said(outcome)} {outcome.signer && `(${outcome.signer.principals.join(', ')})`}
          <br />
          <Digest value={outcome.fingerprint} length={20} /> · {t('madeFor', { namespace: outcome.namespace })}
        </Banner>
      )}
    </RecordDrawer>
  );
}
