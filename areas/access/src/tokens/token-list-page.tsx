import { useSession } from '@packhouse/console-kit/console-kit.ts';
import { ListPage, useAddress, useFilters, usePagedList } from '@packhouse/console-kit/lists.ts';
import { type AccessToken, listTokens } from '@packhouse/contract/access/access-token-routes.ts';
import { Button, EmptyState, FilterChips } from '@packhouse/ui/core.ts';
import { lazy, Suspense, useState } from 'react';
import { Navigate } from 'react-router';
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
  const { name } = useSession();
  const filters = useFilters('search', ...(everybody ? (['user'] as const) : []));
  const user = everybody ? filters.values.user : '';
  const list = usePagedList(listTokens, { query: { ...filters.asked, ...(everybody ? {} : { user: name }) } }, { live: ['access.token.', 'access.user.'] });
  const [{ create }, change] = useAddress('create');
  const [revoking, setRevoking] = useState<readonly AccessToken[]>();
  const newButton = (
    <Button kind="primary" icon="plus" onClick={() => change({ create: '1' })}>
      {t('newToken')}
    </Button>
  );
  return (
    <ListPage
      id={everybody ? 'all-tokens' : 'own-tokens'}
      title={everybody ? t('tokens') : t('ownTokens')}
      subtitle={<span className="ph-muted">{t('about')}</span>}
      actions={newButton}
      list={list}
      columns={tokenColumns(everybody)}
      rowKey={({ id }) => id}
      rowName={({ id, description }) => description || id}
      rowActions={(token) => [{ label: t('revoke'), icon: 'trash', danger: true, keys: 'Del', onSelect: () => setRevoking([token]) }]}
      bulkActions={(chosen) => (
        <Button size="small" kind="danger" icon="trash" onClick={() => setRevoking(chosen)}>
          {t('revokeSelected')}
        </Button>
      )}
      filters={filters}
      search={t('searchTokens')}
      toolbar={<FilterChips chips={user ? [{ key: 'user', label: t('filterUser', { name: user }), onRemove: () => filters.change({ user: '' }) }] : []} />}
      noneFits={{ title: t('noneFits'), clear: t('clearFilters') }}
      none={
        <EmptyState icon="key" title={t('noneYet')} action={newButton}>
          {t('noneYetHelp')}
        </EmptyState>
      }
    >
      {revoking && <RevokeTokens tokens={revoking} onClose={() => setRevoking(undefined)} />}
      <Suspense>{create && <CreateToken everybody={everybody} forUser={user || name} onClose={() => change({ create: '' })} />}</Suspense>
    </ListPage>
  );
}
