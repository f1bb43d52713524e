import { changeFolderDownload, type FolderDownload, readFolderDownload } from '@packhouse/contract/repositories/folder-download-routes.ts';
import { readStorageSummary, type StorageSummary } from '@packhouse/contract/repositories/storage-routes.ts';
import { changeDataTransferLimit, type DataTransfer, readDataTransfer } from '@packhouse/contract/repositories/transfer-routes.ts';
import { answers, refuses } from '@packhouse/testkit/console/answers.ts';
import { prepareConsole, renderArea, server } from '@packhouse/testkit/console/render-area.tsx';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it } from 'vitest';
import { storageScreens } from './storage-screens.ts';

prepareConsole();

const megabyte = 1024 * 1024;
const summary: StorageSummary = {
  files: 12,
  bytes: 8 * megabyte,
  blobs: 6,
  blobBytes: 6 * megabyte,
  trash: { files: 1, bytes: megabyte },
  store: { kind: 'filesystem', disk: { total: 100 * megabyte, free: 75 * megabyte } },
  repositories: [
    { key: 'libs', class: 'local', format: 'generic', files: 8, folders: 2, bytes: 6 * megabyte, quota: 6 * megabyte },
    { key: 'js', class: 'remote', format: 'npm', files: 4, folders: 1, bytes: 2 * megabyte },
  ],
};

const transfer: DataTransfer = { limitMegabytes: 0, receivedBytes: megabyte, sentBytes: 3 * megabyte, endsAt: '2026-12-01T00:00:00.000Z' };
const folders: FolderDownload = { enabled: true, visitors: true, mostFiles: 0, mostMegabytes: 0 };
beforeEach(() => server.use(answers(readDataTransfer, transfer), answers(readFolderDownload, folders)));

it('shows what was transferred this month, and limits it', async () => {
  let limitMegabytes = 0;
  server.use(
    answers(readStorageSummary, summary),
    answers(readDataTransfer, () => ({ ...transfer, limitMegabytes })),
    answers(changeDataTransferLimit, ({ body }) => {
      ({ limitMegabytes } = body as { limitMegabytes: number });
      return { ...transfer, limitMegabytes };
    }),
  );
  renderArea(storageScreens, '/admin/monitoring/storage-summary');
  const figure = (await screen.findByText('Data transfer this month')).closest('div')!;
  expect(figure).toHaveTextContent('4.2 MB');
  expect(figure).toHaveTextContent('No limit · until Dec 1, 2026');
  await userEvent.click(screen.getByRole('button', { name: 'Limit data transfer' }));
  const field = await screen.findByLabelText(/^Megabytes a month/);
  await userEvent.clear(field);
  await userEvent.type(field, '4');
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Data transfer is limited to 4.2 MB a month')).toBeVisible();
  expect(limitMegabytes).toBe(4);
  expect(await screen.findByText('Used up')).toBeVisible();
  expect(figure).toHaveTextContent('100% of 4.2 MB');
});

it('TOPO-002 CORE-010 shows totals, what each repository holds and which quotas are full', async () => {
  server.use(answers(readStorageSummary, summary));
  const router = renderArea(storageScreens, '/admin/monitoring/storage-summary');
  expect(await screen.findByRole('link', { name: 'libs' })).toHaveAttribute('href', '/admin/repositories/local/libs/edit');
  expect(screen.getByText('25% saved by storing shared content once')).toBeVisible();
  expect(screen.getByText('Full')).toBeVisible();
  expect(screen.getAllByText('75%').length).toBe(1);
  await userEvent.type(screen.getByRole('searchbox'), 'js');
  expect(screen.queryByRole('link', { name: 'libs' })).toBeNull();
  expect(router.state.location.search).toBe('?search=js');
});

it('TOPO-010 says that storage data cannot be fetched, and tries again', async () => {
  server.use(refuses(readStorageSummary, 'internal'));
  renderArea(storageScreens, '/admin/monitoring/storage-summary');
  expect(await screen.findByText('Unable to fetch Storage data')).toBeVisible();
  server.use(answers(readStorageSummary, summary));
  await userEvent.click(screen.getByRole('button', { name: /again/i }));
  expect(await screen.findByRole('link', { name: 'libs' })).toBeVisible();
});

it('says how large folders may be that are downloaded, and whether they may be at all', async () => {
  let kept = folders;
  server.use(
    answers(readStorageSummary, summary),
    answers(readFolderDownload, () => kept),
    answers(changeFolderDownload, ({ body }) => {
      kept = body as FolderDownload;
      return kept;
    }),
  );
  renderArea(storageScreens, '/admin/monitoring/storage-summary');
  await userEvent.click(await screen.findByRole('button', { name: 'Downloads of folders' }));
  const files = await screen.findByLabelText(/^Files in a folder/);
  await userEvent.clear(files);
  await userEvent.type(files, '5000');
  await userEvent.click(screen.getByRole('checkbox', { name: 'By visitors, too, where they may read' }));
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Downloads of folders were set')).toBeVisible();
  expect(kept).toEqual({ enabled: true, visitors: false, mostFiles: 5000, mostMegabytes: 0 });

  await userEvent.click(screen.getByRole('button', { name: 'Downloads of folders' }));
  await userEvent.click(await screen.findByRole('checkbox', { name: 'Folders can be downloaded' }));
  expect(screen.getByLabelText(/^Files in a folder/)).toBeDisabled();
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Folders cannot be downloaded any more')).toBeVisible();
  expect(kept.enabled).toBe(false);
});
