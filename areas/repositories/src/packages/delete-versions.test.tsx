import { AppError } from '@packhouse/contract/errors.ts';
import { kernelWords } from '@packhouse/contract/kernel-words.ts';
import { deleteVersions } from '@packhouse/contract/repositories/artifact-routes.ts';
import type { PackageVersion } from '@packhouse/contract/repositories/package-graphql.ts';
import { answers, refuses } from '@packhouse/testkit/console/answers.ts';
import { prepareConsole, renderArea, server } from '@packhouse/testkit/console/render-area.tsx';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it, vi } from 'vitest';
import { DeleteVersions, DeleteVersionsButton } from './delete-versions.tsx';

prepareConsole();

const version = (name: string, ...repos: string[]): PackageVersion => ({
  id: `npm://tool:${name}`,
  name,
  packageId: 'npm://tool',
  created: '2026-01-01T00:00:00.000Z',
  modified: '2026-01-01T00:00:00.000Z',
  repos: repos.map((key) => ({ key, name: key, type: 'local', leadFilePath: `tool/-/tool-${name}.tgz` })),
  licenses: [],
  size: 1000,
  stats: { downloadCount: 0 },
  vulnerabilities: null,
  deprecated: null,
  yanked: false,
});
const chosen = [version('1.0.0', 'one', 'other'), version('2.0.0', 'one')];

interface Asked {
  repoKey: string;
  versions: string[];
  dryRun?: boolean;
}
let asked: Asked[] = [];
const onClose = vi.fn();
const onDeleted = vi.fn();

beforeEach(() => {
  asked = [];
  onClose.mockReset();
  onDeleted.mockReset();
  server.use(
    answers(deleteVersions, ({ body }) => {
      const { repoKey, versions, dryRun } = body as Asked;
      asked.push({ repoKey, versions, dryRun: dryRun === true });
      return { files: versions.length * 2, bytes: versions.length * 1000 };
    }),
  );
});

const open = (versions = chosen) =>
  renderArea([{ path: '/', element: <DeleteVersions packageName="tool" versions={versions} onClose={onClose} onDeleted={onDeleted} /> }], '/');
const findDialog = async (name = 'Delete 2 versions?') => within(await screen.findByRole('dialog', { name }));

it('asks what would go of each repository before anything goes, then deletes just that', async () => {
  open();
  const dialog = await findDialog();
  const lines = await waitFor(() => {
    const found = within(dialog.getByRole('list', { name: 'What goes' })).getAllByRole('listitem');
    expect(found).toHaveLength(2);
    return found.map(({ textContent }) => textContent);
  });
  expect(lines).toEqual(['one 2 versions, 4 files, 2.0 kB', 'other 1 version, 2 files, 1.0 kB']);
  expect(dialog.getByText('1.0.0, 2.0.0')).toBeVisible();
  expect(asked.every(({ dryRun }) => dryRun)).toBe(true);
  asked = [];
  await userEvent.click(dialog.getByRole('button', { name: 'Delete versions' }));
  expect(await screen.findByText('6 files deleted')).toBeVisible();
  expect(asked).toEqual([
    { repoKey: 'one', versions: ['1.0.0', '2.0.0'], dryRun: false },
    { repoKey: 'other', versions: ['1.0.0'], dryRun: false },
  ]);
  expect([onDeleted.mock.calls.length, onClose.mock.calls.length]).toEqual([1, 1]);
});

it('leaves what the reader may not delete, and says why', async () => {
  server.use(refuses(deleteVersions, new AppError(kernelWords.action_needed_on_path, { action: 'delete', name: 'npm-local', path: 'one' })));
  open();
  const dialog = await findDialog();
  expect(await dialog.findByText('You may delete none of them')).toBeVisible();
  expect(dialog.getAllByText(/You need 'delete' on npm-local/)).toHaveLength(2);
  await userEvent.click(dialog.getByRole('button', { name: 'Delete versions' }));
  expect([onDeleted.mock.calls.length, asked]).toEqual([0, []]);
});

it('stays open with what went wrong while versions went', async () => {
  open([version('1.0.0', 'one')]);
  const dialog = await findDialog('Delete 1 version?');
  await waitFor(() => expect(dialog.getAllByRole('listitem')).toHaveLength(1));
  server.use(refuses(deleteVersions, 'storage_full'));
  await userEvent.click(dialog.getByRole('button', { name: 'Delete versions' }));
  expect(await dialog.findByText(/The storage is full/)).toBeVisible();
  expect(onClose).not.toHaveBeenCalled();
});

it('offers nothing until something is chosen, and no more than one call deletes', async () => {
  const onOpen = vi.fn();
  const { navigate } = renderArea(
    [
      { path: '/none', element: <DeleteVersionsButton versions={[]} onOpen={onOpen} /> },
      { path: '/some', element: <DeleteVersionsButton versions={chosen} onOpen={onOpen} /> },
      { path: '/many', element: <DeleteVersionsButton versions={Array.from({ length: 501 }, (_, at) => version(`1.0.${at}`, 'one'))} onOpen={onOpen} /> },
    ],
    '/none',
  );
  expect(screen.queryByRole('button', { name: /Delete/ })).toBeNull();
  await navigate('/some');
  await userEvent.click(await screen.findByRole('button', { name: 'Delete 2 versions' }));
  expect(onOpen).toHaveBeenCalledOnce();
  await navigate('/many');
  const many = await screen.findByRole('button', { name: 'Delete 501 versions' });
  expect(many).toHaveAttribute('aria-disabled', 'true');
  await userEvent.hover(many);
  expect(await screen.findByText('Choose 500 versions at most')).toBeVisible();
  await userEvent.click(many);
  expect(onOpen).toHaveBeenCalledOnce();
});
