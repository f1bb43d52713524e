import {
  artifactDetails,
  browseTree,
  calculateDebianCoordinates,
  deleteArtifact,
  readIndexRun,
  recalculateIndex,
  restoreArtifact,
  setProperties,
  type TreeNode,
} from '@packhouse/contract/repositories/artifact-routes.ts';
import { listEvidence } from '@packhouse/contract/repositories/evidence-routes.ts';
import { answers, on, refuse, refuses, tell } from '@packhouse/testkit/console/answers.ts';
import { prepareConsole, renderArea, server } from '@packhouse/testkit/console/render-area.tsx';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it, vi } from 'vitest';
import type { Details } from '../item-details.ts';
import { treeScreens } from './tree-screens.ts';

prepareConsole();

const at = '2026-01-01T00:00:00Z';
const node = (kind: TreeNode['kind'], repoKey: string, path: string): TreeNode => ({
  kind,
  repoKey,
  path,
  name: path.split('/').at(-1) || repoKey,
  ...(kind === 'repository' ? { class: 'local', format: 'generic' } : {}),
});
const details: Details = {
  repoKey: 'files',
  path: 'team/a.txt',
  name: 'a.txt',
  type: 'file',
  kind: 'artifact',
  class: 'local',
  format: 'generic',
  createdAt: at,
  createdBy: 'ann',
  modifiedAt: at,
  modifiedBy: 'ann',
  size: 5,
  mediaType: 'text/plain',
  checksums: { sha256: 'a'.repeat(64), sha1: 'b'.repeat(40), md5: 'c'.repeat(32) },
  downloads: 3,
  url: 'https://packages.example.test/artifactory/files/team/a.txt',
  nativeUrl: 'https://packages.example.test/artifactory/files/team/',
  properties: { stage: ['qa'] },
  belongsTo: { package: 'team', version: '1.0.0' },
  sharedWith: [{ repoKey: 'other', path: 'copy.txt', belongsTo: null }],
  allowed: { annotate: true, deploy: true, delete: true, manage: false },
  marks: { favourite: false, watched: false },
};

beforeEach(() => {
  sessionStorage.clear();
  // Without a layout nothing would be in sight of the virtual list.
  vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(600);
  vi.spyOn(Element.prototype, 'clientWidth', 'get').mockReturnValue(400);
  server.use(
    answers(browseTree, ({ body }) => {
      const { repoKey, path = '' } = body as { repoKey?: string; path?: string };
      if (repoKey === undefined) return { items: [node('repository', 'files', ''), node('trash', 'auto-trashcan', '')] };
      return { items: path === '' ? [node('folder', 'files', 'team')] : [node('file', 'files', 'team/a.txt')] };
    }),
    answers(listEvidence, { items: [], attachable: false }),
    answers(artifactDetails, details),
    answers(readIndexRun, {}),
  );
});

it('ARTI-002 opens the tree at the place in the address and shows its details', async () => {
  renderArea(treeScreens, '/repos/tree/files/team/a.txt');
  expect(await screen.findByRole('heading', { name: 'a.txt' })).toBeVisible();
  expect(await screen.findByRole('row', { name: /a\.txt/ })).toHaveAttribute('aria-selected', 'true');
  expect(screen.getByRole('link', { name: 'team 1.0.0' })).toHaveAttribute('href', '/packages/generic%3A%2F%2Fteam/1.0.0');
  expect(screen.getByRole('link', { name: 'other/copy.txt' })).toHaveAttribute('href', '/repos/tree/other/copy.txt');
  expect(document.title).toContain('Artifacts');
});

it('UX-003 walks the tree by keyboard', async () => {
  const router = renderArea(treeScreens, '/repos/tree');
  const tree = await screen.findByRole('treegrid', { name: 'Repository tree' });
  await screen.findByRole('row', { name: /files/ });
  tree.focus();
  await userEvent.keyboard('{ArrowRight}');
  await screen.findByRole('row', { name: /team/ });
  await userEvent.keyboard('{ArrowDown}{Enter}');
  expect(router.state.location.pathname).toBe('/repos/tree/files/team');
});

