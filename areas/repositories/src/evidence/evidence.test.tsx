import { artifactDetails, browseTree, readIndexRun } from '@packhouse/contract/repositories/artifact-routes.ts';
import { deleteEvidence, type Evidence, listEvidence, readEvidence } from '@packhouse/contract/repositories/evidence-routes.ts';
import { answers, on, tell } from '@packhouse/testkit/console/answers.ts';
import { prepareConsole, renderArea, server } from '@packhouse/testkit/console/render-area.tsx';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it, vi } from 'vitest';
import { deepLinks } from '../deep-links/deep-links-screens.ts';
import { treeScreens } from '../tree/tree-screens.ts';

prepareConsole();

const at = '2026-01-01T00:00:00Z';
const piece: Evidence = {
  id: '7',
  downloadPath: 'files/.evidence/aa/provenance-v1-x/envelope.dsse.json',
  name: 'envelope.dsse.json',
  sha256: 'e'.repeat(64),
  predicateType: 'https://slsa.dev/provenance/v1',
  category: 'provenance',
  verdict: 'verified',
  signedBy: 'ci',
  provider: 'ci-tool',
  createdAt: at,
  createdBy: 'ann',
  attachments: [{ name: 'report.txt', sha256: 'f'.repeat(64), type: 'text/plain', downloadPath: 'files/.evidence/aa/provenance-v1-x/report.txt' }],
  deletable: true,
};

beforeEach(() => {
  server.use(
    answers(browseTree, ({ body }) => {
      const { repoKey } = body as { repoKey?: string };
      const root = { kind: 'repository' as const, repoKey: 'files', path: '', name: 'files', class: 'local' as const, format: 'generic' as const };
      return { items: [repoKey === undefined ? root : { kind: 'file' as const, repoKey: 'files', path: 'a.txt', name: 'a.txt' }] };
    }),
    answers(readIndexRun, {}),
    answers(artifactDetails, {
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
      size: 5,
      checksums: { sha256: 'a'.repeat(64), sha1: 'b'.repeat(40), md5: 'c'.repeat(32) },
      url: 'https://packages.example.test/artifactory/files/a.txt',
      nativeUrl: 'https://packages.example.test/artifactory/files/',
      properties: {},
      belongsTo: null,
      sharedWith: [],
      allowed: { annotate: true, deploy: true, delete: true, manage: false },
      marks: { favourite: false, watched: false },
    }),
    answers(listEvidence, {
      items: [piece, { ...piece, id: '6', category: 'nothing known', verdict: 'unknown_key', signedBy: null, deletable: false, attachments: [] }],
      attachable: true,
    }),
  );
});

it('API-004 leads from the address that command lines print to the evidence of a file, with who signed it', async () => {
  // There is no layout here, so nothing to scroll.
  const shown = vi.fn();
  Element.prototype.scrollIntoView = shown;
  renderArea([...deepLinks, ...treeScreens], '/repos/tree/Evidence/files/a.txt?clearFilter=true');
  expect(await screen.findByText('Verified')).toBeVisible();
  expect(screen.getByText('with ci')).toBeVisible();
  expect(screen.getByText('Provenance')).toBeVisible();
  expect(screen.getByText('Unknown key')).toBeVisible();
  expect(screen.getByText('Statement')).toBeVisible();
  expect(shown).toHaveBeenCalled();
});

it('shows what a piece states, for people and word for word', async () => {
  server.use(answers(readEvidence, { statement: '{\n  "predicate": 1\n}', markdown: '# All tests passed', keyIds: ['ci'] }));
  renderArea(treeScreens, '/repos/tree/files/a.txt');
  await userEvent.click(await screen.findByRole('button', { name: 'Read Provenance' }));
  const dialog = await screen.findByRole('dialog', { name: 'Provenance' });
  expect(await within(dialog).findByRole('heading', { name: 'All tests passed' })).toBeVisible();
  expect(within(dialog).getByText(/"predicate": 1/)).toBeVisible();
  expect(within(dialog).getByText('Signed with the trusted key ci')).toBeVisible();
});

it('deletes a piece after asking, and says why another one stays', async () => {
  const deleted: unknown[] = [];
  server.use(
    on(deleteEvidence, ({ params }) => {
      deleted.push(params.id);
      return tell(undefined);
    }),
  );
  renderArea(treeScreens, '/repos/tree/files/a.txt');
  await userEvent.click(await screen.findByRole('button', { name: 'Actions for Statement' }));
  expect(screen.getByRole('menuitem', { name: /Delete…/ })).toHaveAttribute('aria-disabled', 'true');
  await userEvent.keyboard('{Escape}');
  await userEvent.click(screen.getByRole('button', { name: 'Actions for Provenance' }));
  expect(screen.getByRole('menuitem', { name: 'Download report.txt' })).toBeVisible();
  await userEvent.click(screen.getByRole('menuitem', { name: 'Delete…' }));
  await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Delete' }));
  expect(await screen.findByText('The evidence is deleted')).toBeInTheDocument();
  expect(deleted).toEqual(['7']);
});

it('says how evidence is attached where there is none, to those who may', async () => {
  server.use(answers(listEvidence, { items: [], attachable: true }));
  renderArea(treeScreens, '/repos/tree/files/a.txt');
  expect(await screen.findByText(/--subject-repo-path='files\/a\.txt'/)).toBeVisible();
});

it('offers no command to those who may only read', async () => {
  server.use(answers(listEvidence, { items: [], attachable: false }));
  renderArea(treeScreens, '/repos/tree/files/a.txt');
  expect(await screen.findByText('No signed statement is about this content.')).toBeVisible();
  expect(screen.queryByText(/subject-repo-path/)).not.toBeInTheDocument();
});
