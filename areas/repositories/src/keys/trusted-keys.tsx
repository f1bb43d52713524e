import { call, refresh } from '@packhouse/console-kit/console-kit.ts';
import { useList } from '@packhouse/console-kit/lists.ts';
import { deleteTrustedKey, listTrustedKeys, type TrustedKey } from '@packhouse/contract/repositories/key-routes.ts';
import { Button, Digest, downloadText, EmptyState, type MenuEntry, RelativeTime } from '@packhouse/ui/core.ts';
import type { Column } from '@packhouse/ui/table/data.ts';
import { lazy, Suspense, useState } from 'react';
import { nameSignedFormats } from '../name-signed-formats.ts';
import { KeySection } from './key-section.tsx';
import { t } from './keys-words.ts';
import { UsedBy } from './used-by.tsx';

const NewTrustedKeyDrawer = lazy(async () => ({ default: (await import('./new-trusted-key.tsx')).NewTrustedKeyDrawer }));

function columns(): Column<TrustedKey>[] {
  return [
    { id: 'name', title: t('name'), card: 'title', width: '20%', render: ({ name }) => <b>{name}</b> },
    { id: 'purpose', title: t('checks'), card: 'fact', render: ({ kind }) => t(kind === 'openpgp' ? 'checksListings' : 'checksEvidence') },
    { id: 'owner', title: t('owner'), card: 'fact', render: ({ owners }) => owners.join(', ') },
    { id: 'fingerprint', title: t('fingerprint'), render: ({ fingerprint }) => <Digest value={fingerprint} length={16} /> },
    { id: 'usedBy', title: t('usedBy'), card: 'fact', render: ({ usedBy }) => <UsedBy users={usedBy} /> },
    { id: 'created', title: t('created'), width: '130px', optional: true, render: ({ createdAt }) => <RelativeTime at={createdAt} /> },
  ];
}

/** Public keys of others, with which signatures of upstreams and of evidence are checked. */
export function TrustedKeys({ untitled = false }: { untitled?: boolean }) {
  const [adding, setAdding] = useState(false);
  const list = useList(listTrustedKeys, {}, { rows: ({ items }) => items });
  const rowActions = ({ name, kind, publicKey }: TrustedKey): MenuEntry[] => [
    { label: t('download'), icon: 'download', onSelect: () => downloadText(`${name}.${kind === 'pem' ? 'pub' : 'asc'}`, publicKey) },
  ];
  const newButton = (
    <Button kind="primary" icon="plus" onClick={() => setAdding(true)}>
      {t('newTrusted')}
    </Button>
  );
  return (
    <KeySection
      id="trusted-keys"
      title={t('public_keys')}
      untitled={untitled}
      about={t('trustedAbout', { formats: nameSignedFormats('openpgp') })}
      list={list}
      columns={columns()}
      rowActions={rowActions}
      remove={async (name) => {
        await call(deleteTrustedKey, { params: { name } });
        await refresh(listTrustedKeys);
      }}
      none={
        <EmptyState icon="shield" title={t('noTrusted')}>
          {t('noTrustedHelp')}
        </EmptyState>
      }
      actions={newButton}
    >
      <Suspense>{adding && <NewTrustedKeyDrawer onClose={() => setAdding(false)} />}</Suspense>
    </KeySection>
  );
}
