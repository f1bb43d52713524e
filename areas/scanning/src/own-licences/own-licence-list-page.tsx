import { call, refresh, useRefusal } from '@packhouse/console-kit/console-kit.ts';
import { ListPage, useAddress, useList } from '@packhouse/console-kit/lists.ts';
import { createOwnLicence, deleteOwnLicence, listOwnLicences, type OwnLicence } from '@packhouse/contract/scanning/scanning-own-licence-routes.ts';
import { Button, Deletion, EmptyState, type MenuEntry, RelativeTime } from '@packhouse/ui/core.ts';
import type { Column } from '@packhouse/ui/table/data.ts';
import { useState } from 'react';
import { Link } from 'react-router';
import { OwnLicenceDrawer } from './own-licence-drawer.tsx';
import { ownLicencesPath } from './own-licence-screens.ts';
import { t } from './own-licence-words.ts';
import '../scanning.css';

const licencePath = (name: string) => `${ownLicencesPath}?licence=${encodeURIComponent(name)}`;

function columns(): Column<OwnLicence>[] {
  return [
    {
      id: 'name',
      title: t('name'),
      card: 'title',
      width: '30%',
      render: ({ name, full_name }) => (
        <span className="scan-two-lines">
          <Link to={licencePath(name)} className="ph-main-link">
            {name}
          </Link>
          <span className="ph-muted">{full_name}</span>
        </span>
      ),
    },
    { id: 'spellings', title: t('spellings'), render: ({ spellings }) => <span className="scan-where">{spellings.join(', ')}</span> },
    { id: 'versions', title: t('statedBy'), card: 'fact', width: '130px', render: ({ versions }) => t('versions', { count: versions }) },
    { id: 'author', title: t('author'), width: '130px', render: ({ author }) => author },
    { id: 'modified', title: t('modified'), width: '120px', render: ({ modified }) => <RelativeTime at={modified} /> },
  ];
}

function DeleteLicence({ name, onClose }: { name: string; onClose: () => void }) {
  const work = async () => {
    await call(deleteOwnLicence, { params: { name } });
    await refresh(listOwnLicences);
  };
  return (
    <Deletion title={t('removeTitle', { name })} action={t('remove')} work={work} done={t('removed', { name })} onClose={onClose}>
      <p>{t('removeText')}</p>
    </Deletion>
  );
}

/** Licences that people here describe; what is open is in the address. */
export function OwnLicenceListPage() {
  const list = useList(listOwnLicences, {}, { rows: ({ data }) => data, live: ['audit.own-licence.'] });
  const [{ licence: open }, change] = useAddress('licence');
  const [removing, setRemoving] = useState<string>();
  const edited = list.rows?.find(({ name }) => name === open);
  const newButton = (
    <Button kind="primary" icon="plus" refusal={useRefusal(createOwnLicence)} onClick={() => change({ licence: 'new' })}>
      {t('describe')}
    </Button>
  );
  const rowActions = ({ name }: OwnLicence): MenuEntry[] => [
    { label: t('edit'), icon: 'edit', to: licencePath(name), keys: 'e' },
    { line: true },
    { label: t('remove'), icon: 'trash', danger: true, keys: 'Del', onSelect: () => setRemoving(name) },
  ];
  return (
    <ListPage
      id="own-licences"
      title={t('licences')}
      count={list.answer?.total_count}
      subtitle={t('about')}
      actions={newButton}
      list={list}
      columns={columns()}
      rowKey={({ name }) => name}
      href={({ name }) => licencePath(name)}
      rowActions={rowActions}
      none={
        <EmptyState icon="shield" title={t('none')} action={newButton}>
          {t('noneHelp')}
        </EmptyState>
      }
    >
      {(open === 'new' || edited) && <OwnLicenceDrawer key={open} licence={edited} onClose={() => change({ licence: '' })} />}
      {removing !== undefined && <DeleteLicence name={removing} onClose={() => setRemoving(undefined)} />}
    </ListPage>
  );
}
