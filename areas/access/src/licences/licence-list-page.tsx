import { call, refresh, useRefusal } from '@packhouse/console-kit/console-kit.ts';
import { ListPage, useList } from '@packhouse/console-kit/lists.ts';
import { installLicence, type Licence, listLicences, removeLicence } from '@packhouse/contract/access/access-licence-routes.ts';
import { licenceTypeName } from '@packhouse/contract/access/licence-types.ts';
import { generalConfig } from '@packhouse/contract/shell/shell-routes.ts';
import { Banner, Button, Deletion, EmptyState, RelativeTime, Tag } from '@packhouse/ui/core.ts';
import type { Column } from '@packhouse/ui/table/data.ts';
import { useState } from 'react';
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

/** Lists what is licensed, for how long, and where. Also where administrators come when no licence holds. */
export function LicenceListPage() {
  const list = useList(listLicences, {}, { rows: ({ items }) => items, live: ['access.licence.'] });
  const [open, setOpen] = useState<'install' | 'remove'>();
  const refusal = useRefusal(installLicence);
  const holds = list.rows?.some(({ state }) => state === 'valid') ?? true;
  const install = (
    <Button
      kind="primary"
      icon="plus"
      refusal={refusal ?? (list.answer?.installable === false ? t('notInstallable') : undefined)}
      onClick={() => setOpen('install')}
    >
      {t('install')}
    </Button>
  );
  return (
    <ListPage
      id="licences"
      title={t('licences')}
      actions={install}
      above={!holds && <Banner kind="warning">{t('noneHolds')}</Banner>}
      list={list}
      columns={columns()}
      rowKey={({ type, issuedAt }) => `${type} ${issuedAt}`}
      rowName={({ type }) => licenceTypeName(type)}
      rowActions={({ builtIn }) => (builtIn ? [] : [{ label: t('remove'), icon: 'trash', danger: true, onSelect: () => setOpen('remove') }])}
      none={
        <EmptyState icon="key" title={t('noneVouched')} action={install}>
          {t('noneVouchedHelp')}
        </EmptyState>
      }
    >
      {open === 'install' && <InstallLicence onClose={() => setOpen(undefined)} />}
      {open === 'remove' && <RemoveLicence onClose={() => setOpen(undefined)} />}
    </ListPage>
  );
}

function RemoveLicence({ onClose }: { onClose: () => void }) {
  const work = async () => {
    await call(removeLicence, {});
    await refresh(listLicences, generalConfig);
  };
  return (
    <Deletion title={t('removeTitle')} action={t('remove')} work={work} done={t('removed')} onClose={onClose}>
      <p>{t('removeText')}</p>
    </Deletion>
  );
}