it('ARTI-005 deletes at once and ARTI-010 takes it back on request', async () => {
  const done: string[] = [];
  server.use(
    answers(deleteArtifact, () => {
      done.push('deleted');
      return { files: 1 };
    }),
    answers(restoreArtifact, () => {
      done.push('restored');
      return { files: 1 };
    }),
  );
  const router = renderArea(treeScreens, '/repos/tree/files/team/a.txt');
  await userEvent.click(await screen.findByRole('button', { name: 'Actions' }));
  await userEvent.click(screen.getByRole('menuitem', { name: /Delete/ }));
  await waitFor(() => expect(router.state.location.pathname).toBe('/repos/tree/files/team'));
  await userEvent.click(await screen.findByRole('button', { name: 'Undo' }));
  await waitFor(() => expect(done).toEqual(['deleted', 'restored']));
});

it.each([
  ['an administrator where webhooks run', true, [], { event: '1' }, 1],
  ['one who keeps webhooks', false, ['webhooks'], { event: '1' }, 1],
  ['nobody else', false, ['watches'], { event: '1' }, 0],
  ['nobody where none run', true, [], {}, 0],
])('leads %s to those who were told of a file', async (_, administrator, duties, services, count) => {
  const router = renderArea(treeScreens, '/repos/tree/files/team/a.txt', { administrator, duties, services });
  await userEvent.click(await screen.findByRole('button', { name: 'Actions' }));
  const lines = screen.queryAllByRole('menuitem', { name: 'Who was told of this?' });
  expect(lines).toHaveLength(count);
  if (!lines[0]) return;
  await userEvent.click(lines[0]);
  const { pathname, search } = router.state.location;
  expect(pathname + search).toBe('/admin/configuration/webhooks/deliveries?search=files%2Fteam%2Fa.txt');
});

it('goes to the folder that is left when a folder goes with its last file', async () => {
  server.use(
    answers(deleteArtifact, { files: 1 }),
    on(artifactDetails, ({ query }) =>
      ['team/a.txt', ''].includes(query.get('path') ?? '') ? tell({ ...details, path: query.get('path') ?? '' }) : refuse('artifact_not_found'),
    ),
  );
  const router = renderArea(treeScreens, '/repos/tree/files/team/a.txt');
  await userEvent.click(await screen.findByRole('button', { name: 'Actions' }));
  await userEvent.click(screen.getByRole('menuitem', { name: /Delete/ }));
  await waitFor(() => expect(router.state.location.pathname).toBe('/repos/tree/files'));
});

it('ARTI-014 recalculates the index of a repository', async () => {
  const asked: unknown[] = [];
  const root: Details = { ...details, path: '', name: '', type: 'folder', format: 'npm', allowed: { ...details.allowed, manage: true } };
  server.use(
    answers(artifactDetails, root),
    answers(recalculateIndex, ({ body }) => {
      asked.push(body);
      return { queued: true };
    }),
  );
  renderArea(treeScreens, '/repos/tree/files');
  await userEvent.click(await screen.findByRole('button', { name: 'Actions' }));
  await userEvent.click(screen.getByRole('menuitem', { name: 'Recalculate index' }));
  expect(await screen.findByText('The index will be read anew')).toBeVisible();
  expect(asked).toEqual([{ repoKey: 'files' }]);
});

const indexRun = { requestedBy: 'ada', requestedAt: '2026-01-02T03:04:05.000Z', total: 10_000, done: 2500 };
it.each([
  ['waiting', {}, 'The index is about to be read anew.'],
  ['running', {}, /2,500 of 10,000 files/],
  ['failed', { message: 'The disk is full' }, /stopped after 2,500 of 10,000 files: The disk is full/],
  ['finished', { done: 10_000, finishedAt: '2026-01-02T03:05:05.000Z' }, /Index read anew from 10,000 files/],
] as const)('ARTI-014 shows a recalculation that is %s, and how far it has got', async (status, more, text) => {
  const root: Details = { ...details, path: '', name: '', type: 'folder', format: 'npm', allowed: { ...details.allowed, manage: true } };
  server.use(answers(artifactDetails, root), answers(readIndexRun, { run: { ...indexRun, status, ...more } }));
  renderArea(treeScreens, '/repos/tree/files');
  expect(await screen.findByText(text)).toBeVisible();
  expect(screen.queryAllByRole('progressbar', { name: 'Files read' })).toHaveLength(status === 'running' ? 1 : 0);
});

