import { mutation, useRefusal } from '@packhouse/console-kit/console-kit.ts';
import { ListPage, useList } from '@packhouse/console-kit/lists.ts';
import { type AdvisorySource, createAdvisorySource, fetchAdvisorySource, listAdvisorySources } from '@packhouse/contract/scanning/scanning-source-routes.ts';
import { Button, EmptyState, LinkButton, type MenuEntry, notify } from '@packhouse/ui/core.ts';
import { useMutation } from '@tanstack/react-query';
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
  const list = useList(
    listAdvisorySources,
    {},
    {
      rows: ({ items }) => items,
      live: ['audit.advisory-source.'],
      every: ({ items }) => (items.some(isUnderWay) ? followMilliseconds : false),
    },
  );
  const [open, setOpen] = useState<Open>();
  const refusal = useRefusal(createAdvisorySource);
  const { input, choose } = useUpload(list.refetch);
  const fetching = useMutation(mutation(fetchAdvisorySource, { stale: [listAdvisorySources] }));
  const fetchNow = ({ id, name }: AdvisorySource) =>
    fetching.mutate({ params: { id } }, { onSuccess: () => notify.good(t('started', { name })), onError: ({ message }) => notify.bad(message) });
  const close = () => setOpen(undefined);
  const rowActions = (source: AdvisorySource): MenuEntry[] => [
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
    <ListPage
      id="advisory-sources"
      title={t('sources')}
      subtitle={t('about')}
      actions={
        <>
          <LinkButton to="/admin/security/advisory-sources/presets">{t('presets')}</LinkButton>
          {create}
        </>
      }
      above={input}
      list={list}
      columns={sourceColumns()}
      rowKey={({ id }) => String(id)}
      rowName={({ name }) => name}
      rowActions={rowActions}
      none={
        <EmptyState
          icon="shield"
          title={t('noneYet')}
          action={
            <LinkButton kind="primary" to="/admin/security/advisory-sources/presets">
              {t('presets')}
            </LinkButton>
          }
        >
          {t('noneYetHelp')}
        </EmptyState>
      }
    >
      {open?.what === 'new' && <SourceDrawer onClose={close} />}
      {open?.what === 'edit' && <SourceDrawer source={open.source} onClose={close} />}
      {open?.what === 'delete' && <DeleteSource source={open.source} onClose={close} />}
      {open?.what === 'run' && open.source.lastRun && <RunDialog source={open.source} run={open.source.lastRun} onClose={close} />}
    </ListPage>
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
