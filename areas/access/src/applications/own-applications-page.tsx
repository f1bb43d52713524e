import { useSession } from '@packhouse/console-kit/console-kit.ts';
import { ListPage, useList } from '@packhouse/console-kit/lists.ts';
import { listUserApplications, type UserApplication } from '@packhouse/contract/access/access-application-routes.ts';
import { EmptyState, RelativeTime } from '@packhouse/ui/core.ts';
import type { Column } from '@packhouse/ui/table/data.ts';
import { useState } from 'react';
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
  const list = useList(listUserApplications, { params: { username } }, { rows: (all) => all, live: ['access.application.'] });
  const [revoking, setRevoking] = useState<UserApplication>();
  return (
    <ListPage
      id="own-integrations"
      title={t('ownIntegrations')}
      subtitle={<span className="ph-muted">{t('ownAbout')}</span>}
      list={list}
      columns={columns()}
      rowKey={({ client_id: id }) => id}
      rowName={({ name }) => name}
      rowActions={(integration) => [{ label: t('revoke'), icon: 'trash', danger: true, keys: 'Del', onSelect: () => setRevoking(integration) }]}
      none={
        <EmptyState icon="network" title={t('ownNone')}>
          {t('ownNoneHelp')}
        </EmptyState>
      }
    >
      {revoking && <RevokeApplication integration={revoking} onClose={() => setRevoking(undefined)} />}
    </ListPage>
  );
}
