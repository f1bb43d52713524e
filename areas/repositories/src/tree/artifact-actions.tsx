import { call, isApiError, notifyFailure, refresh, useToldOf } from '@packhouse/console-kit/console-kit.ts';
import * as routes from '@packhouse/contract/repositories/artifact-routes.ts';
import { getCard } from '@packhouse/contract/repositories/format-ids.ts';
import { askForTransfer } from '@packhouse/contract/repositories/transfer-routes.ts';
import { Button, IconButton, Menu, type MenuEntry, notify } from '@packhouse/ui/core.ts';
import { lazy, Suspense, useState } from 'react';
import { useNavigate } from 'react-router';
import { useAlert } from '../alerts/alert.ts';
import { alertEntries } from '../alerts/menu-entries.ts';
import { makeOriginOfItem } from '../distribute/release-bundle-of.ts';
import { useDistribution } from '../distribute/use-distribution.tsx';
import type { Details } from '../item-details.ts';
import { refuseExpired } from './expiry.ts';
import { folderLeft } from './nearest-place.ts';
import { TransferDialog } from './transfer-dialog.tsx';
import { treePath } from './tree-path.ts';
import { t } from './tree-words.ts';
import { ViewDialog } from './view-dialog.tsx';

// Forms bring their library along, which nobody needs who only looks.
const IgnoreDialog = lazy(async () => ({ default: (await import('../alerts/ignore-dialog.tsx')).IgnoreDialog }));
const UnignoreDialog = lazy(async () => ({ default: (await import('../alerts/unignore-dialog.tsx')).UnignoreDialog }));
const CoordinatesDialog = lazy(async () => ({ default: (await import('./coordinates-dialog.tsx')).CoordinatesDialog }));
const ExpiryDialog = lazy(async () => ({ default: (await import('./expiry-dialog.tsx')).ExpiryDialog }));

type Open = 'copy' | 'move' | 'view' | 'coordinates' | 'expiry' | 'ignore' | 'unignore' | undefined;

/** Address a browser saves from: a file as it is, a folder as zip. */
function downloadAddress({ repoKey, path, type }: Details): string {
  const where = new URLSearchParams({ repoKey, path });
  if (type === 'file') return `${routes.downloadArtifact.url}?${where}`;
  where.set('archiveType', 'zip');
  return `${routes.downloadFolder.url}?${where}`;
}

const showFailure = (error: unknown) => notifyFailure(error as Error);

/** Asks before the browser leaves for the file: what it would be answered there nobody could show. */
async function download(details: Details): Promise<void> {
  try {
    await call(askForTransfer, {});
    window.location.assign(downloadAddress(details));
  } catch (error) {
    // The shell says it, with a way to more.
    if (!isApiError(error) || error.code !== 'transfer_quota_exceeded') showFailure(error);
  }
}

/** Puts it into the trash at once, and offers to take that back. */
async function remove({ repoKey, path }: Details, goTo: (folder: string) => void): Promise<void> {
  const { files } = await call(routes.deleteArtifact, { body: { repoKey, path } });
  goTo(await folderLeft(repoKey, path));
  const undo = () =>
    void call(routes.restoreArtifact, { body: { repoKey, path } })
      .then((back) => notify.good(t('restored', { count: back.files })))
      .catch(showFailure);
  notify.good(t('deleted', { count: files }), { action: { label: t('undo'), run: undo } });
}

/** Does its format put it under distributions, components and architectures that people may choose? */
function hasCoordinates({ format, name }: Details): boolean {
  const { coordinates } = getCard(format);
  return coordinates !== undefined && name.endsWith(coordinates.ending);
}

function contentEntries(details: Details, setOpen: (open: Open) => void): MenuEntry[] {
  const isFile = details.type === 'file';
  return [
    ...(isFile ? [{ label: t('view'), icon: 'eye' as const, onSelect: () => setOpen('view') }] : []),
    { label: t('copy'), icon: 'copy', onSelect: () => setOpen('copy') },
    { label: t('move'), icon: 'arrow-right', refusal: details.allowed.delete ? undefined : t('needDelete'), onSelect: () => setOpen('move') },
    ...(isFile && details.class === 'local' && hasCoordinates(details)
      ? [
          {
            label: t('coordinates', { format: getCard(details.format).title }),
            icon: 'edit' as const,
            refusal: details.allowed.annotate ? undefined : t('needAnnotate'),
            onSelect: () => setOpen('coordinates'),
          },
        ]
      : []),
    ...(isFile
      ? [
          {
            label: t('expiry'),
            icon: 'clock' as const,
            refusal: details.allowed.manage ? undefined : t('needManage'),
            onSelect: () => setOpen('expiry'),
          },
        ]
      : []),
    { label: t('nativeBrowser'), icon: 'external', onSelect: () => void window.open(details.nativeUrl, '_blank', 'noopener') },
  ];
}

