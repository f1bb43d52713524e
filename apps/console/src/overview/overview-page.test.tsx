import { queryClient } from '@packhouse/console-kit/calls/calls.ts';
import { listLicences } from '@packhouse/contract/access/access-licence-routes.ts';
import { errors } from '@packhouse/contract/errors.ts';
import { listHooks } from '@packhouse/contract/events/hook-routes.ts';
import { readStorageForecast } from '@packhouse/contract/insight/insight-routes.ts';
import { highAvailability, storageStatus } from '@packhouse/contract/operations/operations-status-routes.ts';
import { listApprovals } from '@packhouse/contract/pipelines/pipeline-routes.ts';
import { listFailingReplications } from '@packhouse/contract/repositories/failing-replication-routes.ts';
import { listFirewallExceptions } from '@packhouse/contract/repositories/firewall-routes.ts';
import { listTasks } from '@packhouse/contract/repositories/monitoring-compatible-routes.ts';
import { getArtifactCount } from '@packhouse/contract/repositories/package-routes.ts';
import { listRecentPublishes } from '@packhouse/contract/repositories/recent-routes.ts';
import { readSecurityOverview } from '@packhouse/contract/scanning/overview-routes.ts';
import { listPolicyExceptions } from '@packhouse/contract/scanning/policy-exception-routes.ts';
import { repositoryData, systemStatus } from '@packhouse/contract/shell/shell-routes.ts';
import { answers, refuses } from '@packhouse/testkit/console/answers.ts';
import { prepareConsole, renderArea, server } from '@packhouse/testkit/console/render-area.tsx';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it } from 'vitest';
import { OverviewPage } from './overview-page.tsx';

prepareConsole();

const day = 86_400_000;
const ago = (days: number) => new Date(Date.now() - days * day).toISOString();
const routes = [{ path: '/overview', Component: OverviewPage }];
const administrator = {
  name: 'admin',
  administrator: true,
  licenceType: 'ENTERPRISE',
  services: { pipelines: '1', xray: '1', event: '1', insight: '1' },
} as const;

beforeEach(() => {
  queryClient.clear();
  const quiet = { active: 0, ignored: 0, severities: [], blocking: 0, fixable: 0, day: { opened: 0, closed: 0, newest: [] } };
  server.use(
    answers(repositoryData, []),
    answers(getArtifactCount, { artifactCount: 0 }),
    answers(listRecentPublishes, { items: [] }),
    answers(systemStatus, { status: 'ok', services: [{ name: 'artifactory', status: 'online' }] }),
    answers(listApprovals, { items: [] }),
    answers(listFirewallExceptions, { items: [], total: 0, next: null }),
    answers(listPolicyExceptions, { items: [], total: 0, next: null }),
    answers(listHooks, { items: [], total: 0, next: null }),
    answers(listFailingReplications, { items: [] }),
    answers(listLicences, { items: [], installable: true }),
    answers(readSecurityOverview, { ...quiet, trend: null, fix_first: [], sources: [], not_judged: [], scans: { scanned: 0, total: 0 }, watches: 0 }),
    answers(readStorageForecast, { from: ago(30), values: Array(30).fill(null), days: 0, perDay: null, spread: null, disk: null, full: null }),
    answers(highAvailability, { services: {} }),
    answers(storageStatus, { nodes: [] }),
    answers(listTasks, { tasks: [] }),
  );
});

const asked = {
  id: '6f0a3c2e-7a52-4c55-9a43-0d5a3f6d7c11',
  author: 'ann',
  created: '2026-01-01T00:00:00.000Z',
  notes: 'It is never called',
  is_expired: false,
  ignore_filters: { vulnerabilities: ['CVE-2026-1'] },
  state: 'asked' as const,
  violation: '17',
  once: false,
  decided_by: null,
  decided_at: null,
  decision: '',
  may_end: true,
};
const section = (name: string) => screen.getByRole('heading', { level: 2, name }).closest('section')!;

