import { AppError } from '@packhouse/contract/errors.ts';
import { kernelWords } from '@packhouse/contract/kernel-words.ts';
import { type ArchivedFile, deleteArchived, listArchived, restoreArchived, sumArchived } from '@packhouse/contract/repositories/archive-routes.ts';
import { answers, refuses } from '@packhouse/testkit/console/answers.ts';
import { prepareConsole, renderArea, server } from '@packhouse/testkit/console/render-area.tsx';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it } from 'vitest';
import { archiveScreens } from './archive-screens.ts';

prepareConsole();

const file = (id: number, repoKey: string, path: string, more: Partial<ArchivedFile> = {}): ArchivedFile => ({
  id,
  repoKey,
  path,
  name: path.slice(path.lastIndexOf('/') + 1),
  format: 'generic',
  package: null,
  version: null,
  size: 1000,
  sha256: 'a'.repeat(64),
  archivedAt: '2026-01-01T00:00:00Z',
  archivedBy: 'retention:old files',
  ...more,
});

let there: ArchivedFile[] = [];
let asked: unknown[] = [];

beforeEach(() => {
  asked = [];
  there = [
    file(3, 'java', 'org/acme/tool-1.0.jar', { format: 'maven', package: 'org.acme:tool', version: '1.0' }),
    file(2, 'files', 'logs/b.txt'),
    file(1, 'lost', 'old/c.txt', { format: null }),
  ];
  const take =
    (name: string) =>
    ({ body }: { body: unknown }) => {
      const { repoKey, paths } = body as { repoKey: string; paths: string[] };
      asked.push([name, repoKey, paths]);
      const before = there.length;
      there = there.filter((one) => one.repoKey !== repoKey || !paths.includes(one.path));
      return { files: before - there.length, left: [] };
    };
  server.use(
    answers(listArchived, ({ body }) => {
      const { name = '', filters: { repositories } = {} } = body as { name?: string; filters?: { repositories?: string[] } };
      const items = there.filter((one) => one.path.includes(name) && (repositories === undefined || repositories.includes(one.repoKey)));
      return { items, next: null, unused: [] };
    }),
    answers(sumArchived, () => ({
      repositories: 7,
      files: there.length,
      bytes: there.length * 1000,
      most: there.map(({ repoKey, format, size }) => ({ repoKey, format, files: 1, bytes: size })),
    })),
    answers(restoreArchived, take('restore')),
    answers(deleteArchived, take('delete')),
  );
});

const open = (query = '', session = {}) => renderArea(archiveScreens, `/artifactoryRetention/search${query}`, session);
const findRow = async (name: string) => (await screen.findByText(name)).closest('tr')!;
const choose = async (row: HTMLElement, action: string) => {
  await userEvent.click(within(row).getByRole('button', { name: /actions/i }));
  await userEvent.click(await screen.findByRole('menuitem', { name: new RegExp(action) }));
};

it('SRCH-040 SRCH-042 lists what retention put away, and keeps what is searched for in the address', async () => {
  const router = open();
  expect(within(await findRow('tool-1.0.jar')).getByText('org.acme:tool 1.0')).toBeVisible();
  await userEvent.type(screen.getByRole('searchbox', { name: 'Search for names' }), 'tool');
  await waitFor(() => expect(screen.queryByText('b.txt')).toBeNull());
  expect(router.state.location.search).toBe('?query=tool');
  expect(document.title).toContain('Archive: tool');
  await userEvent.type(screen.getByRole('searchbox', { name: 'Search for names' }), 'x');
  await userEvent.click(await screen.findByRole('button', { name: 'Clear filters' }));
  expect(await screen.findByText('b.txt')).toBeVisible();
});

it('sums up for administrators how much is there, and leads to what is there of a repository', async () => {
  const router = open();
  const sums = within(await screen.findByRole('region', { name: 'In the archive' }));
  expect(sums.getByText('3 files, 3.0 kB, of 7 repositories')).toBeVisible();
  expect(sums.getByText('and 4 more repositories')).toBeVisible();
  await userEvent.click(sums.getByRole('link', { name: /files/ }));
  expect(router.state.location.search).toBe('?query=repo%3Afiles');
  await waitFor(() => expect(screen.queryByText('tool-1.0.jar')).toBeNull());
  expect(screen.getByText('b.txt')).toBeVisible();
});

it('shows others no sums, and an empty archive what would fill it', async () => {
  there = [];
  open('', { administrator: false });
  expect(await screen.findByText('The archive is empty')).toBeVisible();
  expect(screen.queryByRole('link', { name: 'Retention policies' })).toBeNull();
  expect(screen.queryByRole('region', { name: 'In the archive' })).toBeNull();
});

it('brings a file back and leads to it; where the repository is gone, it says so', async () => {
  open();
  await choose(await findRow('b.txt'), 'Restore');
  expect(await screen.findByText('1 file restored')).toBeVisible();
  expect(asked).toEqual([['restore', 'files', ['logs/b.txt']]]);
  await waitFor(() => expect(screen.queryByText('b.txt')).toBeNull());
  expect(await screen.findByText('2 files, 2.0 kB, of 7 repositories')).toBeVisible();
  await userEvent.click(within(await findRow('c.txt')).getByRole('button', { name: /actions/i }));
  expect(await screen.findByRole('menuitem', { name: /Restore/ })).toHaveAttribute('aria-disabled', 'true');
});

