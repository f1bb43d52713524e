import { mutation } from '@packhouse/console-kit/console-kit.ts';
import { ListTable, usePagedList } from '@packhouse/console-kit/lists.ts';
import { listGroups } from '@packhouse/contract/access/access-group-routes.ts';
import { keepManagedEntries, listManagedEntries, type ManagedEntry } from '@packhouse/contract/access/access-managed-routes.ts';
import { listPermissions } from '@packhouse/contract/access/access-permission-routes.ts';
import type { TrustedDeployment } from '@packhouse/contract/access/access-trust-routes.ts';
import { listUsers } from '@packhouse/contract/access/access-user-routes.ts';
import { Banner, Button, Dialog, EmptyState, formatNumber, notify, Tag, words } from '@packhouse/ui/core.ts';
import type { Column } from '@packhouse/ui/table/data.ts';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { t } from './trust-words.ts';

const columns = (): Column<ManagedEntry>[] => [
  { id: 'name', title: t('entry'), card: 'title', render: ({ name }) => <b>{name}</b> },
  { id: 'kind', title: t('entryKind'), width: '120px', render: ({ kind }) => t(`entry-${kind}`) },
  {
    id: 'made',
    title: t('madeHere'),
    card: 'fact',
    width: '160px',
    render: ({ madeHere }) => (madeHere ? <Tag accent>{t('madeHereYes')}</Tag> : t('madeHereUnknown')),
  },
];

const getKey = ({ kind, name }: ManagedEntry) => `${kind} ${name}`;
/** So many are named before they are kept. */
const shown = 20;

interface KeepProps {
  deployment: TrustedDeployment;
  chosen: readonly ManagedEntry[];
  onClose: () => void;
  onKept: () => void;
}

/** Names what is to be kept, and what follows from it, before anything is done. */
function KeepQuestion({ deployment: { id, name }, chosen, onClose, onKept }: KeepProps) {
  const keep = useMutation(mutation(keepManagedEntries, { stale: [listManagedEntries, listUsers, listGroups, listPermissions] }));
  const run = () =>
    keep.mutate(
      { params: { id }, body: { entries: chosen.map(({ kind, name: entry }) => ({ kind, name: entry })) } },
      {
        onSuccess: ({ kept }) => {
          notify.good(t('wereKept', { count: kept }));
          onKept();
        },
      },
    );
  return (
    <Dialog
      title={t('keepTitle')}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{words().cancel}</Button>
          <Button kind="primary" loading={keep.isPending} onClick={run}>
            {t('keep')}
          </Button>
        </>
      }
    >
      <div className="ph-stack">
        <p>{t('keepText', { name })}</p>
        <ul>
          {chosen.slice(0, shown).map((one) => (
            <li key={getKey(one)}>
              {one.name} <span className="ph-muted">{t(`entry-${one.kind}`)}</span>
            </li>
          ))}
        </ul>
        {chosen.length > shown && <p>{t('keepMore', { more: formatNumber(chosen.length - shown) })}</p>}
        {keep.error && <Banner kind="bad">{keep.error.message}</Banner>}
      </div>
    </Dialog>
  );
}

/** What a deployment manages here without having taken any name over, so that an administrator can say what of it was this deployment's own before. */
export function ManagedEntries({ deployment, onClose }: { deployment: TrustedDeployment; onClose: () => void }) {
  const list = usePagedList(listManagedEntries, { params: { id: deployment.id } });
  const [asking, setAsking] = useState<{ chosen: readonly ManagedEntry[]; clear: () => void }>();
  return (
    <Dialog shape="drawer" title={t('entriesTitle', { name: deployment.name })} onClose={onClose}>
      <div className="ph-stack">
        <p className="ph-muted">{t('entriesHelp', { name: deployment.name })}</p>
        <ListTable
          id="managed-entries"
          label={t('entriesTitle', { name: deployment.name })}
          list={list}
          columns={columns()}
          rowKey={getKey}
          rowName={({ name }) => name}
          bulkActions={(chosen, clear) => <Button onClick={() => setAsking({ chosen, clear })}>{t('keep')}</Button>}
          none={
            <EmptyState icon="check" title={t('noEntries')}>
              {t('noEntriesHelp')}
            </EmptyState>
          }
        />
      </div>
      {asking && (
        <KeepQuestion
          deployment={deployment}
          chosen={asking.chosen}
          onClose={() => setAsking(undefined)}
          onKept={() => {
            asking.clear();
            setAsking(undefined);
          }}
        />
      )}
    </Dialog>
  );
}
