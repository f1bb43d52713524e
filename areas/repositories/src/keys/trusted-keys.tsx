import { call, Failure, query, refresh } from '@packhouse/console-kit/console-kit.ts';
import { deleteTrustedKey, listTrustedKeys, type TrustedKey } from '@packhouse/contract/key-routes.ts';
import { Button, Digest, EmptyState, type MenuEntry, RelativeTime, Section } from '@packhouse/ui/core.ts';
import { type Column, DataTable } from '@packhouse/ui/data.ts';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { downloadText } from '../signing-keys/download-text.ts';
import { DeleteKey } from './delete-key.tsx';
import { t } from './messages.ts';
import { UsedBy } from './used-by.tsx';

const NewTrustedKeyDrawer = lazy(async () => ({ default: (await import('./new-trusted-key.tsx')).NewTrustedKeyDrawer }));

function columns(): Column<TrustedKey>[] {
  return [
    { id: 'name', title: t('name'), card: 'title', width: '20%', render: ({ name }) => <b>{name}</b> },
    { id: 'owner', title: t('owner'), card: 'fact', render: ({ owners }) => owners.join(', ') },
    { id: 'fingerprint', title: t('fingerprint'), render: ({ fingerprint }) => <Digest value={fingerprint} length={16} /> },
    { id: 'usedBy', title: t('usedBy'), card: 'fact', render: ({ usedBy }) => <UsedBy users={usedBy} /> },
    { id: 'created', title: t('created'), width: '130px', optional: true, render: ({ createdAt }) => <RelativeTime at={createdAt} /> },
  ];
}

/** Public keys of others, with which signatures of upstreams are checked. */
export function TrustedKeys() {
  const [adding, setAdding] = useState(false);
  const [removing, setRemoving] = useState<string>();
  const result = useQuery(query(listTrustedKeys, {}));
  const rows = result.data?.items;
  const rowActions = ({ name, publicKey }: TrustedKey): MenuEntry[] => [
    { label: t('download'), icon: 'download', onSelect: () => downloadText(`${name}.asc`, publicKey) },
    { line: true },
    { label: t('remove'), icon: 'trash', danger: true, keys: 'Del', onSelect: () => setRemoving(name) },
  ];
  const newButton = (
    <Button kind="primary" icon="plus" onClick={() => setAdding(true)}>
      {t('newTrusted')}
    </Button>
  );
  return (
    <Section title={t('public_keys')} actions={newButton}>
      <p className="ph-muted">{t('trustedAbout')}</p>
      {result.error && !rows ? (
        <Failure error={result.error} onRetry={() => void result.refetch()} />
      ) : (
        <DataTable
          id="trusted-keys"
          label={t('public_keys')}
          columns={columns()}
          rows={rows}
          rowKey={({ name }) => name}
          rowActions={rowActions}
          onDelete={({ name }) => setRemoving(name)}
          empty={
            <EmptyState icon="shield" title={t('noTrusted')}>
              {t('noTrustedHelp')}
            </EmptyState>
          }
        />
      )}
      <Suspense>{adding && <NewTrustedKeyDrawer onClose={() => setAdding(false)} />}</Suspense>
      {removing !== undefined && (
        <DeleteKey
          name={removing}
          work={async () => {
            await call(deleteTrustedKey, { params: { name: removing } });
            await refresh(listTrustedKeys);
          }}
          onClose={() => setRemoving(undefined)}
        />
      )}
    </Section>
  );
}
