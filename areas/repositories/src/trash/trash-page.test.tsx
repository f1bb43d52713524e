import { deletePermanently, emptyTrash, restoreArtifact } from '@packhouse/contract/repositories/artifact-routes.ts';
import {
  changeTrashSettings,
  listTrash,
  listTrashRepositories,
  listTrashRuns,
  readTrashSettings,
  type TrashedFile,
  type TrashRun,
} from '@packhouse/contract/repositories/trash-routes.ts';
import { answers, refuses } from '@packhouse/testkit/console/answers.ts';
import { prepareConsole, renderArea, server } from '@packhouse/testkit/console/render-area.tsx';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { trashScreens } from './trash-screens.ts';

prepareConsole();

const file = (id: number, repoKey: string, path: string): TrashedFile => ({
  id,
  repoKey,
  path,
  size: 1000,
  sha256: 'a'.repeat(64),
  deletedAt: '2026-01-01T00:00:00Z',
  deletedBy: 'ann',
});
let there: TrashedFile[] = [];
let asked: [string, unknown][] = [];

beforeEach(() => {
  asked = [];
  there = [file(3, 'other', 'c.txt'), file(2, 'files', 'a/two.txt'), file(1, 'files', 'a/one.txt')];
  const note = (name: string) => (call: { body: unknown }) => {
    asked.push([name, call.body]);
    const { repoKey, path } = call.body as { repoKey?: string; path?: string };
    const before = there.length;
    there = there.filter((one) => (repoKey !== undefined && one.repoKey !== repoKey) || (path !== undefined && one.path !== path));
    return { files: before - there.length };
  };
  server.use(
    answers(listTrash, ({ query }) => {
      const items = there.filter(({ repoKey, path }) => repoKey === (query.get('repoKey') ?? repoKey) && path.includes(query.get('search') ?? ''));
      return { items, total: items.length, next: null };
    }),
    answers(listTrashRepositories, () => ({
      items: [...Map.groupBy(there, ({ repoKey }) => repoKey)].map(([repoKey, list]) => ({ repoKey, files: list.length, bytes: list.length * 1000 })),
    })),
    answers(restoreArtifact, note('restore')),
    answers(deletePermanently, note('delete')),
    answers(emptyTrash, note('empty')),
    answers(readTrashSettings, { keepDays: 14 }),
    answers(listTrashRuns, { items: [] }),
  );
});

const open = (path = '/admin/trash-can', session = {}) => renderArea(trashScreens, path, session);
const readRow = async (name: string) => (await screen.findByText(name)).closest('tr')!;
const choose = async (row: HTMLElement, action: string) => {
  await userEvent.click(within(row).getByRole('button', { name: /actions/i }));
  await userEvent.click(await screen.findByRole('menuitem', { name: action }));
};

