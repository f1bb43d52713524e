import { ListPage, useList } from '@packhouse/console-kit/lists.ts';
import { listOauthProviders, type OauthProvider } from '@packhouse/contract/access/access-oauth-routes.ts';
import { EmptyState, LinkButton, type MenuEntry, RelativeTime, StatusTag, Tag } from '@packhouse/ui/core.ts';
import type { Column } from '@packhouse/ui/table/data.ts';
import { lazy, Suspense, useState } from 'react';
import { Link } from 'react-router';
import { DeleteProvider } from './delete-provider.tsx';
import { editOauthPath, newOauthPath } from './oauth-screens.ts';
import { t } from './oauth-words.ts';
import '../listing/listing.css';

const SignInOptionsForm = lazy(async () => ({ default: (await import('./sign-in-options.tsx')).SignInOptionsForm }));

function columns(): Column<OauthProvider>[] {
  return [
    {
      id: 'name',
      title: t('name'),
      card: 'title',
      width: '26%',
      render: ({ name }) => (
        <Link to={editOauthPath(name)} className="ph-main-link">
          {name}
        </Link>
      ),
    },
    { id: 'type', title: t('type'), card: 'fact', width: '120px', render: ({ type }) => <Tag>{type}</Tag> },
    {
      id: 'state',
      title: t('state'),
      card: 'fact',
      width: '150px',
      render: ({ enabled }) => <StatusTag kind={enabled ? 'good' : 'neutral'}>{enabled ? t('enabled') : t('disabled')}</StatusTag>,
    },
    { id: 'address', title: t('address'), render: ({ issuerUrl, authorizationUrl }) => <span className="ph-mono">{issuerUrl || authorizationUrl}</span> },
    { id: 'created', title: t('created'), width: '130px', optional: true, render: ({ createdAt }) => <RelativeTime at={createdAt} /> },
  ];
}

const newButton = () => (
  <LinkButton to={newOauthPath} kind="primary" icon="plus">
    {t('newProvider')}
  </LinkButton>
);

/** Every provider with OpenID Connect or OAuth, and how the sign-in page treats them. */
export function OauthListPage() {
  const list = useList(listOauthProviders, {}, { rows: ({ items }) => items, live: ['access.oauth_provider.'] });
  const [removing, setRemoving] = useState<string>();
  const rowActions = ({ name }: OauthProvider): MenuEntry[] => [
    { label: t('edit'), icon: 'edit', to: editOauthPath(name), keys: 'e' },
    { line: true },
    { label: t('remove'), icon: 'trash', danger: true, keys: 'Del', onSelect: () => setRemoving(name) },
  ];
  return (
    <ListPage
      id="oauth-providers"
      title={t('oauth')}
      subtitle={<span className="ph-muted">{t('about')}</span>}
      actions={newButton()}
      list={list}
      columns={columns()}
      rowKey={({ name }) => name}
      href={({ name }) => editOauthPath(name)}
      rowActions={rowActions}
      none={
        <EmptyState icon="key" title={t('noneYet')} action={newButton()}>
          {t('noneYetHelp')}
        </EmptyState>
      }
    >
      <Suspense>{list.rows && <SignInOptionsForm providers={[...list.rows]} />}</Suspense>
      {removing !== undefined && <DeleteProvider name={removing} onClose={() => setRemoving(undefined)} />}
    </ListPage>
  );
}
