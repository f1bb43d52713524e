import { pages, useLive, useSession } from '@packhouse/console-kit/console-kit.ts';
import { type AccessToken, listTokens } from '@packhouse/contract/access/access-token-routes.ts';
import { Button, EmptyState, FilterChips, type MenuEntry, Page, SearchField } from '@packhouse/ui/core.ts';
import { DataTable } from '@packhouse/ui/table/data.ts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { Navigate } from 'react-router';
import { Listed } from '../listing/listed.tsx';
import { filled, useFilters } from '../listing/use-filters.ts';
import { usePaged } from '../listing/use-paged.ts';
import { useSettled } from '../listing/use-settled.ts';
import { RevokeTokens } from './revoke-tokens.tsx';
import { tokenColumns } from './token-columns.tsx';
import { t } from './tokens-words.ts';
import '../listing/listing.css';
import './tokens.css';

// The form brings the library of controls along; most visits only look.
const CreateToken = lazy(async () => ({ default: (await import('./create-token.tsx')).CreateToken }));

export function ToOwnTokens() {
  return <Navigate to="/access/tokens" replace />;
}

/** Everybody's access tokens. */
export function AllTokensPage() {
  return <TokenListPage everybody />;
}

/** The reader's own access tokens. */
export function OwnTokensPage() {
  return <TokenListPage everybody={false} />;
}

function TokenListPage({ everybody }: { everybody: boolean }) {
  const [{ search, user, create }, change] = useFilters('search', 'user', 'create');
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const [revoking, setRevoking] = useState<readonly AccessToken[]>();
  const { name } = useSession();
  const result = useInfiniteQuery(pages(listTokens, { query: filled({ search: useSettled(search), user: everybody ? user : name }) }));
  useLive(['access.token.', 'access.user.'], listTokens);
  const list = usePaged(result);
  const rowActions = (token: AccessToken): MenuEntry[] => [
    { label: t('revoke'), icon: 'trash', danger: true, keys: 'Del', onSelect: () => setRevoking([token]) },
  ];
  const openForm = () => change({ create: '1' });
  const newButton = (
    <Button kind="primary" icon="plus" onClick={openForm}>
      {t('newToken')}
    </Button>
  );
  const title = everybody ? t('tokens') : t('ownTokens');
  const table = (
    <DataTable
      id={everybody ? 'all-tokens' : 'own-tokens'}
      label={title}
      columns={tokenColumns(everybody)}
      {...list}
      rowKey={({ id }) => id}
      rowName={({ id, description }) => description || id}
      onDelete={(token) => setRevoking([token])}
      rowActions={rowActions}
      selected={selected}
      onSelect={setSelected}
      bulkActions={
        <Button size="small" kind="danger" icon="trash" onClick={() => setRevoking(list.rows?.filter(({ id }) => selected.has(id)))}>
          {t('revokeSelected')}
        </Button>
      }
      toolbar={
        <>
          <SearchField label={t('searchTokens')} value={search} onChange={(text) => change({ search: text })} />
          <FilterChips chips={everybody && user ? [{ key: 'user', label: t('filterUser', { name: user }), onRemove: () => change({ user: '' }) }] : []} />
        </>
      }
      empty={
        search || (everybody && user) ? (
          <EmptyState icon="search" title={t('noneFits')} action={<Button onClick={() => change({ search: '', user: '' })}>{t('clearFilters')}</Button>} />
        ) : (
          <EmptyState icon="key" title={t('noneYet')} action={newButton}>
            {t('noneYetHelp')}
          </EmptyState>
        )
      }
    />
  );
  return (
    <Page title={title} count={list.total} subtitle={<span className="ph-muted">{t('about')}</span>} actions={newButton}>
      <Listed result={result} known={list.rows !== undefined}>
        {table}
      </Listed>
      {revoking && (
        <RevokeTokens
          tokens={revoking}
          onClose={() => setRevoking(undefined)}
          onRevoked={(ids) => setSelected(new Set([...selected].filter((id) => !ids.includes(id))))}
        />
      )}
      {create && (
        <Suspense>
          <CreateToken everybody={everybody} forUser={everybody && user ? user : name} onClose={() => change({ create: '' })} />
        </Suspense>
      )}
    </Page>
  );
}
