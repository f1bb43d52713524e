import { AppError } from '@packhouse/contract/errors.ts';
import { kernelWords } from '@packhouse/contract/kernel-words.ts';
import { artifactDetails, browseTree, type TreeNode } from '@packhouse/contract/repositories/artifact-routes.ts';
import { listEvidence } from '@packhouse/contract/repositories/evidence-routes.ts';
import { type ArtifactAlert, getArtifactAlert, ignoreAlert, unignoreAlert } from '@packhouse/contract/scanning/scanning-ignore-routes.ts';
import { answers, refuses } from '@packhouse/testkit/console/answers.ts';
import { prepareConsole, renderArea, server } from '@packhouse/testkit/console/render-area.tsx';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Details } from '../item-details.ts';
import { treeScreens } from '../tree/tree-screens.ts';

prepareConsole();

const at = '2026-01-01T00:00:00Z';
const path = 'app/-/app-1.0.0.tgz';
const details: Details = {
  repoKey: 'js',
  path,
  name: 'app-1.0.0.tgz',
  type: 'file',
  kind: 'artifact',
  class: 'local',
  format: 'npm',
  createdAt: at,
  createdBy: 'ann',
  modifiedAt: at,
  modifiedBy: 'ann',
  url: 'https://packages.example.test/artifactory/js/app/-/app-1.0.0.tgz',
  nativeUrl: 'https://packages.example.test/artifactory/js/app/-/',
  properties: {},
  belongsTo: { package: 'app', version: '1.0.0' },
  sharedWith: [],
  allowed: { annotate: true, deploy: true, delete: true, manage: true },
  marks: { favourite: false, watched: false },
};
const finding = (id: string, severity: 'Critical' | 'High') => ({ id, severity, summary: `${id} harms`, ignored: null });
const active: ArtifactAlert = {
  packageId: 'npm://app',
  version: '1.0.0',
  severity: 'Critical',
  active: 2,
  ignored: 0,
  findings: [finding('CVE-2026-1', 'Critical'), finding('CVE-2026-2', 'High')],
  allowed: true,
};
const rule = { id: '6f0a3c2e-7a52-4c55-9a43-0d5a3f6d7c11', author: 'ada', notes: 'Not called', created: at, expires_at: null, own: true };
const ignored: ArtifactAlert = {
  ...active,
  severity: null,
  active: 0,
  ignored: 2,
  findings: [
    { ...finding('CVE-2026-1', 'Critical'), ignored: rule },
    { ...finding('CVE-2026-2', 'High'), ignored: { ...rule, author: 'bob', own: false } },
  ],
};
const scanner = { services: { xray: '1' } } as const;
const address = `/repos/tree/js/${path}`;

let alert: ArtifactAlert | null;
beforeEach(() => {
  sessionStorage.clear();
  // Without a layout nothing would be in sight of the virtual list.
  vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(600);
  vi.spyOn(Element.prototype, 'clientWidth', 'get').mockReturnValue(400);
  alert = active;
  const node = (kind: TreeNode['kind'], place: string): TreeNode => ({ kind, repoKey: 'js', path: place, name: place.split('/').at(-1) || 'js' });
  server.use(
    answers(browseTree, ({ body }) => {
      const { repoKey, path: folder = '' } = body as { repoKey?: string; path?: string };
      if (repoKey === undefined) return { items: [{ ...node('repository', ''), class: 'local' as const, format: 'npm' as const }] };
      if (folder === '') return { items: [node('folder', 'app')] };
      if (folder === 'app') return { items: [node('folder', 'app/-')] };
      return { items: [{ ...node('file', path), ...(alert?.severity ? { alert: alert.severity } : {}) }] };
    }),
    answers(listEvidence, { items: [], attachable: false }),
    answers(artifactDetails, details),
    answers(getArtifactAlert, () => ({ alert })),
  );
});

async function choose(entry: string) {
  await userEvent.click(await screen.findByRole('button', { name: 'Actions' }));
  await userEvent.click(await screen.findByRole('menuitem', { name: entry }));
}

