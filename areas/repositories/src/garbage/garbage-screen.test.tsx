import {
  type BlobReferences,
  type GarbageRun,
  type GarbageState,
  listGarbageRuns,
  readBlobReferences,
  readGarbageState,
  startGarbageRun,
} from '@packhouse/contract/repositories/garbage-routes.ts';
import { answers, refuses } from '@packhouse/testkit/console/answers.ts';
import { prepareConsole, renderArea, server } from '@packhouse/testkit/console/render-area.tsx';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it } from 'vitest';
import { garbageScreens } from './garbage-screens.ts';

prepareConsole();

const megabyte = 1_000_000;
const address = '/admin/monitoring/garbage-collection';
const state: GarbageState = {
  condemned: { contents: 5, bytes: 5 * megabyte },
  due: { contents: 2, bytes: 2 * megabyte },
  freed: { contents: 40, bytes: 90 * megabyte },
  graceHours: 24,
};
const run: GarbageRun = {
  id: 7,
  status: 'finished',
  dryRun: false,
  requestedBy: 'schedule',
  startedAt: '2026-11-27T03:15:00.000Z',
  finishedAt: '2026-11-27T03:16:00.000Z',
  examined: 1200,
  condemned: 3,
  condemnedBytes: 3 * megabyte,
  spared: 1,
  freed: 4,
  freedBytes: 4 * megabyte,
  staging: 0,
};
const sha256 = 'ab'.repeat(32);
const content: BlobReferences = {
  sha256,
  size: 2 * megabyte,
  references: [
    { kind: 'artifact', repositoryKey: 'libs', path: 'org/tool 1.jar' },
    { kind: 'trash', repositoryKey: 'libs', path: 'org/tool-0.jar' },
  ],
};

beforeEach(() => server.use(answers(readGarbageState, state), answers(listGarbageRuns, { items: [run] })));

it('LEAD-004 tells what is on its way out, and what each collection did', async () => {
  renderArea(garbageScreens, address);
  const figure = (await screen.findByText('Freed by the next collection')).closest('div')!;
  expect(figure).toHaveTextContent('2.0 MB');
  expect(figure).toHaveTextContent('2 contents');
  const row = (await screen.findByText('4 (4.0 MB)')).closest('tr')!;
  for (const text of ['Finished', '3 (3.0 MB)', '1,200', 'Schedule']) expect(within(row).getByText(text)).toBeVisible();
});

it('LEAD-004 says before a collection how much it frees for good, and tries out what it would do', async () => {
  const asked: unknown[] = [];
  server.use(
    answers(startGarbageRun, ({ body }) => {
      asked.push(body);
      return { ...run, id: 8, status: 'waiting' as const, requestedBy: 'admin' };
    }),
  );
  renderArea(garbageScreens, address);
  await userEvent.click(await screen.findByRole('button', { name: 'Dry run' }));
  expect(await screen.findByText(/It marks and frees nothing/)).toBeVisible();
  await screen.findByText('Freed by the next collection');
  await userEvent.click(screen.getByRole('button', { name: 'Collect garbage' }));
  const dialog = await screen.findByRole('dialog');
  expect(dialog).toHaveTextContent('2.0 MB are freed for good: 2 contents that nothing has referred to for 24 hours or more.');
  expect(asked).toEqual([{ dryRun: true }]);
  await userEvent.click(within(dialog).getByRole('button', { name: 'Collect garbage' }));
  expect(await screen.findByText('The garbage collection has been started')).toBeVisible();
  expect(asked).toEqual([{ dryRun: true }, { dryRun: false }]);
});

it('LEAD-004 tells what keeps a content, when it goes, and what is no content', async () => {
  let found = content;
  server.use(answers(readBlobReferences, () => found));
  const router = renderArea(garbageScreens, `${address}?content=SHA256:${sha256.toUpperCase()}`);
  expect(await screen.findByRole('link', { name: 'libs/org/tool 1.jar' })).toHaveAttribute('href', '/repos/tree/libs/org/tool%201.jar');
  expect(screen.getByRole('link', { name: 'libs/org/tool-0.jar' })).toHaveAttribute('href', '/admin/trash-can?search=org%2Ftool-0.jar');
  const field = screen.getByLabelText(/^SHA-256 of a content/);
  await userEvent.clear(field);
  await userEvent.type(field, 'abc');
  expect(screen.getByText(/A SHA-256 has 64 digits/)).toBeVisible();
  expect(screen.queryByRole('link', { name: 'libs/org/tool 1.jar' })).toBeNull();
  found = { ...content, references: [], condemnedAt: '2026-11-27T03:15:00.000Z' };
  await userEvent.clear(field);
  await userEvent.click(field);
  await userEvent.paste('cd'.repeat(32));
  expect(await screen.findByText(/It is freed by the first collection after Nov 28, 2026/)).toBeVisible();
  expect(router.state.location.search).toBe(`?content=${'cd'.repeat(32)}`);
  server.use(refuses(readBlobReferences, 'not_found'));
  await userEvent.clear(field);
  await userEvent.click(field);
  await userEvent.paste('ef'.repeat(32));
  expect(await screen.findByText(/There is nothing here/)).toBeVisible();
});

it('LEAD-004 invites to a dry run where nothing ran yet, and frees nothing that was not marked for a day', async () => {
  server.use(answers(listGarbageRuns, { items: [] }), answers(readGarbageState, { ...state, due: { contents: 0, bytes: 0 } }));
  renderArea(garbageScreens, address);
  expect(await screen.findByText('No collection has run yet')).toBeVisible();
  await screen.findByText('Freed by the next collection');
  await userEvent.click(screen.getByRole('button', { name: 'Collect garbage' }));
  expect(await screen.findByRole('dialog')).toHaveTextContent('Nothing is freed by this one');
});
