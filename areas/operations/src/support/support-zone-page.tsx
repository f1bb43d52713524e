import { call, isApiError, refresh, useSession } from '@packhouse/console-kit/console-kit.ts';
import { ListPage, useAddress, useList } from '@packhouse/console-kit/lists.ts';
import { deleteSupportBundle, listSupportBundles, type SupportBundle } from '@packhouse/contract/operations/support-routes.ts';
import { Button, ConfirmDelete, EmptyState, type MenuEntry, notify } from '@packhouse/ui/core.ts';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { refreshDelay } from './placeholders.ts';
import { supportBundleColumns } from './support-bundle-columns.tsx';
import { onlineNodes, openDownload, presentServices } from './support-bundles.ts';
import { t } from './support-words.ts';
import { useCreations } from './use-creations.ts';

// The form brings the library of controls along; most visits only look.
const CreateBundle = lazy(async () => ({ default: (await import('./create-support-bundle.tsx')).CreateSupportBundle }));

/** A bundle of the list is still being made. */
const isMaking = (bundles: readonly SupportBundle[]) => bundles.some(({ status }) => status === 'in progress');

async function download({ id }: SupportBundle): Promise<void> {
  try {
    await openDownload(id);
  } catch (error) {
    notify.bad(isApiError(error) && error.status === 403 ? t('refused') : t('gone'));
    await refresh(listSupportBundles);
  }
}

function DeleteSupportBundle({ bundle, onClose }: { bundle: SupportBundle; onClose: () => void }) {
  const [busy, setBusy] = useState(false);
  const confirm = async () => {
    setBusy(true);
    await call(deleteSupportBundle, { params: { id: bundle.id } }).catch(() => false);
    await refresh(listSupportBundles);
    onClose();
  };
  return (
    <ConfirmDelete title={t('deleteTitle', { name: bundle.name })} action={t('deleteAction')} onConfirm={() => void confirm()} onClose={onClose} loading={busy}>
      <p>{t('deleteText')}</p>
    </ConfirmDelete>
  );
}

function getActions(bundle: SupportBundle, onDelete: (bundle: SupportBundle) => void): MenuEntry[] {
  if (bundle.id.startsWith('placeholder')) return [];
  const fetchIt: MenuEntry = { label: t('download'), icon: 'download', onSelect: () => void download(bundle) };
  const deleteIt: MenuEntry = { label: t('delete'), icon: 'trash', danger: true, keys: 'Del', onSelect: () => onDelete(bundle) };
  return bundle.status === 'success' ? [fetchIt, deleteIt] : [deleteIt];
}

/** Shows what helpers ask for, in bundles: made here, fetched and deleted. */
export function SupportZonePage() {
  const [{ create: creating }, change] = useAddress('create');
  const [deleting, setDeleting] = useState<SupportBundle>();
  const { services } = useSession();
  const { state, create } = useCreations();
  const { rows: known, ...list } = useList(
    listSupportBundles,
    {},
    {
      rows: (bundles) => bundles,
      every: (bundles) => isMaking(bundles) && refreshDelay,
      // While bundles are being asked for, the list waits until it is asked again as a whole.
      live: [state.placeholders.length > 0 ? 'support.none' : 'support.bundle.'],
    },
  );
  const present = useQuery({ queryKey: ['support services', Object.keys(services)], queryFn: () => presentServices(services) }).data ?? [];
  const nodes = useQuery({ queryKey: ['support nodes'], queryFn: onlineNodes }).data ?? [];
  const setOpen = (open: boolean) => change({ create: open ? '1' : '' });
  const createButton = present.length > 0 && (
    <Button kind="primary" icon="plus" onClick={() => setOpen(true)}>
      {t('create')}
    </Button>
  );
  // Failures of bundles are not told aloud: the page itself says them.
  const told = list.error ? [] : known;
  const rows = told && [...state.placeholders, ...told];
  const empty = list.error ? (
    <EmptyState icon="help" title={t('notKnown')} action={<Button onClick={list.refetch}>{t('retry')}</Button>}>
      {list.error.message}
    </EmptyState>
  ) : (
    <EmptyState icon="help" title={t('none')} action={createButton}>
      {t('noneHelp')}
    </EmptyState>
  );
  return (
    <ListPage
      id="support-bundles"
      title={t('title')}
      subtitle={<span className="ph-muted">{t('about')}</span>}
      actions={createButton}
      list={{ ...list, rows, error: null }}
      columns={supportBundleColumns()}
      rowKey={({ id }) => id}
      rowName={({ name }) => name}
      rowActions={(bundle) => getActions(bundle, setDeleting)}
      none={empty}
    >
      {deleting && <DeleteSupportBundle bundle={deleting} onClose={() => setDeleting(undefined)} />}
      {creating !== '' && present.length > 0 && (
        <Suspense>
          <CreateBundle services={present} nodes={nodes} onCreate={create} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </ListPage>
  );
}