describe('the alert of a file', () => {
  it('ARTI-019 is ignored with a reason and an end, and its mark goes', async () => {
    const asked: unknown[] = [];
    server.use(
      answers(ignoreAlert, ({ body }) => {
        asked.push(body);
        alert = ignored;
        return { id: rule.id, active: 0, ignored: 2 };
      }),
    );
    renderArea(treeScreens, address, scanner);
    expect(await screen.findByRole('link', { name: 'Critical · 2 findings' })).toHaveAttribute('href', '/packages/npm%3A%2F%2Fapp/1.0.0/security');
    expect(within(await screen.findByRole('row', { name: /app-1\.0\.0\.tgz/ })).getByText('Critical')).toBeVisible();
    await choose('Ignore alert…');
    const dialog = await screen.findByRole('dialog', { name: 'Ignore the alert of app-1.0.0.tgz' });
    await userEvent.click(within(dialog).getByRole('checkbox', { name: /CVE-2026-2/ }));
    await userEvent.click(within(dialog).getByRole('button', { name: 'Ignore' }));
    expect((await within(dialog).findAllByText('Say why'))[0]).toBeVisible();
    await userEvent.type(within(dialog).getByLabelText('Reason'), 'Not called');
    await userEvent.type(within(dialog).getByLabelText(/^Until/), '2020-01-01T10:00');
    await userEvent.click(within(dialog).getByRole('button', { name: 'Ignore' }));
    expect((await within(dialog).findAllByText('Choose a moment in the future'))[0]).toBeVisible();
    expect(within(dialog).getByLabelText('Reason')).toHaveValue('Not called');
    await userEvent.clear(within(dialog).getByLabelText(/^Until/));
    await userEvent.type(within(dialog).getByLabelText(/^Until/), '2099-01-01T10:00');
    await userEvent.click(within(dialog).getByRole('button', { name: 'Ignore' }));
    await waitFor(() => expect(screen.queryByRole('link', { name: /Critical ·/ })).toBeNull());
    expect(asked).toEqual([{ repoKey: 'js', path, notes: 'Not called', findings: ['CVE-2026-1'], expires_at: new Date('2099-01-01T10:00').toISOString() }]);
    await waitFor(() => expect(within(screen.getByRole('row', { name: /app-1\.0\.0\.tgz/ })).queryByText('Critical')).toBeNull());
    expect(screen.getByRole('link', { name: '2 findings are ignored' })).toBeVisible();
  });

  it('is ignored whole, with what is found later', async () => {
    const asked: unknown[] = [];
    server.use(
      answers(ignoreAlert, ({ body }) => {
        asked.push(body);
        return { id: rule.id, active: 0, ignored: 2 };
      }),
    );
    renderArea(treeScreens, address, scanner);
    await choose('Ignore alert…');
    const dialog = await screen.findByRole('dialog');
    await userEvent.click(within(dialog).getByRole('checkbox', { name: 'All of them, and what is found in it later' }));
    await userEvent.type(within(dialog).getByLabelText('Reason'), 'A test image');
    await userEvent.click(within(dialog).getByRole('button', { name: 'Ignore' }));
    await waitFor(() => expect(asked).toEqual([{ repoKey: 'js', path, notes: 'A test image' }]));
  });

  it('ARTI-020 comes back, as far as no wider rule hides it', async () => {
    alert = ignored;
    const asked: unknown[] = [];
    server.use(
      answers(unignoreAlert, ({ body }) => {
        asked.push(body);
        alert = { ...active, active: 1, ignored: 1 };
        return { active: 1, ignored: 1 };
      }),
    );
    renderArea(treeScreens, address, scanner);
    await choose('Un-ignore alert…');
    const dialog = await screen.findByRole('dialog', { name: 'Show the alert of app-1.0.0.tgz again' });
    expect(within(dialog).getByText('Ignored by ada: Not called')).toBeVisible();
    expect(within(dialog).getByRole('checkbox', { name: /CVE-2026-2/ })).toBeDisabled();
    await userEvent.click(within(dialog).getByRole('button', { name: 'Show again' }));
    expect(await screen.findByRole('link', { name: 'Critical · 1 finding' })).toBeVisible();
    expect(asked).toEqual([{ repoKey: 'js', path, findings: ['CVE-2026-1'] }]);
  });

  it('ARTI-027 stays in sight of those who may not ignore it, with the reason', async () => {
    alert = { ...active, allowed: false };
    renderArea(treeScreens, address, scanner);
    await screen.findByRole('link', { name: /Critical · 2/ });
    await userEvent.click(screen.getByRole('button', { name: 'Actions' }));
    const entry = await screen.findByRole('menuitem', { name: /Ignore alert…/ });
    expect(entry).toHaveAttribute('aria-disabled', 'true');
    expect(entry).toHaveTextContent('Only an administrator, or an administrator of the project it belongs to, can do this');
    await userEvent.click(entry);
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('keeps what was typed when it is refused', async () => {
    server.use(refuses(ignoreAlert, new AppError(kernelWords.administrators_only)));
    renderArea(treeScreens, address, scanner);
    await choose('Ignore alert…');
    const dialog = await screen.findByRole('dialog');
    await userEvent.type(within(dialog).getByLabelText('Reason'), 'Not called');
    await userEvent.click(within(dialog).getByRole('button', { name: 'Ignore' }));
    expect(await within(dialog).findByText('Only an administrator may do this')).toBeVisible();
    expect(within(dialog).getByLabelText('Reason')).toHaveValue('Not called');
  });

  it('is not asked for where nothing scans', async () => {
    const asked = vi.fn(() => ({ alert: null }));
    server.use(answers(getArtifactAlert, asked));
    renderArea(treeScreens, address, { services: {} });
    await userEvent.click(await screen.findByRole('button', { name: 'Actions' }));
    expect(await screen.findByRole('menuitem', { name: 'Watch' })).toBeVisible();
    expect(screen.queryByRole('menuitem', { name: /alert/ })).toBeNull();
    expect(asked).not.toHaveBeenCalled();
  });
});
