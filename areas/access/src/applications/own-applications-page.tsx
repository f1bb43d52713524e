import { query, useLive, useSession } from '@packhouse/console-kit/console-kit.ts';
import { listUserApplications, type UserApplication } from '@packhouse/contract/access/access-application-routes.ts';
import { EmptyState, type MenuEntry, Page, RelativeTime } from '@packhouse/ui/core.ts';
import { type Column, DataTable } from '@packhouse/ui/table/data.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Listed } from '../listing/listed.tsx';
import { Scope } from '../tokens/token-columns.tsx';
import { t } from './applications-words.ts';
import { RevokeApplication } from './revoke-application.tsx';
import '../listing/listing.css';
import '../tokens/tokens.css';
import './applications.css';

function columns(): Column<UserApplication>[] {
  return [
    {
      id: 'name',
      title: t('application'),
      card: 'title',
      width: '30%',
      render: ({ name, description }) => (
        <span className="access-application">
          <b>{name}</b>
          {description && <span className="ph-muted">{description}</span>}
        </span>
      ),
    },
    {
      id: 'scope',
      title: t('scope'),
      card: 'fact',
      render: ({ scopes }) => (
        <span className="access-callbacks">
          {scopes.map((scope) => (
            <Scope key={scope} scope={scope} />
          ))}
        </span>
      ),
    },
    { id: 'allowed', title: t('allowed'), card: 'fact', width: '140px', render: ({ allowed_at: at }) => <RelativeTime at={at} /> },
    {
      id: 'used',
      title: t('lastUsed'),
      width: '140px',
      render: ({ last_used_at: at }) => (at ? <RelativeTime at={at} /> : <span className="ph-muted">{t('never')}</span>),
    },
  ];
}

/** The applications that the reader lets act for them. */
export function OwnApplicationsPage() {
  const { name: username } = useSession();
  const [revoking, setRevoking] = useState<UserApplication>();
  const result = useQuery(query(listUserApplications, { params: { username } }));
  useLive(['access.application.'], listUserApplications);
  const rows = result.data;
  const rowActions = (integration: UserApplication): MenuEntry[] => [
    { label: t('revoke'), icon: 'trash', danger: true, keys: 'Del', onSelect: () => setRevoking(integration) },
  ];
  return (
    <Page title={t('ownIntegrations')} count={rows?.length} subtitle={<span className="ph-muted">{t('ownAbout')}</span>}>
      <Listed result={result} known={rows !== undefined}>
        <DataTable
          id="own-integrations"
          label={t('ownIntegrations')}
          columns={columns()}
          rows={rows}
          rowKey={({ client_id: id }) => id}
          rowName={({ name }) => name}
          onDelete={setRevoking}
          rowActions={rowActions}
          empty={
            <EmptyState icon="network" title={t('ownNone')}>
              {t('ownNoneHelp')}
            </EmptyState>
          }
        />
      </Listed>
      {revoking && <RevokeApplication integration={revoking} onClose={() => setRevoking(undefined)} />}
    </Page>
  );
}
