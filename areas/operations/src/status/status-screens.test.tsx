import { highAvailability, type NodeStorage, peerTracker, type ServiceStatus, storageStatus } from '@packhouse/contract/operations/operations-status-routes.ts';
import { answers, refuses } from '@packhouse/testkit/console/answers.ts';
import { prepareConsole, renderArea, server } from '@packhouse/testkit/console/render-area.tsx';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it } from 'vitest';
import { manifest } from '../manifest.ts';
import { statusScreens } from './status-screens.ts';

prepareConsole();

const hour = 3_600_000;
const beat = '2026-11-22T01:00:00.000Z';
const node = (node_id: string, status: 'Online' | 'Offline', uptime?: number) => ({
  node_id,
  status,
  address: `${node_id}.test:8082`,
  version: '1.2.3',
  micro_services: [{ service_id: `jfrt@${node_id}/main-7`, last_heartbeat: beat, ...(uptime === undefined ? {} : { uptime }) }],
});
const status: ServiceStatus = { services: { jfrt: { nodes: [node('one', 'Online', 76 * hour), node('two', 'Offline')] } } };
const whole: ServiceStatus = { services: { jfrt: { nodes: [node('one', 'Online', 76 * hour)] } } };

const gigabyte = 1e9;
const disk = { total: 100 * gigabyte, free: gigabyte, kept: 2 * gigabyte };
const storage: NodeStorage[] = [
  { node_id: 'one', state: 'Working', kind: 'filesystem', disk: { ...disk, free: 40 * gigabyte } },
  { node_id: 'two', state: 'Full', kind: 'filesystem', disk },
  { node_id: 'three', state: 'Unusable', kind: 's3', reason: 'AccessDenied: Access Denied' },
  { node_id: 'four', state: 'Unknown' },
];
beforeEach(() => server.use(answers(storageStatus, { nodes: storage.slice(0, 1) })));

it('STAT-001 STAT-008 STAT-005 STAT-010 shows every service on every node, the offline ones too, and what is wrong first', async () => {
  const elsewhere = {
    jfac: { nodes: [{ ...node('one', 'Online', hour), micro_services: [{ service_id: 'jfac@one/main-7', last_heartbeat: beat, uptime: hour }] }] },
  };
  server.use(answers(highAvailability, { services: { ...elsewhere, ...status.services } }));
  renderArea(statusScreens, '/admin/monitoring/service-status');
  const services = within(await screen.findByRole('table', { name: 'Services' }));
  expect(services.getAllByRole('columnheader').map((head) => head.textContent)).toEqual(['Service', 'Status', 'two', 'one', 'What it does', 'Logs']);
  expect(services.getByRole('link', { name: 'Logs of Repository management' })).toHaveAttribute('href', '/admin/monitoring/system_logs?service=jfrt');
  expect(services.getByText(/without it nobody signs in/)).toBeVisible();
  const [, troubled, well] = services.getAllByRole('row');
  expect(troubled).toHaveTextContent(/Repository management1 of 2 offlineOfflineunavailableOnline3 days, 4 hours/);
  expect(well).toHaveTextContent(/AccessWellnot hereOnline1 hour/);
  const [, two, one] = within(screen.getByRole('table', { name: 'Nodes' })).getAllByRole('row');
  expect(two).toHaveTextContent('Offline');
  expect(two).toHaveTextContent('unavailable');
  expect(one).toHaveTextContent('3 days, 4 hours');
  expect(one).toHaveTextContent('main-7');
  expect(screen.getByText('Some services are offline')).toBeVisible();
  expect(screen.getByText('two: no sign of life.')).toBeVisible();
});

it('says which service takes up events late, and by how much', async () => {
  const late = [{ follower: 'repositories.watched', seconds: 7200 }];
  server.use(answers(highAvailability, { services: { jfrt: { nodes: [node('one', 'Online', hour)], late } } }));
  renderArea(statusScreens, '/admin/monitoring/service-status');
  expect(await screen.findByText('Events are taken up late: repositories.watched is 2 hours behind')).toBeVisible();
});

it('STAT-001 says that uploads are refused, on which node and why, when the storage is full or cannot be written to', async () => {
  server.use(answers(highAvailability, whole), answers(storageStatus, { nodes: storage }));
  renderArea(statusScreens, '/admin/monitoring/service-status');
  const [full, unusable] = await screen.findAllByRole('alert');
  expect(full).toHaveTextContent('The storage of two is full: uploads are refused until there is room');
  expect(within(full!).getByRole('link', { name: 'Storage summary' })).toHaveAttribute('href', '/admin/monitoring/storage-summary');
  expect(unusable).toHaveTextContent('Nothing can be written to the storage of three: uploads are refused');
  const rows = within(screen.getByRole('table', { name: 'Storage' })).getAllByRole('row');
  const shown = [
    'Working',
    '40.0 GB of 100.0 GB free',
    'Full',
    '1.0 GB of 100.0 GB free',
    'Unusable',
    'AccessDenied: Access Denied',
    'Unknown',
    'did not say in time',
  ];
  for (const [at, text] of shown.entries()) expect(rows[1 + Math.floor(at / 2)]).toHaveTextContent(text);
  expect(rows[2]).toHaveTextContent('Uploads leave 2.0 GB free');
});

it('STAT-001 shows no alarm while the storage works', async () => {
  server.use(answers(highAvailability, whole));
  renderArea(statusScreens, '/admin/monitoring/service-status');
  expect(await screen.findByText('Working')).toBeVisible();
  expect(screen.queryByRole('alert')).toBeNull();
});

it('STAT-013 says nothing of the storage when nobody knows', async () => {
  server.use(answers(highAvailability, whole), refuses(storageStatus, 'internal'));
  renderArea(statusScreens, '/admin/monitoring/service-status');
  expect(await screen.findByRole('table', { name: 'Services' })).toBeVisible();
  expect(screen.queryByRole('table', { name: 'Storage' })).toBeNull();
  expect(screen.queryByRole('alert')).toBeNull();
});

it('STAT-013 says nothing aloud when the status cannot be had', async () => {
  server.use(refuses(highAvailability, 'internal'));
  renderArea(statusScreens, '/admin/monitoring/service-status');
  expect(await screen.findByText('The status of the services is not known')).toBeVisible();
  expect(screen.queryByRole('alert')).toBeNull();
  server.use(answers(highAvailability, whole));
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  for (const uptime of await screen.findAllByText('3 days, 4 hours')) expect(uptime).toBeVisible();
});

it('STAT-002 lists peers with id, address and status', async () => {
  server.use(
    answers(peerTracker, {
      present: true,
      peers: [
        { id: 'one', address: '10.0.0.1:8082', status: 'Online' },
        { id: 'two', address: '10.0.0.2:8082', status: 'Offline' },
      ],
    }),
  );
  renderArea(statusScreens, '/admin/monitoring/pdn');
  const row = (await screen.findByText('10.0.0.2:8082')).closest('tr');
  expect(row).toHaveTextContent('two');
  expect(row).toHaveTextContent('Offline');
  expect(screen.getByText('Downloads are shared')).toBeVisible();
});

it('STAT-015 keeps the menu lines for administrators', () => {
  expect(manifest.nav.map(({ requires }) => requires)).toEqual(manifest.nav.map(() => ({ role: 'administrator' })));
});
