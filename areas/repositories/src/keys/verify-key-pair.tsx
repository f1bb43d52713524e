import { RecordDrawer } from '@packhouse/console-kit/forms.ts';

import { GivenKeyPair, type KeyPair, verifyKeyPair } from '@packhouse/contract/repositories/key-routes.ts';
import { Banner, Digest, words } from '@packhouse/ui/core.ts';
import { Form, rulesFor, Select } from '@packhouse/ui/form/form.ts';
import { useState } from 'react';
import { t } from './keys-words.ts';
import { Hidden, Pasted } from './pasted.tsx';

interface Draft {
  kind: KeyPair['kind'];
  privateKey: string;
  publicKey: string;
  passphrase: string;
}
type Outcome = { valid: boolean; message: string; fingerprint?: string | undefined };

/** Tells whether both halves and the passphrase fit. */
export function VerifyDrawer({ kind, onClose }: { kind: KeyPair['kind']; onClose: () => void }) {
  const [outcome, setOutcome] = useState<Outcome>();
  return (
    <RecordDrawer<typeof verifyKeyPair, Draft>
      title={t('verify')}
      submitLabel={t('verifyAction')}
      onClose={onClose}
      save={verifyKeyPair}
      before={{ kind, privateKey: '', publicKey: '', passphrase: '' }}
      input={({ publicKey, passphrase, ...values }) => ({
        body: { ...values, ...(publicKey.trim() ? { publicKey } : {}), ...(passphrase ? { passphrase } : {}) },
      })}
      stale={[]}
      onSaved={setOutcome}
      curl={false}
    >
      <p className="ph-muted">{t('verifyAbout')}</p>
      <Form.Item name="kind" label={t('kind')} required>
        <Select options={(['openpgp', 'rsa', 'ssh'] as const).map((value) => ({ value, label: t(value) }))} />
      </Form.Item>
      <Pasted name="privateKey" label={t('privateKey')} rules={rulesFor(GivenKeyPair, 'privateKey')} />
      <Pasted name="publicKey" label={t('publicKey')} />
      <Hidden name="passphrase" label={t('passphrase')} />
      {outcome && (
        <Banner kind={outcome.valid ? 'good' : 'bad'}>
          {words().said(outcome)} {outcome.fingerprint && <Digest value={outcome.fingerprint} length={16} />}
        </Banner>
      )}
    </RecordDrawer>
  );
}