it('deletes chosen files for good after a question, in a call for each repository', async () => {
  open();
  await findRow('b.txt');
  for (const box of screen.getAllByRole('checkbox').slice(1, 3)) await userEvent.click(box);
  await userEvent.click(screen.getByRole('button', { name: 'Delete for good' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Delete 2 files for good?' }));
  expect(dialog.getByText('java/org/acme/tool-1.0.jar')).toBeVisible();
  await userEvent.click(dialog.getByRole('button', { name: 'Delete for good' }));
  expect(await screen.findByText('2 files deleted')).toBeVisible();
  expect(asked).toEqual([
    ['delete', 'java', ['org/acme/tool-1.0.jar']],
    ['delete', 'files', ['logs/b.txt']],
  ]);
});

it('says of each file why it could not be deleted, and tries again', async () => {
  server.use(refuses(deleteArchived, new AppError(kernelWords.action_needed, { action: 'manage', name: 'libs' })));
  open();
  await choose(await findRow('b.txt'), 'Delete for good');
  const question = within(await screen.findByRole('dialog', { name: 'Delete 1 file for good?' }));
  await userEvent.click(question.getByRole('button', { name: 'Delete for good' }));
  const result = within(await screen.findByRole('dialog', { name: 'Delete files for good' }));
  expect(result.getByText(/You need 'manage' on libs/)).toBeVisible();
  expect(result.getByText('1 file stayed in the archive')).toBeVisible();
  server.use(
    answers(deleteArchived, () => {
      there = there.slice(0, 1);
      return { files: 1 };
    }),
  );
  await userEvent.click(result.getByRole('button', { name: 'Try these again' }));
  expect(await screen.findByText('1 file deleted')).toBeVisible();
  expect(screen.queryByRole('dialog')).toBeNull();
});

/** So many files, of which each call waits until the test lets it go. */
function serveMany(count: number) {
  there = Array.from({ length: count }, (_, at) => file(count - at, 'files', `logs/${at}.txt`));
  const waiting: (() => void)[] = [];
  server.use(
    answers(sumArchived, { repositories: 1, files: count, bytes: count, most: [] }),
    answers(listArchived, ({ query }) => {
      const [after, limit] = [Number(query.get('after') ?? Number.MAX_SAFE_INTEGER), Number(query.get('limit') ?? 50)];
      const rest = there.filter(({ id }) => id < after);
      return { items: rest.slice(0, limit), next: rest.length > limit ? String(rest[limit - 1]!.id) : null, unused: [] };
    }),
    answers(restoreArchived, async ({ body }) => {
      const { paths } = body as { paths: string[] };
      await new Promise<void>((resolve) => waiting.push(resolve));
      const left = paths.filter((path) => path.endsWith('/3.txt'));
      there = there.filter(({ path }) => !paths.includes(path) || left.includes(path));
      return { files: paths.length - left.length, left: left.map((path) => ({ path, said: { message: 'Something else is there now' } })) };
    }),
  );
  return {
    /** Lets the call go that waits. */
    async next() {
      await waitFor(() => expect(waiting.length).toBeGreaterThan(0));
      waiting.shift()!();
    },
  };
}

it('SRCH-040 restores all that fit a search page by page, shows how far it is, and names what stayed', async () => {
  const { next } = serveMany(60);
  open('?query=repo%3Afiles');
  await userEvent.click(await screen.findByRole('button', { name: 'Restore all that fit' }));
  const question = within(await screen.findByRole('dialog', { name: 'Restore all files that fit repo:files?' }));
  await userEvent.click(question.getByRole('button', { name: 'Restore all that fit' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Restore files' }));
  expect(dialog.getByRole('progressbar', { name: 'Progress' })).toBeVisible();
  await next();
  expect(await dialog.findByText('25 files so far')).toBeVisible();
  await next();
  await next();
  expect(await dialog.findByText('59 files restored')).toBeVisible();
  expect(dialog.getByText('1 file stayed in the archive')).toBeVisible();
  expect(dialog.getByText('files/logs/3.txt')).toBeVisible();
  expect(dialog.getByText('Something else is there now')).toBeVisible();
});

it('SRCH-040 stops after the files that are under way when somebody cancels', async () => {
  const { next } = serveMany(60);
  open('?query=repo%3Afiles');
  await userEvent.click(await screen.findByRole('button', { name: 'Restore all that fit' }));
  await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Restore all that fit' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Restore files' }));
  await userEvent.click(dialog.getByRole('button', { name: 'Cancel' }));
  await next();
  expect(await dialog.findByText(/^24 files restored · cancelled/)).toBeVisible();
  await userEvent.click(dialog.getAllByRole('button', { name: 'Close' }).at(-1)!);
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(there).toHaveLength(36);
});
