import { call, refresh } from '@packhouse/console-kit/console-kit.ts';
import { ListPage, useAddress, useList } from '@packhouse/console-kit/lists.ts';
import { deleteOidcIntegration, listOidcIntegrations, type OidcIntegration } from '@packhouse/contract/access/access-oidc-routes.ts';
import { Button, EmptyState, Tag } from '@packhouse/ui/core.ts';
import type { Column } from '@packhouse/ui/table/data.ts';
import { lazy, Suspense, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { DeleteEntry } from './delete-entry.tsx';
import { t } from './token-exchange-words.ts';

const IssuerDrawer = lazy(async () => ({ default: (await import('./issuer-drawer.tsx')).IssuerDrawer }));
const findPath = (name: string) => `/admin/security/oidc/${encodeURIComponent(name)}`;

function columns(): Column<OidcIntegration>[] {
  return [
    {
      id: 'name',
      title: t('name'),
      card: 'title',
      width: '26%',
      render: ({ name }) => (
        <Link to={findPath(name)} className="ph-main-link">
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
  const list = useList(listOidcIntegrations, {}, { rows: (all) => all, live: ['access.oidc_integration.'] });
  const [{ create }, change] = useAddress('create');
  const [removing, setRemoving] = useState<string>();
  const navigate = useNavigate();
  const newButton = (
    <Button kind="primary" icon="plus" onClick={() => change({ create: '1' })}>
      {t('newIssuer')}
    </Button>
  );
  const remove = async (name: string) => {
    await call(deleteOidcIntegration, { params: { name } });
    await refresh(listOidcIntegrations);
  };
  return (
    <ListPage
      id="oidc-issuers"
      title={t('exchange')}
      subtitle={<span className="ph-muted">{t('about')}</span>}
      actions={newButton}
      list={list}
      columns={columns()}
      rowKey={({ name }) => name}
      href={({ name }) => findPath(name)}
      rowActions={({ name }) => [{ label: t('remove'), icon: 'trash', danger: true, keys: 'Del', onSelect: () => setRemoving(name) }]}
      none={
        <EmptyState icon="key" title={t('noneYet')} action={newButton}>
          {t('noneYetHelp')}
        </EmptyState>
      }
    >
      <Suspense>{create && <IssuerDrawer onClose={() => change({ create: '' })} onSaved={(name) => void navigate(findPath(name))} />}</Suspense>
      {removing !== undefined && (
        <DeleteEntry name={removing} text={t('removeIssuerText')} onClose={() => setRemoving(undefined)} run={() => remove(removing)} />
      )}
    </ListPage>
  );
}
