import { query, useLive } from '@packhouse/console-kit/console-kit.ts';
import { listOauthProviders, type OauthProvider } from '@packhouse/contract/access/access-oauth-routes.ts';
import { EmptyState, LinkButton, type MenuEntry, Page, RelativeTime, StatusTag, Tag } from '@packhouse/ui/core.ts';
import { type Column, DataTable } from '@packhouse/ui/table/data.ts';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { Listed } from '../listing/listed.tsx';
import { DeleteProvider } from './delete-provider.tsx';
import { editOauthPath, newOauthPath } from './oauth-paths.ts';
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
  const [removing, setRemoving] = useState<string>();
  const navigate = useNavigate();
  const result = useQuery(query(listOauthProviders, {}));
  useLive(['access.oauth_provider.'], listOauthProviders);
  const rows = result.data?.items;
  const rowActions = ({ name }: OauthProvider): MenuEntry[] => [
    { label: t('edit'), icon: 'edit', to: editOauthPath(name), keys: 'e' },
    { line: true },
    { label: t('remove'), icon: 'trash', danger: true, keys: 'Del', onSelect: () => setRemoving(name) },
  ];
  return (
    <Page title={t('oauth')} count={rows?.length} subtitle={<span className="ph-muted">{t('about')}</span>} actions={newButton()}>
      <Listed result={result} known={rows !== undefined}>
        <DataTable
          id="oauth-providers"
          label={t('oauth')}
          columns={columns()}
          rows={rows}
          rowKey={({ name }) => name}
          href={({ name }) => editOauthPath(name)}
          onEdit={({ name }) => void navigate(editOauthPath(name))}
          onDelete={({ name }) => setRemoving(name)}
          rowActions={rowActions}
          empty={
            <EmptyState icon="key" title={t('noneYet')} action={newButton()}>
              {t('noneYetHelp')}
            </EmptyState>
          }
        />
      </Listed>
      {rows && (
        <Suspense>
          <SignInOptionsForm providers={rows} />
        </Suspense>
      )}
      {removing !== undefined && <DeleteProvider name={removing} onClose={() => setRemoving(undefined)} />}
    </Page>
  );
}
