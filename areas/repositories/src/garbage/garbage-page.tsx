import { mutation, query, useRefusal } from '@packhouse/console-kit/console-kit.ts';
import { ListPage, useList } from '@packhouse/console-kit/lists.ts';
import { type GarbageState, listGarbageRuns, readGarbageState, startGarbageRun } from '@packhouse/contract/repositories/garbage-routes.ts';
import { Button, ConfirmDelete, EmptyState, formatBytes, notify } from '@packhouse/ui/core.ts';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Figure } from '../storage/figure.tsx';
import { ContentLookup } from './content-lookup.tsx';
import { t } from './garbage-words.ts';
import { runColumns } from './run-columns.tsx';
import '../storage/storage.css';
import './garbage.css';

/** While a collection runs its figures grow; they are asked for so often where the platform cannot tell by itself. */
const followMilliseconds = 2000;
const stale = [listGarbageRuns, readGarbageState];

function Figures({ state: { condemned, due, freed } }: { state: GarbageState }) {
  const figures = [
    { title: t('marked'), ...condemned },
    { title: t('due'), ...due },
    { title: t('freedLately'), ...freed },
  ];
  return (
    <dl className="storage-figures">
      {figures.map(({ title, contents, bytes }) => (
        <Figure key={title} title={title} value={formatBytes(bytes)} note={t('contents', { count: contents })} />
      ))}
    </dl>
  );
}

/** Says what goes before a collection begins. */
function CollectQuestion({ state: { due, graceHours }, onClose }: { state: GarbageState; onClose: () => void }) {
  const start = useMutation(mutation(startGarbageRun, { stale }));
  const confirm = () =>
    start.mutate(
      { body: { dryRun: false } },
      {
        onSuccess: () => {
          notify.good(t('started'));
          onClose();
        },
      },
    );
  return (
    <ConfirmDelete
      title={t('collectTitle')}
      action={t('collect')}
      onConfirm={confirm}
      onClose={onClose}
      loading={start.isPending}
      failure={start.error?.message}
    >
      {due.contents === 0 ? (
        <p>{t('collectNone', { hours: graceHours })}</p>
      ) : (
        <>
          <p>{t('collectDue', { count: due.contents, size: formatBytes(due.bytes), hours: graceHours })}</p>
          <p>{t('collectRest')}</p>
        </>
      )}
    </ConfirmDelete>
  );
}

/** What the garbage collection is about to free, what it did, and what keeps a content from going. */
export function GarbagePage() {
  const state = useQuery(query(readGarbageState, {}));
  const refusal = useRefusal(startGarbageRun);
  const [asking, setAsking] = useState(false);
  const dryRun = useMutation(mutation(startGarbageRun, { stale }));
  const list = useList(
    listGarbageRuns,
    {},
    {
      rows: ({ items }) => items,
      live: ['garbage.run'],
      stale: [readGarbageState],
      every: ({ items }) => (items.some(({ finishedAt }) => finishedAt === undefined) ? followMilliseconds : false),
    },
  );
  const startDry = () =>
    dryRun.mutate({ body: { dryRun: true } }, { onSuccess: () => notify.good(t('dryStarted')), onError: ({ message }) => notify.bad(message) });
  return (
    <ListPage
      id="garbage-runs"
      title={t('garbage')}
      label={t('latest')}
      count={undefined}
      subtitle={t('about', { hours: state.data?.graceHours ?? 23 })}
      actions={
        <>
          <Button icon="search" refusal={refusal} loading={dryRun.isPending} onClick={startDry}>
            {t('dryRun')}
          </Button>
          <Button kind="primary" icon="refresh" refusal={refusal} onClick={() => setAsking(true)}>
            {t('collect')}
          </Button>
        </>
      }
      above={state.data && <Figures state={state.data} />}
      list={list}
      columns={runColumns}
      rowKey={({ id }) => String(id)}
      none={
        <EmptyState icon="refresh" title={t('noneYet')}>
          {t('noneYetHelp')}
        </EmptyState>
      }
    >
      <ContentLookup graceHours={state.data?.graceHours ?? 23} />
      {asking && state.data && <CollectQuestion state={state.data} onClose={() => setAsking(false)} />}
    </ListPage>
  );
}
