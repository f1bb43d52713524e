import { onQuota } from '@packhouse/console-kit/calls/calls.ts';
import { artifactDetails, browseTree } from '@packhouse/contract/repositories/artifact-routes.ts';
import { listEvidence } from '@packhouse/contract/repositories/evidence-routes.ts';
import { askForTransfer } from '@packhouse/contract/repositories/transfer-routes.ts';
import { answers, refuses } from '@packhouse/testkit/console/answers.ts';
import { prepareConsole, renderArea, server } from '@packhouse/testkit/console/render-area.tsx';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Details } from '../item-details.ts';
import { treeScreens } from './tree-screens.ts';

prepareConsole();

const at = '2026-01-01T00:00:00Z';
const file: Details = {
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
  belongsTo: null,
  sharedWith: [],
  properties: {},
  url: 'https://packages.example.test/artifactory/files/a.txt',
  nativeUrl: 'https://packages.example.test/artifactory/files/',
  allowed: { annotate: true, deploy: true, delete: true, manage: true },
  marks: { favourite: false, watched: false },
};
const assign = vi.fn();

beforeEach(() => {
  assign.mockClear();
  vi.stubGlobal('location', { ...window.location, assign });
  server.use(
    answers(browseTree, { items: [{ kind: 'file', repoKey: 'files', path: 'a.txt', name: 'a.txt' }] }),
    answers(artifactDetails, file),
    answers(listEvidence, { items: [], attachable: false }),
  );
});
afterEach(() => vi.unstubAllGlobals());

async function press(): Promise<void> {
  renderArea(treeScreens, '/repos/tree/files/a.txt');
  await userEvent.click(await screen.findByRole('button', { name: 'Download' }));
}

it('sends the browser to the file', async () => {
  server.use(answers(askForTransfer, undefined));
  await press();
  await expect.poll(() => assign.mock.calls).toEqual([['/ui/api/v1/ui/download?repoKey=files&path=a.txt']]);
});

it('SHELL-104 tells the shell that the data transfer of the month is used up, and stays where it is', async () => {
  const said: string[] = [];
  const stop = onQuota(({ code }) => said.push(code));
  server.use(refuses(askForTransfer, 'transfer_quota_exceeded'));
  await press();
  await expect.poll(() => said).toEqual(['transfer_quota_exceeded']);
  expect(assign).not.toHaveBeenCalled();
  // Nobody else says it a second time.
  expect(screen.queryByRole('alert')).toBeNull();
  stop();
});