it('SHELL-044 a fresh installation says what to begin with, and that nothing waits and all is well', async () => {
  renderArea(routes, '/overview', administrator);
  expect(await screen.findByText('No packages yet')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Create repository' })).toHaveAttribute('href', '/admin/repositories/local/new');
  expect(screen.getByRole('link', { name: 'Set up a client' })).toBeVisible();
  expect(await screen.findByText('Nothing waits for you')).toBeVisible();
  expect(await screen.findByText('Nodes, storage and queues are well')).toBeVisible();
  expect(await screen.findByText(/A forecast needs 14 days of figures; there are 0/)).toBeVisible();
});

it('SHELL-044 lists what needs somebody, and where that is', async () => {
  server.use(
    answers(listApprovals, {
      items: [
        { pipeline: 'release', number: 12, step: 'ask', question: 'Ship it?', since: ago(1) },
        { pipeline: 'nightly', number: 3, step: 'sign-off', question: '', since: ago(2) },
      ],
    }),
    answers(listPolicyExceptions, {
      items: [
        { ...asked, may_decide: true },
        { ...asked, id: '7f0a3c2e-7a52-4c55-9a43-0d5a3f6d7c12', may_decide: false },
      ],
      total: 2,
      next: null,
    }),
    answers(listFailingReplications, { items: [{ id: 3, repository: 'libs', url: 'https://far/libs', problem: { message: 'The other side refuses' } }] }),
    answers(highAvailability, {
      services: {
        jfrt: {
          nodes: [{ node_id: 'two', status: 'Offline', address: '', version: '1', micro_services: [] }],
          late: [{ follower: 'webhooks', seconds: 1200 }],
        },
      },
    }),
    answers(listTasks, { tasks: [{ id: '1', type: 'x', state: 'running', description: '', nodeId: '' }] }),
  );
  renderArea(routes, '/overview', administrator);
  const needs = await screen.findByRole('link', { name: 'release #12 waits for your decision' });
  expect(needs).toHaveAttribute('href', '/pipelines/of/release/runs/12');
  expect(screen.getByText('Ship it?')).toBeVisible();
  expect(screen.getByText('The step sign-off goes on once somebody agrees')).toBeVisible();
  expect(await screen.findAllByRole('link', { name: 'ann asks to ignore CVE-2026-1' })).toHaveLength(1);
  expect(await screen.findByRole('link', { name: 'Replication of libs fails' })).toBeVisible();
  expect(screen.getByText('The other side refuses')).toBeVisible();
  expect(await screen.findByText('two is offline')).toBeVisible();
  expect(screen.getByText('webhooks is 20 minutes late')).toBeVisible();
  expect(await screen.findByText('1 running, 0 waiting')).toBeVisible();
});

it('SHELL-044 what cannot be asked for says so by itself, and everything else is there', async () => {
  server.use(refuses(listHooks, 'unavailable'), refuses(readStorageForecast, 'internal'));
  server.use(answers(listFirewallExceptions, { items: [], total: 0, next: null }));
  renderArea(routes, '/overview', administrator);
  expect(await screen.findByText('Webhooks could not be asked for: The service is not ready; try again in a moment')).toBeVisible();
  expect(await screen.findByText(errors.internal.en)).toBeVisible();
  expect(screen.getByText('No packages yet')).toBeVisible();
  expect(screen.queryByText('Nothing waits for you')).toBeNull();
});

it('SHELL-044 asks a user nothing that is for administrators, and shows what they published themselves', async () => {
  const asked: boolean[] = [];
  server.use(
    answers(listRecentPublishes, ({ query }) => {
      const own = query.get('own') === 'true';
      asked.push(own);
      const item = { repoKey: 'libs', path: 'tool-1.0.tgz', format: 'npm' as const, package: 'tool', version: '1.0', at: ago(1), by: 'ann' };
      return { items: own ? [item] : [item, { ...item, path: 'other-2.0.tgz', package: 'other', version: '2.0', by: 'bob' }] };
    }),
  );
  const router = renderArea(routes, '/overview', { name: 'ann', administrator: false, services: { pipelines: '1' } });
  expect(await screen.findByRole('link', { name: 'other' })).toBeVisible();
  await userEvent.click(screen.getByRole('radio', { name: 'Me' }));
  expect(router.state.location.search).toBe('?by=me');
  await expect.poll(() => screen.queryByRole('link', { name: 'other' })).toBeNull();
  expect(within(section('Published lately')).getByRole('link', { name: 'tool' })).toHaveAttribute('href', '/packages/npm%3A%2F%2Ftool/1.0');
  expect(asked).toEqual([false, true]);
  expect(screen.queryByRole('heading', { name: 'Health' })).toBeNull();
  expect(screen.queryByRole('heading', { name: 'Storage' })).toBeNull();
});