describe('the trash can', () => {
  it('lists what was deleted, and keeps search and repository in the address', async () => {
    const router = open();
    expect(await screen.findByText('a/two.txt')).toBeVisible();
    await userEvent.type(screen.getByRole('searchbox', { name: 'Search paths' }), 'two');
    await waitFor(() => expect(screen.queryByText('a/one.txt')).toBeNull());
    expect(router.state.location.search).toBe('?search=two');
    await userEvent.click(screen.getByRole('button', { name: 'All repositories' }));
    await userEvent.click(await screen.findByRole('menuitemradio', { name: 'other' }));
    expect(await screen.findByText('No deleted file fits')).toBeVisible();
    expect(router.state.location.search).toBe('?search=two&repo=other');
    await userEvent.click(screen.getByRole('button', { name: 'Clear filters' }));
    expect(await screen.findByText('a/one.txt')).toBeVisible();
  });
  it('ARTI-010 restores a file', async () => {
    open();
    await choose(await readRow('two.txt'), 'Restore');
    expect(await screen.findByText('1 file is back where it was')).toBeVisible();
    expect(asked).toEqual([['restore', { repoKey: 'files', path: 'a/two.txt' }]]);
    await waitFor(() => expect(screen.queryByText('a/two.txt')).toBeNull());
  });
  it('says why a file cannot be restored', async () => {
    server.use(refuses(restoreArtifact, 'version_exists'));
    open();
    await choose(await readRow('two.txt'), 'Restore');
    expect(await screen.findByText(/files\/a\/two.txt could not be restored/)).toBeVisible();
  });
  it('ARTI-006 deletes chosen files for good, once that was confirmed', async () => {
    open();
    for (const name of ['one.txt', 'two.txt']) await userEvent.click(within(await readRow(name)).getByRole('checkbox'));
    await userEvent.click(screen.getByRole('button', { name: 'Delete for good' }));
    const dialog = await screen.findByRole('dialog', { name: 'Delete 2 files for good?' });
    expect(asked).toEqual([]);
    await userEvent.click(within(dialog).getByRole('button', { name: 'Delete for good' }));
    expect(await screen.findByText('2 files were deleted for good')).toBeVisible();
    expect(asked.map(([name]) => name)).toEqual(['delete', 'delete']);
  });
  it('ARTI-011 empties all of it once its name was typed', async () => {
    open();
    await screen.findByText('a/two.txt');
    await waitFor(() => expect(screen.getByRole('button', { name: 'Empty trash can' })).toBeEnabled());
    await userEvent.click(screen.getByRole('button', { name: 'Empty trash can' }));
    const dialog = await screen.findByRole('dialog', { name: 'Empty the trash can?' });
    expect(within(dialog).getByText(/3 files \(3.* kB\)/i)).toBeVisible();
    expect(within(dialog).getByRole('button', { name: 'Delete for good' })).toBeDisabled();
    await userEvent.type(within(dialog).getByRole('textbox'), 'auto-trashcan');
    await userEvent.click(within(dialog).getByRole('button', { name: 'Delete for good' }));
    expect(await screen.findByText('The trash can is empty')).toBeVisible();
    expect(asked).toEqual([['empty', {}]]);
  });
  it('empties what came from one repository by its key', async () => {
    open('/admin/trash-can?repo=files');
    await userEvent.click(await screen.findByRole('button', { name: 'Delete all of files for good' }));
    const dialog = await screen.findByRole('dialog');
    await userEvent.type(within(dialog).getByRole('textbox'), 'files');
    await userEvent.click(within(dialog).getByRole('button', { name: 'Delete for good' }));
    await waitFor(() => expect(asked).toEqual([['empty', { repoKey: 'files' }]]));
  });
  it('names the repositories that lose something, and shows how far the emptying is', async () => {
    let runs: TrashRun[] = [];
    const run = { id: 1, kind: 'empty' as const, requestedBy: 'admin', startedAt: '2026-01-01T00:00:00Z', total: 2000, files: 500, bytes: 5 };
    server.use(
      answers(listTrashRuns, () => ({ items: runs })),
      answers(emptyTrash, () => {
        runs = [{ ...run, status: 'running' }];
        return { files: 2000, run: 1 };
      }),
    );
    open();
    await waitFor(() => expect(screen.getByRole('button', { name: 'Empty trash can' })).toBeEnabled());
    await userEvent.click(screen.getByRole('button', { name: 'Empty trash can' }));
    const dialog = await screen.findByRole('dialog');
    expect(
      within(dialog)
        .getAllByRole('listitem')
        .map((item) => item.textContent),
    ).toEqual(['files 2 files, 2.0 kB', 'other 1 file, 1.0 kB']);
    await userEvent.type(within(dialog).getByRole('textbox'), 'auto-trashcan');
    await userEvent.click(within(dialog).getByRole('button', { name: 'Delete for good' }));
    expect(await screen.findByText(/500 of 2,000 files are gone/)).toBeVisible();
    expect(screen.getByRole('progressbar')).toHaveAttribute('value', '500');
    runs = [{ ...run, status: 'finished', finishedAt: '2026-01-01T00:01:00Z', files: 2000 }];
    expect(await screen.findByText(/Last emptied: 2,000 files/)).toBeVisible();
  });
  it('says how long deleted files stay, and lets administrators change it', async () => {
    const sent: unknown[] = [];
    server.use(
      answers(changeTrashSettings, ({ body }) => {
        sent.push(body);
        return body as { keepDays: number };
      }),
    );
    open();
    expect(await screen.findByText(/stay for 14 days/)).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Change' }));
    const field = await screen.findByLabelText('After so many days');
    await userEvent.clear(field);
    await userEvent.type(field, '0');
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    expect((await screen.findAllByText('Enter a whole number from 1 to 3650'))[0]).toBeVisible();
    await userEvent.clear(field);
    await userEvent.type(field, '30');
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('The settings of the trash can are saved')).toBeVisible();
    expect(sent).toEqual([{ keepDays: 30 }]);
  });
  it('shows others why they see nothing', async () => {
    open('/admin/trash-can', { administrator: false });
    expect(await screen.findByRole('heading', { name: 'Trash can' })).toBeVisible();
    expect(screen.queryByRole('table')).toBeNull();
  });
});
