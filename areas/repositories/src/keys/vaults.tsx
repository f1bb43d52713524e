import { call, refresh } from '@packhouse/console-kit/console-kit.ts';
import { ListTable, useList } from '@packhouse/console-kit/lists.ts';
import { deleteVaultConfig, listVaultConfigs, type VaultConfig } from '@packhouse/contract/repositories/key-routes.ts';
import { Button, EmptyState, type MenuEntry, Section } from '@packhouse/ui/core.ts';
import type { Column } from '@packhouse/ui/table/data.ts';
import { lazy, Suspense, useState } from 'react';
import { DeleteKey } from './delete-key.tsx';
import { t } from './keys-words.ts';

const NewVaultDrawer = lazy(async () => ({ default: (await import('./new-vault.tsx')).NewVaultDrawer }));

function columns(): Column<VaultConfig>[] {
  return [
    { id: 'key', title: t('key'), card: 'title', width: '22%', render: ({ key }) => <b>{key}</b> },
    { id: 'url', title: t('address'), card: 'fact', render: ({ url }) => <span className="ph-mono">{url}</span> },
    {
      id: 'mount',
      title: t('mount'),
      card: 'fact',
      width: '16%',
      render: ({ mount, engine }) => (
        <>
          <span className="ph-mono">{mount}</span> {engine.toUpperCase()}
        </>
      ),
    },
    { id: 'signIn', title: t('vaultSignIn'), card: 'fact', width: '16%', render: ({ signIn }) => t(`signIn_${signIn}`) },
    { id: 'usedBy', title: t('pairs'), render: ({ usedBy }) => usedBy.join(', ') },
  ];
}

/** Vaults that keep private keys. */
export function Vaults() {
  const [adding, setAdding] = useState(false);
  const [removing, setRemoving] = useState<string>();
  const list = useList(listVaultConfigs, {}, { rows: ({ items }) => items });
  const rowActions = ({ key }: VaultConfig): MenuEntry[] => [
    { label: t('remove'), icon: 'trash', danger: true, keys: 'Del', onSelect: () => setRemoving(key) },
  ];
  const newButton = (
    <Button icon="plus" onClick={() => setAdding(true)}>
      {t('newVault')}
    </Button>
  );
  return (
    <Section title={t('vaults')} lead={t('vaultsAbout')} actions={newButton}>
      <ListTable
        list={list}
        id="vaults"
        label={t('vaults')}
        columns={columns()}
        rowKey={({ key }) => key}
        rowActions={rowActions}
        none={
          <EmptyState icon="lock" title={t('noVaults')}>
            {t('noVaultsHelp')}
          </EmptyState>
        }
      />
      <Suspense>{adding && <NewVaultDrawer onClose={() => setAdding(false)} />}</Suspense>
      {removing !== undefined && (
        <DeleteKey
          name={removing}
          work={async () => {
            await call(deleteVaultConfig, { params: { key: removing } });
            await refresh(listVaultConfigs);
          }}
          onClose={() => setRemoving(undefined)}
        />
      )}
    </Section>
  );
}
