import { call, query, refresh, useLive } from '@packhouse/console-kit/console-kit.ts';
import { deleteOidcIntegration, listOidcIntegrations, type OidcIntegration } from '@packhouse/contract/access/access-oidc-routes.ts';
import { Button, EmptyState, type MenuEntry, Page, Tag } from '@packhouse/ui/core.ts';
import { type Column, DataTable } from '@packhouse/ui/table/data.ts';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { Listed } from '../listing/listed.tsx';
import { useFilters } from '../listing/use-filters.ts';
import { DeleteEntry } from './delete-entry.tsx';
import { t } from './token-exchange-words.ts';

const IssuerDrawer = lazy(async () => ({ default: (await import('./issuer-drawer.tsx')).IssuerDrawer }));
const pathOf = (name: string) => `/admin/security/oidc/${encodeURIComponent(name)}`;

function columns(): Column<OidcIntegration>[] {
  return [
    {
      id: 'name',
      title: t('name'),
      card: 'title',
      width: '26%',
      render: ({ name }) => (
        <Link to={pathOf(name)} className="ph-main-link">
          {name}
        </Link>
      ),
    },
    { id: 'kind', title: t('kind'), card: 'fact', width: '210px', render: ({ provider_type }) => <Tag>{provider_type}</Tag> },
    { id: 'address', title: t('issuerUrl'), card: 'fact', render: ({ issuer_url }) => <span className="ph-mono">{issuer_url}</span> },
  ];
}

/** Issuers whose tokens are exchanged. */
export function IssuerListPage() {
  const [{ create }, change] = useFilters('create');
  const [removing, setRemoving] = useState<string>();
  const navigate = useNavigate();
  const result = useQuery(query(listOidcIntegrations, {}));
  useLive(['access.oidc_integration.'], listOidcIntegrations);
  const rows = result.data;
  const newButton = (
    <Button kind="primary" icon="plus" onClick={() => change({ create: '1' })}>
      {t('newIssuer')}
    </Button>
  );
  const rowActions = ({ name }: OidcIntegration): MenuEntry[] => [
    { label: t('remove'), icon: 'trash', danger: true, keys: 'Del', onSelect: () => setRemoving(name) },
  ];
  return (
    <Page title={t('exchange')} count={rows?.length} subtitle={<span className="ph-muted">{t('about')}</span>} actions={newButton}>
      <Listed result={result} known={rows !== undefined}>
        <DataTable
          id="oidc-issuers"
          label={t('exchange')}
          columns={columns()}
          rows={rows}
          rowKey={({ name }) => name}
          href={({ name }) => pathOf(name)}
          onDelete={({ name }) => setRemoving(name)}
          rowActions={rowActions}
          empty={
            <EmptyState icon="key" title={t('noneYet')} action={newButton}>
              {t('noneYetHelp')}
            </EmptyState>
          }
        />
      </Listed>
      {create && (
        <Suspense>
          <IssuerDrawer onClose={() => change({ create: '' })} onSaved={(name) => void navigate(pathOf(name))} />
        </Suspense>
      )}
      {removing !== undefined && (
        <DeleteEntry
          name={removing}
          text={t('removeIssuerText')}
          onClose={() => setRemoving(undefined)}
          run={async () => {
            await call(deleteOidcIntegration, { params: { name: removing } });
            await refresh(listOidcIntegrations);
          }}
        />
      )}
    </Page>
  );
}
