import { useRefusal } from '@packhouse/console-kit/console-kit.ts';
import { listKeyPairs } from '@packhouse/contract/repositories/key-routes.ts';
import { Page, RefusedState } from '@packhouse/ui/core.ts';
import type { ReactNode } from 'react';
import { KeyPairs } from './key-pairs.tsx';
import { t } from './keys-words.ts';
import { TrustedKeys } from './trusted-keys.tsx';

function KeysPage({ title, children }: { title: string; children: ReactNode }) {
  const refusal = useRefusal(listKeyPairs);
  return <Page title={title}>{refusal === undefined ? children : <RefusedState message={refusal} />}</Page>;
}

/** Pages that hold one use of keys each. */
export const keyPages = {
  rsa: () => (
    <KeysPage title={t('rsaKeys')}>
      <KeyPairs kinds={['rsa']} />
    </KeysPage>
  ),
  trusted: () => (
    <KeysPage title={t('public_keys')}>
      <TrustedKeys untitled />
    </KeysPage>
  ),
  ssh: () => (
    <KeysPage title={t('sshKeys')}>
      <KeyPairs kinds={['ssh']} />
    </KeysPage>
  ),
};
