import { call, refresh } from '@packhouse/console-kit/console-kit.ts';
import { useList } from '@packhouse/console-kit/lists.ts';
import { deleteKeyPair, type KeyPair, listKeyPairs, listVaultConfigs } from '@packhouse/contract/repositories/key-routes.ts';
import { releaseBundleNamespace, writeAllowedSigner } from '@packhouse/contract/repositories/ssh-signer-routes.ts';
import { Button, Digest, downloadText, EmptyState, LinkButton, type MenuEntry, RelativeTime, Tag } from '@packhouse/ui/core.ts';
import type { Column } from '@packhouse/ui/table/data.ts';
import { lazy, Suspense, useState } from 'react';
import { KeySection } from './key-section.tsx';
import { t } from './keys-words.ts';
import { UsedBy } from './used-by.tsx';

const NewKeyPairDrawer = lazy(async () => ({ default: (await import('./new-key-pair.tsx')).NewKeyPairDrawer }));
const VerifyDrawer = lazy(async () => ({ default: (await import('./verify-key-pair.tsx')).VerifyDrawer }));

function columns(): Column<KeyPair>[] {
  return [
    { id: 'name', title: t('name'), card: 'title', width: '22%', render: ({ name }) => <b>{name}</b> },
    { id: 'kind', title: t('kind'), card: 'fact', width: '90px', render: ({ kind }) => <Tag>{t(kind)}</Tag> },
    { id: 'fingerprint', title: t('fingerprint'), render: ({ fingerprint }) => <Digest value={fingerprint} length={16} /> },
    { id: 'keptIn', title: t('keptIn'), width: '160px', render: ({ vault }) => vault ?? t('here') },
    { id: 'usedBy', title: t('usedBy'), card: 'fact', render: ({ usedBy }) => <UsedBy users={usedBy} /> },
    { id: 'created', title: t('created'), width: '130px', optional: true, render: ({ createdAt }) => <RelativeTime at={createdAt} /> },
  ];
}

const downloadLine = ({ name, publicKey }: KeyPair) =>
  downloadText('allowed_signers', writeAllowedSigner({ principals: [name], publicKey, namespace: releaseBundleNamespace }));

/** Pairs of some kinds: repositories sign their listings with them, and SSH keys sign release bundles. */
export function KeyPairs({ kinds }: { kinds: readonly [KeyPair['kind'], ...KeyPair['kind'][]] }) {
  const [open, setOpen] = useState<'new' | 'verify'>();
  const isSsh = kinds[0] === 'ssh';
  const list = useList(listKeyPairs, {}, { rows: ({ items }) => items.filter(({ kind }) => kinds.includes(kind)), live: ['key.'] });
  const rowActions = (pair: KeyPair): MenuEntry[] => [
    { label: t('download'), icon: 'download', onSelect: () => downloadText(`${pair.name}.pub`, `${pair.publicKey.trimEnd()}\n`) },
    ...(isSsh ? [{ label: t('downloadLine'), icon: 'download' as const, onSelect: () => downloadLine(pair) }] : []),
  ];
  const close = () => setOpen(undefined);
  const newButton = (
    <Button kind="primary" icon="plus" onClick={() => setOpen('new')}>
      {t(isSsh ? 'newSsh' : 'newPair')}
    </Button>
  );
  const actions = (
    <>
      {!isSsh && (
        <LinkButton to="/admin/artifactory/security/signing_keys" icon="key">
          {t('platformKeys')}
        </LinkButton>
      )}
      <Button icon="check" onClick={() => setOpen('verify')}>
        {t('verify')}
      </Button>
      {newButton}
    </>
  );
  return (
    <KeySection
      id="key-pairs"
      title={t(isSsh ? 'sshPairs' : 'pairs')}
      about={t(isSsh ? 'sshPairsAbout' : 'pairsAbout')}
      list={list}
      columns={columns()}
      rowActions={rowActions}
      remove={async (name) => {
        await call(deleteKeyPair, { body: { name } });
        await refresh(listKeyPairs, listVaultConfigs);
      }}
      none={
        <EmptyState icon="key" title={t(isSsh ? 'noSsh' : 'noPairs')}>
          {t(isSsh ? 'noSshHelp' : 'noPairsHelp')}
        </EmptyState>
      }
      actions={actions}
    >
      <Suspense>
        {open === 'new' && <NewKeyPairDrawer kind={kinds[0]} onClose={close} />}
        {open === 'verify' && <VerifyDrawer kind={kinds[0]} onClose={close} />}
      </Suspense>
    </KeySection>
  );
}
