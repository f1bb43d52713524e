import { useRefusal } from '@packhouse/console-kit/console-kit.ts';
import { listKeyPairs } from '@packhouse/contract/repositories/key-routes.ts';
import { Page, RefusedState, RouteTabs } from '@packhouse/ui/core.ts';
import type { ReactNode } from 'react';
import { useParams } from 'react-router';
import { Certificates } from './certificates.tsx';
import { KeyPairs } from './key-pairs.tsx';
import { t } from './keys-words.ts';
import { SshSigners } from './ssh-signers.tsx';
import { TrustedKeys } from './trusted-keys.tsx';
import { Vaults } from './vaults.tsx';

const base = '/admin/artifactory/security/keys_management';
const labels = ['gpg_rsa_keys', 'java_key_store', 'public_keys', 'ssh'] as const;
type KeyLabel = (typeof labels)[number];

const bodies: Record<KeyLabel, () => ReactNode> = {
  gpg_rsa_keys: () => (
    <>
      <KeyPairs kinds={['openpgp', 'rsa']} />
      <Vaults />
    </>
  ),
  java_key_store: () => <Certificates />,
  public_keys: () => <TrustedKeys />,
  ssh: () => (
    <>
      <KeyPairs kinds={['ssh']} />
      <SshSigners />
    </>
  ),
};

/** All keys, a tab for each use. Without a tab, and with one that does not exist, the first is open. */
export function KeysManagementPage() {
  const { label = '' } = useParams();
  const refusal = useRefusal(listKeyPairs);
  const open = labels.find((one) => one === label) ?? labels[0];
  // The open tab is the current page whatever the address calls it.
  const here = label === '' ? base : `${base}/${label}`;
  if (refusal !== undefined)
    return (
      <Page title={t('keys')}>
        <RefusedState message={refusal} />
      </Page>
    );
  return (
    <Page title={t('keys')} subtitle={t('about')}>
      <RouteTabs label={t('keys')} tabs={labels.map((one) => ({ to: one === open ? here : `${base}/${one}`, label: t(one) }))} />
      {bodies[open]()}
    </Page>
  );
}
