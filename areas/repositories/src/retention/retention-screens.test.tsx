import { listRepositories } from '@packhouse/contract/repositories/repository-routes.ts';
import * as contract from '@packhouse/contract/repositories/retention-routes.ts';
import { availablePackages, listProjects } from '@packhouse/contract/shell/shell-routes.ts';
import { answers, refuses } from '@packhouse/testkit/console/answers.ts';
import { prepareConsole, renderArea, server } from '@packhouse/testkit/console/render-area.tsx';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { retentionScreens } from './retention-screens.ts';

prepareConsole();

const at = '2026-01-01T00:00:00Z';
const run: contract.RetentionRun = {
  id: 7,
  policyId: 1,
  policyName: 'Old snapshots',
  status: 'finished',
  requestedBy: 'schedule',
  startedAt: at,
  finishedAt: at,
  items: 3,
  files: 5,
  bytes: 2048,
};
const policy: contract.RetentionPolicy = {
  id: 1,
  ...contract.RetentionPolicyInput.parse({ name: 'Old snapshots', every: 'day', repositoryKeys: ['npm-local'], olderThanDays: 30, keepVersions: 5 }),
  modifiedAt: at,
  modifiedBy: 'admin',
  lastRun: run,
};
const item: contract.RetentionItem = {
  repositoryKey: 'npm-local',
  format: 'npm',
  path: 'tool/-/tool-1.0.0.tgz',
  package: 'tool',
  version: '1.0.0',
  files: 1,
  bytes: 1024,
  storedAt: at,
};

beforeEach(() => {
  server.use(
    answers(contract.listRetentionPolicies, { items: [policy] }),
    answers(contract.listRetentionRuns, { items: [run] }),
    answers(contract.readRetentionPolicy, policy),
    answers(contract.previewRetention, { items: [item], total: 1, files: 1, bytes: 1024, next: null }),
    answers(listRepositories, { items: [], total: 0 }),
    answers(availablePackages, ['npm']),
    answers(listProjects, [{ key: 'web', name: 'Web shop', description: '', administrator: true }]),
  );
});

