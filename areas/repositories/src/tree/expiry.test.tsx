import { artifactDetails, browseTree, setProperties } from '@packhouse/contract/repositories/artifact-routes.ts';
import { listEvidence } from '@packhouse/contract/repositories/evidence-routes.ts';
import { answers, refuses } from '@packhouse/testkit/console/answers.ts';
import { prepareConsole, renderArea, server } from '@packhouse/testkit/console/render-area.tsx';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it, vi } from 'vitest';
import type { Details } from '../item-details.ts';
import { treeScreens } from './tree-screens.ts';

prepareConsole();

const at = '2026-01-01T00:00:00Z';
const expired: Details = {
  repoKey: 'files',
  path: 'a.txt',
  name: 'a.txt',
  type: 'file',
  kind: 'artifact',
  class: 'local',
  format: 'generic',
  createdAt: at,
  createdBy: 'ann',
  modifiedAt: at,
  modifiedBy: 'ann',
  expiresAt: '2026-01-02T00:00:00Z',
  url: 'https://packages.example.test/artifactory/files/a.txt',
  nativeUrl: 'https://packages.example.test/artifactory/files/',
  properties: { 'artifact.expires': ['2026-01-02'] },
  belongsTo: null,
  sharedWith: [],
  allowed: { annotate: true, deploy: true, delete: true, manage: true },
  marks: { favourite: false, watched: false },
};
const asked: unknown[] = [];

beforeEach(() => {
  asked.length = 0;
  sessionStorage.clear();
  vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(600);
  vi.spyOn(Element.prototype, 'clientWidth', 'get').mockReturnValue(400);
  server.use(
    answers(browseTree, { items: [{ kind: 'file', repoKey: 'files', path: 'a.txt', name: 'a.txt', expiresAt: '2026-01-02T00:00:00Z' }] }),
    answers(listEvidence, { items: [], attachable: false }),
    answers(artifactDetails, expired),
    answers(setProperties, ({ body }) => {
      asked.push(body);
      return { files: 1 };
    }),
  );
});

async function openDialog(): Promise<void> {
  renderArea(treeScreens, '/repos/tree/files/a.txt');
  await userEvent.click(await screen.findByRole('button', { name: 'Actions' }));
  await userEvent.click(screen.getByRole('menuitem', { name: 'Expiry date…' }));
}

it('ARTI-028 says that an artifact has expired, and downloads nothing', async () => {
  const assign = vi.fn();
  vi.stubGlobal('location', { ...window.location, assign });
  renderArea(treeScreens, '/repos/tree/files/a.txt');
  expect(await screen.findByText('This artifact has expired and cannot be downloaded.')).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Download' }));
  expect(await screen.findByText('Cannot download expired artifact')).toBeVisible();
  expect(assign).not.toHaveBeenCalled();
  vi.unstubAllGlobals();
});

it('ARTI-028 sets another date, says when it is missing, and takes the date away', async () => {
  await openDialog();
  const field = await screen.findByLabelText('Expires');
  await userEvent.clear(field);
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  expect((await screen.findAllByText('Enter a date and a time'))[0]).toBeVisible();
  await userEvent.type(field, '2030-05-06T07:08');
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('The expiry date is set')).toBeVisible();
  await userEvent.click(await screen.findByRole('button', { name: 'Actions' }));
  await userEvent.click(screen.getByRole('menuitem', { name: 'Expiry date…' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Remove the date' }));
  expect(await screen.findByText('It does not expire any more')).toBeVisible();
  const place = { repoKey: 'files', path: 'a.txt' };
  expect(asked).toEqual([
    { ...place, set: { 'artifact.expires': [new Date('2030-05-06T07:08').toISOString()] } },
    { ...place, remove: ['artifact.expires'] },
  ]);
});

it('ARTI-028 shows what the server says against a date', async () => {
  server.use(refuses(setProperties, 'forbidden'));
  await openDialog();
  await userEvent.click(await screen.findByRole('button', { name: 'Save' }));
  expect(await screen.findByText('You are not allowed to do this')).toBeVisible();
});
