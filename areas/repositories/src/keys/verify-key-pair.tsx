import { call } from '@packhouse/console-kit/console-kit.ts';
import { GivenKeyPair, type KeyPair, verifyKeyPair } from '@packhouse/contract/repositories/key-routes.ts';
import { Banner, Digest, words } from '@packhouse/ui/core.ts';
import { Form, FormDrawer, rulesFor, Select } from '@packhouse/ui/form/form.ts';
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
  const submit = async ({ kind: asked, privateKey, publicKey, passphrase }: Draft) =>
    setOutcome(
      await call(verifyKeyPair, { body: { kind: asked, privateKey, ...(publicKey.trim() ? { publicKey } : {}), ...(passphrase ? { passphrase } : {}) } }),
    );
  return (
    <FormDrawer<Draft>
      title={t('verify')}
      initialValues={{ kind, privateKey: '', publicKey: '', passphrase: '' }}
      onSubmit={submit}
      submitLabel={t('verifyAction')}
      onClose={onClose}
    >
      <p className="ph-muted">{t('verifyAbout')}</p>
      <Form.Item name="kind" label={t('kind')} required>
        <Select options={(['openpgp', 'rsa'] as const).map((value) => ({ value, label: t(value) }))} />
      </Form.Item>
      <Pasted name="privateKey" label={t('privateKey')} rules={rulesFor(GivenKeyPair, 'privateKey')} />
      <Pasted name="publicKey" label={t('publicKey')} />
      <Hidden name="passphrase" label={t('passphrase')} />
      {outcome && (
        <Banner kind={outcome.valid ? 'good' : 'bad'}>
          {words().said(outcome)} {outcome.fingerprint && <Digest value={outcome.fingerprint} length={16} />}
        </Banner>
      )}
    </FormDrawer>
  );
}
