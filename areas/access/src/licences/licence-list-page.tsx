import { call, query, refresh, useLive, useRefusal } from '@packhouse/console-kit/console-kit.ts';
import { installLicence, type Licence, listLicences, removeLicence } from '@packhouse/contract/access/access-licence-routes.ts';
import { licenceTypeName } from '@packhouse/contract/access/licence-types.ts';
import { generalConfig } from '@packhouse/contract/shell/shell-routes.ts';
import { Banner, Button, ConfirmDelete, EmptyState, type MenuEntry, notify, Page, RelativeTime, Tag } from '@packhouse/ui/core.ts';
import { type Column, DataTable } from '@packhouse/ui/table/data.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Listed } from '../listing/listed.tsx';
import { InstallLicence } from './install-licence.tsx';
import { t } from './licences-words.ts';
import '../listing/listing.css';

const columns = (): Column<Licence>[] => [
  {
    id: 'type',
    title: t('type'),
    card: 'title',
    width: '26%',
    render: ({ type, builtIn, state }) => (
      <span className="access-name">
        <b title={type}>{licenceTypeName(type)}</b>
        {builtIn && <Tag>{t('builtIn')}</Tag>}
        {state === 'expired' && <Tag accent>{t('expired')}</Tag>}
      </span>
    ),
  },
  { id: 'licensedTo', title: t('licensedTo'), render: ({ licensedTo }) => licensedTo || <span className="ph-muted">–</span> },
  {
    id: 'issued',
    title: t('issued'),
    width: '140px',
    render: ({ issuedAt }) => (issuedAt ? <RelativeTime at={issuedAt} /> : <span className="ph-muted">–</span>),
  },
  {
    id: 'expires',
    title: t('expires'),
    card: 'fact',
    width: '140px',
    render: ({ expiresAt }) => (expiresAt ? <RelativeTime at={expiresAt} /> : t('never')),
  },
  { id: 'node', title: t('node'), card: 'fact', render: ({ node }) => <span className="ph-mono">{node}</span> },
];

/** What is licensed, for how long, and where. Also where administrators come when no licence holds. */
export function LicenceListPage() {
  const [installing, setInstalling] = useState(false);
  const [removing, setRemoving] = useState(false);
  const refusal = useRefusal(installLicence);
  const result = useQuery(query(listLicences, {}));
  useLive(['access.licence.'], listLicences);
  const { items, installable } = result.data ?? {};
  const holds = items?.some(({ state }) => state === 'valid') ?? true;
  const install = (
    <Button kind="primary" icon="plus" refusal={refusal ?? (installable === false ? t('notInstallable') : undefined)} onClick={() => setInstalling(true)}>
      {t('install')}
    </Button>
  );
  const rowActions = ({ builtIn }: Licence): MenuEntry[] =>
    builtIn ? [] : [{ label: t('remove'), icon: 'trash', danger: true, onSelect: () => setRemoving(true) }];
  return (
    <Page title={t('licences')} count={items?.length} actions={install}>
      {!holds && <Banner kind="warning">{t('noneHolds')}</Banner>}
      <Listed result={result} known={items !== undefined}>
        <DataTable
          id="licences"
          label={t('licences')}
          columns={columns()}
          rows={items}
          rowKey={({ type, issuedAt }) => `${type} ${issuedAt}`}
          rowName={({ type }) => licenceTypeName(type)}
          rowActions={rowActions}
          empty={
            <EmptyState icon="key" title={t('noneVouched')} action={install}>
              {t('noneVouchedHelp')}
            </EmptyState>
          }
        />
      </Listed>
      {installing && <InstallLicence onClose={() => setInstalling(false)} />}
      {removing && <RemoveLicence onClose={() => setRemoving(false)} />}
    </Page>
  );
}

function RemoveLicence({ onClose }: { onClose: () => void }) {
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const confirm = async () => {
    setBusy(true);
    try {
      await call(removeLicence, {});
      await refresh(listLicences, generalConfig);
      notify.good(t('removed'));
      onClose();
    } catch (error) {
      setFailure((error as Error).message);
    } finally {
      setBusy(false);
    }
  };
  return (
    <ConfirmDelete title={t('removeTitle')} action={t('remove')} onConfirm={() => void confirm()} onClose={onClose} loading={busy} failure={failure}>
      <p>{t('removeText')}</p>
    </ConfirmDelete>
  );
}