it('ARTI-015 sets the coordinates of a Debian package, and says which are missing', async () => {
  const asked: unknown[] = [];
  const place = { repoKey: 'files', path: 'pool/tool_1.0_arm64.deb' };
  server.use(
    answers(artifactDetails, { ...details, ...place, name: 'tool_1.0_arm64.deb', format: 'debian', properties: {} }),
    answers(calculateDebianCoordinates, ({ body }) => {
      asked.push(body);
      return { files: 1 };
    }),
  );
  renderArea(treeScreens, '/repos/tree/files/pool/tool_1.0_arm64.deb');
  await userEvent.click(await screen.findByRole('button', { name: 'Actions' }));
  await userEvent.click(screen.getByRole('menuitem', { name: 'Calculate Debian coordinates…' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Save' }));
  expect((await screen.findAllByText('Enter at least one'))[0]).toBeVisible();
  expect(asked).toEqual([]);
  await userEvent.type(screen.getByRole('textbox', { name: 'Distributions' }), 'bookworm, trixie');
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('The Debian coordinates are set')).toBeVisible();
  expect(asked).toEqual([{ ...place, distributions: ['bookworm', 'trixie'], components: ['main'], architectures: ['arm64'] }]);
});

it('ARTI-023 opens the plain listing of the folder', async () => {
  const opened = vi.spyOn(window, 'open').mockReturnValue(null);
  renderArea(treeScreens, '/repos/tree/files/team/a.txt');
  await userEvent.click(await screen.findByRole('button', { name: 'Actions' }));
  await userEvent.click(screen.getByRole('menuitem', { name: 'Native browser' }));
  expect(opened).toHaveBeenCalledWith(details.nativeUrl, '_blank', 'noopener');
});

it('ARTI-024 reloads the children of a folder', async () => {
  const folder: Details = { ...details, path: 'team', name: 'team', type: 'folder' };
  server.use(answers(artifactDetails, ({ query }) => (query.get('path') === 'team' ? folder : details)));
  const router = renderArea(treeScreens, '/repos/tree/files/team/a.txt');
  await screen.findByRole('row', { name: /a\.txt/ });
  await router.navigate('/repos/tree/files/team');
  await screen.findByRole('heading', { name: 'team' });
  server.use(answers(browseTree, { items: [node('file', 'files', 'team/a.txt'), node('file', 'files', 'team/new.txt')] }));
  await userEvent.click(await screen.findByRole('button', { name: 'Actions' }));
  await userEvent.click(screen.getByRole('menuitem', { name: 'Refresh' }));
  expect(await screen.findByRole('row', { name: /new\.txt/ })).toBeVisible();
});

it('ARTI-027 keeps refused actions in sight with their reason', async () => {
  server.use(answers(artifactDetails, { ...details, allowed: { annotate: false, deploy: false, delete: false, manage: false } }));
  renderArea(treeScreens, '/repos/tree/files/team/a.txt', { administrator: false });
  expect(await screen.findByRole('button', { name: 'Add property' })).toHaveAttribute('aria-disabled', 'true');
  await userEvent.click(screen.getByRole('button', { name: 'Actions' }));
  expect(screen.getByRole('menuitem', { name: /Delete/ })).toHaveAttribute('aria-disabled', 'true');
});

it('sets properties, several values at once', async () => {
  let body: unknown;
  server.use(
    answers(setProperties, (asked) => {
      body = asked.body;
      return { files: 1 };
    }),
  );
  renderArea(treeScreens, '/repos/tree/files/team/a.txt');
  await userEvent.click(await screen.findByRole('button', { name: 'Add property' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Save' }));
  expect((await screen.findAllByText('Name the property'))[0]).toBeVisible();
  expect(screen.getAllByText('Enter at least one')[0]).toBeVisible();
  await userEvent.type(screen.getByRole('textbox', { name: 'Property' }), 'owner');
  await userEvent.type(screen.getByRole('textbox', { name: 'Values' }), 'ann, bob');
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(body).toMatchObject({ repoKey: 'files', path: 'team/a.txt', set: { owner: ['ann', 'bob'] } }));
});

it('UX-004 says when a place is not there', async () => {
  server.use(refuses(artifactDetails, 'artifact_not_found'));
  renderArea(treeScreens, '/repos/tree/files/team/gone.txt');
  expect(await screen.findByText('Nothing is stored at this path')).toBeVisible();
});
