import { Failure, mutation, query, useLive, useRefusal } from '@packhouse/console-kit/console-kit.ts';
import { type AdvisorySource, createAdvisorySource, fetchAdvisorySource, listAdvisorySources } from '@packhouse/contract/scanning/scanning-source-routes.ts';
import { Button, EmptyState, type MenuEntry, notify, Page } from '@packhouse/ui/core.ts';
import { DataTable } from '@packhouse/ui/table/data.ts';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { t } from '../scanning-words.ts';
import { DeleteSource } from './delete-source.tsx';
import { RunDialog } from './run-view.tsx';
import { sourceColumns } from './source-columns.tsx';
import { SourceDrawer } from './source-drawer.tsx';
import { uploadDump } from './upload-dump.ts';
import '../scanning.css';

/** While a dump is read its figures change; nobody else tells. */
const followMilliseconds = 2000;

type Open = { what: 'new' } | { what: 'edit' | 'delete' | 'run'; source: AdvisorySource };

const isUnderWay = ({ lastRun }: AdvisorySource) => lastRun?.status === 'waiting' || lastRun?.status === 'running';

/** Where advisories come from, and what came of it. */
export function SourceListPage() {
  const [open, setOpen] = useState<Open>();
  const refusal = useRefusal(createAdvisorySource);
  useLive(['audit.advisory-source.'], listAdvisorySources);
  const { data, error, refetch } = useQuery({
    ...query(listAdvisorySources, {}),
    refetchInterval: ({ state }) => (state.data?.items.some(isUnderWay) ? followMilliseconds : false),
  });
  const { input, choose } = useUpload(() => void refetch());
  const fetching = useMutation(mutation(fetchAdvisorySource, { stale: [listAdvisorySources] }));
  const fetchNow = ({ id, name }: AdvisorySource) =>
    fetching.mutate({ params: { id } }, { onSuccess: () => notify.good(t('started', { name })), onError: ({ message }) => notify.bad(message) });
  const close = () => setOpen(undefined);
  const actions = (source: AdvisorySource): MenuEntry[] => [
    { label: t('upload'), icon: 'upload', onSelect: () => choose(source) },
    ...(source.url === null ? [] : [{ label: t('fetchNow'), icon: 'download' as const, onSelect: () => fetchNow(source) }]),
    ...(source.lastRun ? [{ label: t('showRun'), icon: 'list' as const, onSelect: () => setOpen({ what: 'run', source }) }] : []),
    { label: t('edit'), icon: 'edit', keys: 'e', onSelect: () => setOpen({ what: 'edit', source }) },
    { line: true },
    { label: t('remove'), icon: 'trash', danger: true, keys: 'Del', onSelect: () => setOpen({ what: 'delete', source }) },
  ];
  const create = (
    <Button kind="primary" icon="plus" refusal={refusal} onClick={() => setOpen({ what: 'new' })}>
      {t('newSource')}
    </Button>
  );
  return (
    <Page title={t('sources')} count={data?.items.length} subtitle={t('about')} actions={create}>
      {input}
      {error && !data ? (
        <Failure error={error} onRetry={() => void refetch()} />
      ) : (
        <DataTable
          id="advisory-sources"
          label={t('sources')}
          columns={sourceColumns()}
          rows={data?.items}
          rowKey={({ id }) => String(id)}
          rowName={({ name }) => name}
          onEdit={(source) => setOpen({ what: 'edit', source })}
          onDelete={(source) => setOpen({ what: 'delete', source })}
          rowActions={actions}
          empty={
            <EmptyState icon="shield" title={t('noneYet')} action={create}>
              {t('noneYetHelp')}
            </EmptyState>
          }
        />
      )}
      {open?.what === 'new' && <SourceDrawer onClose={close} />}
      {open?.what === 'edit' && <SourceDrawer source={open.source} onClose={close} />}
      {open?.what === 'delete' && <DeleteSource source={open.source} onClose={close} />}
      {open?.what === 'run' && open.source.lastRun && <RunDialog source={open.source} run={open.source.lastRun} onClose={close} />}
    </Page>
  );
}

/** Lets somebody choose a dump, and sends it. */
function useUpload(onSent: () => void) {
  const field = useRef<HTMLInputElement>(null);
  const source = useRef<AdvisorySource>(undefined);
  const send = async (dump: File | undefined) => {
    if (!dump || !source.current) return;
    try {
      await uploadDump(source.current.id, dump, t('notSent'));
      notify.good(t('started', { name: source.current.name }));
      onSent();
    } catch (error) {
      notify.bad((error as Error).message);
    }
  };
  const input = (
    <input
      ref={field}
      type="file"
      hidden
      aria-label={t('upload')}
      onChange={({ target }) => {
        void send(target.files?.[0]);
        target.value = '';
      }}
    />
  );
  const choose = (chosen: AdvisorySource) => {
    source.current = chosen;
    field.current?.click();
  };
  return { input, choose };
}