describe('retention policies', () => {
  it('CORE-009 are listed with what they say and what they did', async () => {
    renderArea(retentionScreens, '/admin/retention');
    expect(await screen.findByRole('link', { name: 'Old snapshots' })).toHaveAttribute('href', '/admin/retention/1');
    expect(screen.getByText('older than 30 days, all but the newest 5 versions')).toBeVisible();
    expect((await screen.findAllByText(/3 items, 2/)).length).toBeGreaterThan(0);
  });

  it('UX-004 say what they are for when there are none, and what failed', async () => {
    server.use(answers(contract.listRetentionPolicies, { items: [] }), answers(contract.listRetentionRuns, { items: [] }));
    renderArea(retentionScreens, '/admin/retention');
    expect(await screen.findByText('No policies yet')).toBeVisible();
    server.use(refuses(contract.readRetentionPolicy, 'not_found'));
    renderArea(retentionScreens, '/admin/retention/9');
    expect(await screen.findByText('There is no such policy')).toBeVisible();
  });

  it('CORE-009 cancel a run that is under way', async () => {
    let cancelled = '';
    const { finishedAt: _, ...open } = run;
    server.use(
      answers(contract.listRetentionRuns, () => ({ items: [{ ...run, id: 9 }, cancelled === '' ? { ...open, status: 'running' as const } : run] })),
      answers(contract.cancelRetentionRun, ({ params }) => {
        cancelled = params.id ?? '';
        return run;
      }),
    );
    renderArea(retentionScreens, '/admin/retention');
    const row = (await screen.findAllByText('Running')).at(-1)!.closest('tr')!;
    await userEvent.click(within(row).getByRole('button', { name: /actions/i }));
    await userEvent.click(await screen.findByRole('menuitem', { name: /Cancel run/ }));
    await waitFor(() => expect(cancelled).toBe(String(run.id)));
    await waitFor(() => expect(screen.queryAllByText('Running')).toEqual([]));
  });

  it('CORE-009 tell how much would go before they run', async () => {
    let started = '';
    server.use(
      answers(contract.runRetentionPolicy, ({ params }) => {
        started = params.id ?? '';
        return { ...run, id: 8, status: 'waiting' as const };
      }),
    );
    renderArea(retentionScreens, '/admin/retention/1');
    await userEvent.click(await screen.findByRole('button', { name: 'Run now' }));
    expect(await screen.findByText(/It takes away 1 item/)).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Run policy' }));
    await waitFor(() => expect(started).toBe('1'));
  });

  it('CORE-009 are previewed while they are written, and refused when they name no reason', async () => {
    const bodies: unknown[] = [];
    server.use(
      answers(contract.createRetentionPolicy, ({ body }) => {
        bodies.push(body);
        return { ...policy, id: 2 };
      }),
    );
    const router = renderArea(retentionScreens, '/admin/retention/new');
    await userEvent.type(await screen.findByRole('textbox', { name: /Name/ }), 'Weekly');
    await userEvent.click(screen.getByRole('button', { name: 'Create policy' }));
    expect((await screen.findAllByText(/Say when something goes/)).length).toBeGreaterThan(0);
    expect(bodies).toEqual([]);
    await userEvent.type(screen.getByRole('textbox', { name: /Stored more than/ }), '30');
    expect(await screen.findByText('tool 1.0.0')).toBeVisible();
    await userEvent.type(screen.getByRole('textbox', { name: /Stays with any/ }), 'keep=yes');
    await userEvent.click(screen.getByRole('button', { name: 'Create policy' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/admin/retention/2'));
    expect(bodies).toMatchObject([{ name: 'Weekly', olderThanDays: 30, keepProperties: [{ key: 'keep', value: 'yes' }] }]);
  });

  it('CORE-009 keep what a client said of them when they are changed here, and show it', async () => {
    const given: Partial<contract.RetentionPolicy> = {
      every: 'schedule',
      cron: '0 0 2 ? * MON-SAT',
      mostMinutes: 60,
      repositoryKeys: ['docker-*'],
      excludeRepositoryKeys: ['docker-prod'],
      projectKeys: ['web', contract.noProjectKey],
      formats: ['docker'],
      packageTypes: ['oci'],
      includePackages: ['team/**'],
      excludePackages: ['team/base'],
    };
    const bodies: unknown[] = [];
    server.use(
      answers(contract.listRetentionPolicies, { items: [{ ...policy, ...given }] }),
      answers(contract.listRetentionRuns, { items: [{ ...run, dryRun: true }] }),
      answers(contract.readRetentionPolicy, { ...policy, ...given }),
      answers(contract.changeRetentionPolicy, ({ body }) => {
        bodies.push(body);
        return { ...policy, ...given };
      }),
    );
    const router = renderArea(retentionScreens, '/admin/retention');
    expect(await screen.findByText('0 0 2 ? * MON-SAT')).toBeVisible();
    expect(screen.getByText('docker-* · web, No project · Docker · team/**')).toBeVisible();
    expect((await screen.findAllByText(/Only counted: 3 items/))[0]).toBeVisible();
    await act(() => router.navigate('/admin/retention/1'));
    await userEvent.type(await screen.findByRole('textbox', { name: /Description/ }), 'nightly');
    expect(screen.getByRole('textbox', { name: /Schedule/ })).toHaveValue('0 0 2 ? * MON-SAT');
    await userEvent.click(screen.getByRole('button', { name: 'Save changes' }));
    await waitFor(() => expect(bodies).toMatchObject([{ ...given, description: 'nightly' }]));
  });

  it('CORE-009 API-002 administrators of a project list, make and run its policies where the project is administered', async () => {
    const asked: (string | null)[] = [];
    const bodies: unknown[] = [];
    const own: contract.RetentionPolicy = { ...policy, name: 'Ours', projectKey: 'web', projectKeys: [] };
    server.use(
      answers(contract.listRetentionPolicies, ({ query }) => {
        asked.push(query.get('ofProject'));
        return { items: [own] };
      }),
      answers(contract.createRetentionPolicy, ({ body }) => {
        bodies.push(body);
        return own;
      }),
    );
    const session = { administrator: false, managesProject: true, projectKey: 'web' };
    const router = renderArea(retentionScreens, '/project/retention', session);
    const link = await screen.findByRole('link', { name: 'Ours' });
    expect(link).toHaveAttribute('href', '/project/retention/1');
    expect(asked).toContain('web');
    await userEvent.click(screen.getAllByRole('link', { name: 'New policy' })[0]!);
    await userEvent.type(await screen.findByRole('textbox', { name: /Name/ }), 'Theirs');
    await userEvent.type(screen.getByRole('textbox', { name: /Stored more than/ }), '30');
    expect(screen.getByText(/belongs to this project/)).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Create policy' }));
    await waitFor(() => expect(bodies).toMatchObject([{ name: 'Theirs', projectKey: 'web', projectKeys: ['web'], olderThanDays: 30 }]));
    await waitFor(() => expect(router.state.location.pathname).toBe('/project/retention/1'));
  });
});
