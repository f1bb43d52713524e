import { ListPage, useList } from '@packhouse/console-kit/lists.ts';
import { type Application, listApplications } from '@packhouse/contract/access/access-application-routes.ts';
import { CopyButton, EmptyState, formatNumber, LinkButton, RelativeTime, Tag } from '@packhouse/ui/core.ts';
import type { Column } from '@packhouse/ui/table/data.ts';
import { useState } from 'react';
import { newApplicationPath } from './applications-screens.ts';
import { t } from './applications-words.ts';
import { DeleteApplication } from './delete-application.tsx';
import '../listing/listing.css';
import './applications.css';

function columns(): Column<Application>[] {
  return [
    {
      id: 'name',
      title: t('name'),
      card: 'title',
      width: '26%',
      render: ({ name, description }) => (
        <span className="access-application">
          <b>{name}</b>
          {description && <span className="ph-muted">{description}</span>}
        </span>
      ),
    },
    { id: 'type', title: t('type'), card: 'fact', width: '170px', render: ({ type }) => <Tag>{t(type)}</Tag> },
    {
      id: 'id',
      title: t('clientId'),
      width: '170px',
      render: ({ id }) => (
        <span className="access-client-id">
          <span className="ph-mono">{id}</span>
          <CopyButton value={id} what={t('clientId')} />
        </span>
      ),
    },
    {
      id: 'callback',
      title: t('callbackUrl'),
      render: ({ callbackUrls }) => (
        <span className="access-callbacks ph-mono">
          {callbackUrls.map((address) => (
            <span key={address}>{address}</span>
          ))}
        </span>
      ),
    },
    { id: 'users', title: t('users'), card: 'fact', width: '90px', render: ({ users }) => formatNumber(users) },
    { id: 'created', title: t('created'), width: '120px', optional: true, render: ({ createdAt }) => <RelativeTime at={createdAt} /> },
  ];
}

const newButton = () => (
  <LinkButton to={newApplicationPath} kind="primary" icon="plus">
    {t('newIntegration')}
  </LinkButton>
);

/** Every application that can ask people to act for them. */
export function ApplicationListPage() {
  const list = useList(listApplications, {}, { rows: (all) => all, live: ['access.application.'] });
  const [removing, setRemoving] = useState<Application>();
  return (
    <ListPage
      id="application-integrations"
      title={t('integrations')}
      subtitle={<span className="ph-muted">{t('about')}</span>}
      actions={newButton()}
      list={list}
      columns={columns()}
      rowKey={({ id }) => id}
      rowName={({ name }) => name}
      rowActions={(application) => [{ label: t('remove'), icon: 'trash', danger: true, keys: 'Del', onSelect: () => setRemoving(application) }]}
      none={
        <EmptyState icon="network" title={t('noneYet')} action={newButton()}>
          {t('noneYetHelp')}
        </EmptyState>
      }
    >
      {removing && <DeleteApplication application={removing} onClose={() => setRemoving(undefined)} />}
    </ListPage>
  );
}