function markEntries({ repoKey, path, marks }: Details): MenuEntry[] {
  const run = (route: typeof routes.watchArtifact) =>
    void call(route, { body: { repoKey, path } })
      .then(() => refresh(routes.artifactDetails))
      .catch(showFailure);
  return [
    { label: marks.favourite ? t('unfavourite') : t('favourite'), icon: 'star', onSelect: () => run(routes.toggleFavourite) },
    { label: marks.watched ? t('unwatch') : t('watch'), icon: 'eye', onSelect: () => run(marks.watched ? routes.unwatchArtifact : routes.watchArtifact) },
  ];
}

function upkeepEntries({ repoKey, path, class: repositoryClass, allowed }: Details): MenuEntry[] {
  const refusal = allowed.manage ? undefined : t('needManage');
  const zap = () =>
    void call(routes.zapCache, { body: { repoKey, path } })
      .then(({ files }) => notify.good(t('zapped', { count: files })))
      .catch(showFailure);
  const recalculate = () =>
    void call(routes.recalculateIndex, { body: { repoKey } })
      .then(() => {
        notify.good(t('recalculated'));
        return refresh(routes.readIndexRun);
      })
      .catch(showFailure);
  return [
    ...(repositoryClass === 'remote' ? [{ label: t('zapCache'), icon: 'bolt' as const, refusal, onSelect: zap }] : []),
    ...(path === '' && repositoryClass === 'local' ? [{ label: t('recalculate'), icon: 'refresh' as const, refusal, onSelect: recalculate }] : []),
  ];
}

/** Tells what can be sent to other platforms: files and folders that are kept here themselves, and what was sent already. */
function useSending(details: Details) {
  const { path, name, repoKey, class: repositoryClass, kind, checksums, allowed } = details;
  const isOwn = path !== '' && repositoryClass === 'local' && kind === 'artifact';
  return useDistribution({ origin: isOwn ? makeOriginOfItem(details) : undefined, sha256: checksums?.sha256, title: name || repoKey, manages: allowed.manage });
}

/** Offers what can be done with a place; what is refused stays in sight with its reason. */
export function ArtifactActions({ details, onRefresh }: { details: Details; onRefresh: () => void }) {
  const [open, setOpen] = useState<Open>();
  const navigate = useNavigate();
  const { repoKey, path, allowed, class: repositoryClass } = details;
  const sending = useSending(details);
  const told = useToldOf(path === '' || repositoryClass === 'virtual' ? undefined : `${repoKey}/${path}`);
  const alert = useAlert(details, details.type === 'file');
  const refreshAll = () => {
    onRefresh();
    void refresh(routes.artifactDetails);
  };
  const entries: MenuEntry[] = [
    ...contentEntries(details, setOpen),
    ...sending.entries,
    ...markEntries(details),
    ...alertEntries(alert, setOpen),
    ...told,
    { label: t('refresh'), icon: 'refresh', onSelect: refreshAll },
    ...upkeepEntries(details),
    ...(path === '' || repositoryClass === 'virtual'
      ? []
      : [
          { line: true } as const,
          {
            label: t('delete'),
            icon: 'trash' as const,
            danger: true,
            refusal: allowed.delete ? undefined : t('needDelete'),
            onSelect: () => void remove(details, (folder) => void navigate(treePath({ repoKey, path: folder }))).catch(showFailure),
          },
        ]),
  ];
  return (
    <span className="tree-actions">
      <Button icon="download" size="small" onClick={() => refuseExpired(details) || void download(details)}>
        {details.type === 'file' ? t('download') : t('downloadFolder')}
      </Button>
      <Menu label={t('actions')} entries={entries} align="end">
        {(trigger) => <IconButton icon="more" label={t('actions')} {...trigger} />}
      </Menu>
      {(open === 'copy' || open === 'move') && <TransferDialog details={details} move={open === 'move'} onClose={() => setOpen(undefined)} />}
      {sending.dialog}
      <Suspense>
        {open === 'coordinates' && <CoordinatesDialog details={details} onClose={() => setOpen(undefined)} />}
        {open === 'expiry' && <ExpiryDialog details={details} onClose={() => setOpen(undefined)} />}
        {open === 'ignore' && alert && <IgnoreDialog place={details} name={details.name} alert={alert} onDone={onRefresh} onClose={() => setOpen(undefined)} />}
        {open === 'unignore' && alert && (
          <UnignoreDialog place={details} name={details.name} alert={alert} onDone={onRefresh} onClose={() => setOpen(undefined)} />
        )}
      </Suspense>
      {open === 'view' && <ViewDialog details={details} onClose={() => setOpen(undefined)} />}
    </span>
  );
}
