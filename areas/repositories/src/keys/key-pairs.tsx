import { call, refresh } from '@packhouse/console-kit/console-kit.ts';
import { useList } from '@packhouse/console-kit/lists.ts';
import { deleteKeyPair, type KeyPair, listKeyPairs, listVaultConfigs } from '@packhouse/contract/repositories/key-routes.ts';
import { Button, Digest, EmptyState, LinkButton, type MenuEntry, RelativeTime, Tag } from '@packhouse/ui/core.ts';
import type { Column } from '@packhouse/ui/table/data.ts';
import { lazy, Suspense, useState } from 'react';
import { downloadText } from '../signing-keys/download-text.ts';
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

/** Pairs that repositories sign with; of one kind or of all. */
export function KeyPairs({ kind }: { kind?: KeyPair['kind'] }) {
  const [open, setOpen] = useState<'new' | 'verify'>();
  const fits = (one: KeyPair) => kind === undefined || one.kind === kind;
  const list = useList(listKeyPairs, {}, { rows: ({ items }) => items.filter(fits), live: ['key.'] });
  const rowActions = ({ name, publicKey }: KeyPair): MenuEntry[] => [
    { label: t('download'), icon: 'download', onSelect: () => downloadText(`${name}.pub`, publicKey) },
  ];
  const close = () => setOpen(undefined);
  const newButton = (
    <Button kind="primary" icon="plus" onClick={() => setOpen('new')}>
      {t('newPair')}
    </Button>
  );
  const actions = (
    <>
      <LinkButton to="/admin/artifactory/security/signing_keys" icon="key">
        {t('platformKeys')}
      </LinkButton>
      <Button icon="check" onClick={() => setOpen('verify')}>
        {t('verify')}
      </Button>
      {newButton}
    </>
  );
  return (
    <KeySection
      id="key-pairs"
      title={t('pairs')}
      about={t('pairsAbout')}
      list={list}
      columns={columns()}
      rowActions={rowActions}
      remove={async (name) => {
        await call(deleteKeyPair, { body: { name } });
        await refresh(listKeyPairs, listVaultConfigs);
      }}
      none={
        <EmptyState icon="key" title={t('noPairs')}>
          {t('noPairsHelp')}
        </EmptyState>
      }
      actions={actions}
    >
      <Suspense>
        {open === 'new' && <NewKeyPairDrawer kind={kind ?? 'openpgp'} onClose={close} />}
        {open === 'verify' && <VerifyDrawer kind={kind ?? 'openpgp'} onClose={close} />}
      </Suspense>
    </KeySection>
  );
}
