import { call, refresh, useLiveState, useRefusal } from '@packhouse/console-kit/console-kit.ts';
import { ListPage, useList } from '@packhouse/console-kit/lists.ts';
import {
  cancelReplication,
  deleteReplication,
  listReplicationRuns,
  listRepositoryReplications,
  type Replication,
  runReplication,
} from '@packhouse/contract/repositories/replication-routes.ts';
import { Deletion, EmptyState, LinkButton, type MenuEntry, notify, RelativeTime, Tag, words } from '@packhouse/ui/core.ts';
import type { Column } from '@packhouse/ui/table/data.ts';
import { useState } from 'react';
import { Link, useParams } from 'react-router';
import { editPath, listPath } from '../administration/administration-screens.ts';
import { RunResult } from './replication-runs.tsx';
import { editReplicationPath, newReplicationPath } from './replication-screens.ts';
import { t } from './replication-words.ts';

/** While something runs its figures grow; they are asked for so often where the platform cannot tell by itself. */
const followMilliseconds = 2000;

const isOpen = ({ lastRun }: Replication) => lastRun !== undefined && lastRun.finishedAt === undefined;

/** Where the list and the forms stand. */
export const makeBreadcrumb = (key: string) => [
  { label: t('repositories'), to: listPath('local') },
  { label: key, to: editPath({ class: 'local', key }) },
];

function columns(key: string): Column<Replication>[] {
  return [
    {
      id: 'target',
      title: t('target'),
      card: 'title',
      width: '32%',
      render: ({ id, url, enabled }) => (
        <>
          <Link to={editReplicationPath(key, id)} className="ph-main-link">
            {url}
          </Link>{' '}
          {!enabled && <Tag>{t('off')}</Tag>}
        </>
      ),
    },
    {
      id: 'when',
      title: t('when'),
      card: 'fact',
      width: '180px',
      render: ({ events, nextRunAt, cron }) => (
        <div>
          {nextRunAt && (
            <div>
              <RelativeTime at={nextRunAt} />
            </div>
          )}
          {events && <div>{t('atOnce')}</div>}
          {cron === '' && !events && t('byHand')}
        </div>
      ),
    },
    {
      id: 'waiting',
      title: t('waitingChanges'),
      width: '150px',
      render: ({ waitingChanges, problem }) => (
        <>
          {waitingChanges > 0 && t('changes', { count: waitingChanges })} {problem && <span className="ph-muted">{words().said(problem)}</span>}
        </>
      ),
    },
    {
      id: 'lastRun',
      title: t('lastRun'),
      card: 'fact',
      render: ({ lastRun }) => (lastRun ? <RunResult run={lastRun} isDated /> : <span className="ph-muted">{t('neverRan')}</span>),
    },
  ];
}

/** Has a run begin, or end, and says so. */
async function order(work: () => Promise<unknown>, done: string): Promise<void> {
  try {
    await work();
    notify.good(done);
  } catch (error) {
    notify.bad((error as Error).message);
  }
  await refresh(listRepositoryReplications, listReplicationRuns);
}

/** The targets of a repository, and how far they are. */
export function ReplicationListPage() {
  const { key = '' } = useParams();
  const isLive = useLiveState() === 'live';
  const refusal = useRefusal(listRepositoryReplications);
  const list = useList(
    listRepositoryReplications,
    { params: { key } },
    {
      rows: ({ items }) => items,
      live: ['replication.'],
      refusal,
      every: ({ items }) => (!isLive && items.some(isOpen) ? followMilliseconds : false),
    },
  );
  const [removing, setRemoving] = useState<Replication>();
  const newButton = (
    <LinkButton to={newReplicationPath(key)} kind="primary" icon="plus">
      {t('newTarget')}
    </LinkButton>
  );
  const rowActions = (replication: Replication): MenuEntry[] => {
    const params = { key, id: replication.id };
    return [
      { label: t('edit'), icon: 'edit', to: editReplicationPath(key, replication.id), keys: 'e' },
      isOpen(replication)
        ? { label: t('cancelRun'), icon: 'clock', onSelect: () => void order(() => call(cancelReplication, { params }), t('stopped')) }
        : { label: t('runNow'), icon: 'clock', keys: 'r', onSelect: () => void order(() => call(runReplication, { params }), t('started')) },
      { line: true },
      { label: t('remove'), icon: 'trash', danger: true, keys: 'Del', onSelect: () => setRemoving(replication) },
    ];
  };
  return (
    <ListPage
      id="replications"
      title={t('replications')}
      documentTitle={t('titleOf', { key })}
      subtitle={t('about')}
      breadcrumb={makeBreadcrumb(key)}
      actions={newButton}
      list={list}
      columns={columns(key)}
      rowKey={({ id }) => String(id)}
      rowName={({ url }) => url}
      href={({ id }) => editReplicationPath(key, id)}
      rowActions={rowActions}
      none={
        <EmptyState icon="network" title={t('none')} action={newButton}>
          {t('noneHelp')}
        </EmptyState>
      }
    >
      {removing && <DeleteReplication replication={removing} onClose={() => setRemoving(undefined)} />}
    </ListPage>
  );
}

interface DeleteReplicationProps {
  replication: Replication;
  onClose: () => void;
  onDeleted?: () => void;
}

/** Asks before a target goes. */
export function DeleteReplication({ replication: { id, repository: key, url }, onClose, onDeleted }: DeleteReplicationProps) {
  const work = async () => {
    await call(deleteReplication, { params: { key, id } });
    await refresh(listRepositoryReplications);
  };
  const title = t('removeTitle', { host: new URL(url).host });
  return (
    <Deletion title={title} action={t('removeAction')} work={work} done={t('removed')} onClose={onClose} onDeleted={onDeleted}>
      <p>{t('removeText')}</p>
    </Deletion>
  );
}
