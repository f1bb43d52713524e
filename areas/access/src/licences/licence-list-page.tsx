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
    render: ({ type, builtIn, holds, state }) => (
      <span className="access-name">
        <b title={type}>{licenceTypeName(type)}</b>
        {builtIn && <Tag>{t('builtIn')}</Tag>}
        {holds && !builtIn && <Tag>{t('holds')}</Tag>}
        {state === 'unvouched' && <Tag accent>{t('unvouched')}</Tag>}
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
  { id: 'bucket', title: t('bucket'), render: ({ bucket }) => <span className="ph-mono">{bucket ?? '–'}</span> },
  { id: 'node', title: t('node'), card: 'fact', render: ({ node }) => <span className="ph-mono">{node}</span> },
];

/** Lists what is licensed, for how long, and where. Also where administrators come when no licence holds. */
export function LicenceListPage() {
  const list = useList(listLicences, {}, { rows: ({ items }) => items, live: ['access.licence.'] });
  const [open, setOpen] = useState<'install' | Licence>();
  const refusal = useRefusal(installLicence);
  const holds = list.rows?.some(({ holds: one }) => one) ?? true;
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
      subtitle={t('about')}
      actions={install}
      above={!holds && <Banner kind="warning">{t('noneHolds')}</Banner>}
      list={list}
      columns={columns()}
      rowKey={({ id }) => id || 'built-in'}
      rowName={({ type }) => licenceTypeName(type)}
      rowActions={(licence) => (licence.builtIn ? [] : [{ label: t('remove'), icon: 'trash', danger: true, onSelect: () => setOpen(licence) }])}
      none={<EmptyState icon="key" title={t('none')} action={install} />}
    >
      {open === 'install' && <InstallLicence onClose={() => setOpen(undefined)} />}
      {typeof open === 'object' && <RemoveLicence licence={open} isLast={list.rows?.length === 1} onClose={() => setOpen(undefined)} />}
    </ListPage>
  );
}

interface RemoveLicenceProps {
  licence: Licence;
  isLast: boolean;
  onClose: () => void;
}

function RemoveLicence({ licence: { id }, isLast, onClose }: RemoveLicenceProps) {
  const work = async () => {
    await call(removeLicence, { params: { id } });
    await refresh(listLicences, generalConfig);
  };
  return (
    <Deletion title={t('removeTitle')} action={t('remove')} work={work} done={t('removed')} onClose={onClose}>
      <p>{isLast ? t('removeLast') : t('removeOne')}</p>
    </Deletion>
  );
}
