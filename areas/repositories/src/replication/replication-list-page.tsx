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
import { Link } from 'react-router';
import { editPath, listPath } from '../administration/administration-screens.ts';
import { RunResult } from './replication-runs.tsx';
import { editReplicationPath, newReplicationPath, type ReplicatedPlace, useReplicatedPlace } from './replication-screens.ts';
import { t } from './replication-words.ts';

/** While something runs its figures grow; they are asked for so often where the platform cannot tell by itself. */
const followMilliseconds = 2000;

const isOpen = ({ lastRun }: Replication) => lastRun !== undefined && lastRun.finishedAt === undefined;

/** Where the list and the forms stand. */
export const makeBreadcrumb = (place: ReplicatedPlace) => [
  { label: t('repositories'), to: listPath(place.class) },
  { label: place.key, to: editPath(place) },
];

function columns(place: ReplicatedPlace): Column<Replication>[] {
  return [
    {
      id: 'target',
      title: t(place.class === 'remote' ? 'upstream' : 'target'),
      card: 'title',
      width: '32%',
      render: ({ id, url, enabled }) => (
        <>
          <Link to={editReplicationPath(place, id)} className="ph-main-link">
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
      render: ({ lastRun, direction }) =>
        lastRun ? <RunResult run={lastRun} isPull={direction === 'pull'} isDated /> : <span className="ph-muted">{t('neverRan')}</span>,
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

/** The targets of a repository, or the upstream that fills it, and how far they are. */
export function ReplicationListPage() {
  const place = useReplicatedPlace();
  const { key } = place;
  const isPull = place.class === 'remote';
  const isLive = useLiveState() === 'live';
  const refusal = useRefusal(listRepositoryReplications, { on: 'repository', action: 'manage' });
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
    <LinkButton to={newReplicationPath(place)} kind="primary" icon="plus">
      {t(isPull ? 'newPull' : 'newTarget')}
    </LinkButton>
  );
  // A remote repository has one upstream.
  const isFull = isPull && (list.rows?.length ?? 0) > 0;
  const rowActions = (replication: Replication): MenuEntry[] => {
    const params = { key, id: replication.id };
    return [
      { label: t('edit'), icon: 'edit', to: editReplicationPath(place, replication.id), keys: 'e' },
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
      subtitle={t(isPull ? 'aboutPull' : 'about')}
      breadcrumb={makeBreadcrumb(place)}
      actions={isFull ? undefined : newButton}
      list={list}
      columns={columns(place)}
      rowKey={({ id }) => String(id)}
      rowName={({ url }) => url}
      href={({ id }) => editReplicationPath(place, id)}
      rowActions={rowActions}
      none={
        <EmptyState icon="network" title={t(isPull ? 'nonePull' : 'none')} action={newButton}>
          {t(isPull ? 'nonePullHelp' : 'noneHelp')}
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

/** Asks before a target, or the filling of a repository, goes. */
export function DeleteReplication({ replication: { id, repository: key, url, direction }, onClose, onDeleted }: DeleteReplicationProps) {
  const work = async () => {
    await call(deleteReplication, { params: { key, id } });
    await refresh(listRepositoryReplications);
  };
  const isPull = direction === 'pull';
  const title = t(isPull ? 'removePullTitle' : 'removeTitle', { host: new URL(url).host });
  const done = t(isPull ? 'pullRemoved' : 'removed');
  return (
    <Deletion title={title} action={t(isPull ? 'removePullAction' : 'removeAction')} work={work} done={done} onClose={onClose} onDeleted={onDeleted}>
      <p>{t(isPull ? 'removePullText' : 'removeText')}</p>
    </Deletion>
  );
}
