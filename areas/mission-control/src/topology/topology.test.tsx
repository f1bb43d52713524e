import { readUnitFederation, readUnitReplication, readUnitStorage } from '@packhouse/contract/insight/insight-routes.ts';
import * as contract from '@packhouse/contract/mission-control/unit-routes.ts';
import { readUsage } from '@packhouse/contract/mission-control/usage-routes.ts';
import { answers, refuses } from '@packhouse/testkit/console/answers.ts';
import { prepareConsole, renderArea, server } from '@packhouse/testkit/console/render-area.tsx';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it } from 'vitest';
import { topologyScreens } from './topology-screens.ts';

prepareConsole();

const here = '/admin/mission_control/topology';
const since = '2026-11-01T10:00:00.000Z';
const plain = { url: '', since, reports: false, missing: [], tags: [], services: [], takesLicences: true };
const home: contract.Unit = {
  ...plain,
  id: 'home-id',
  name: 'Headquarters',
  home: true,
  single: false,
  status: 'ONLINE',
  location: { city: 'Oslo', country: 'NO', latitude: 59.91, longitude: 10.75 },
  tags: ['production'],
  storage: { writable: true, used: 5_000_000, total: 50_000_000, free: 40_000_000 },
};
const sydney: contract.Unit = {
  ...plain,
  id: 'sydney-id',
  name: 'Sydney',
  url: 'https://sydney.example.org',
  home: false,
  single: false,
  status: 'PARTIAL',
  reason: { message: 'Some services are offline', reason: 'some_services_offline' },
  missing: ['jfxr'],
  services: [{ type: 'jfxr', nodes: 1, online: 0 }],
  location: { city: 'Sydney', country: 'AU', latitude: -33.87, longitude: 151.21 },
};
const connection = { name: 'sydney', source: 'home-id', target: 'sydney-id', lastAt: since, lagMs: null, error: null } as const;
const connections = [
  { ...connection, kind: 'REPLICATION', status: 'Succeeded' },
  { ...connection, kind: 'FEDERATION', name: 'USERS, TOKENS', status: 'Failed', lagMs: 120_000, error: { message: 'It was given up' } },
] as const;
const noChanges = { items: [], total: 0, next: null };

const span = { unit: 'home-id', period: 'week', from: since, to: since } as const;

beforeEach(() => {
  server.use(
    answers(readUnitStorage, { ...span, step: 3600, bytes: 5_000_000, values: [null, 1_000_000, 5_000_000] }),
    answers(readUnitReplication, { ...span, items: [connections[0]] }),
    answers(readUnitFederation, { ...span, items: [connections[1]] }),
    answers(contract.listUnits, { items: [home, sydney], connections: [...connections] }),
    answers(contract.listStatusChanges, noChanges),
    answers(contract.listUnitCandidates, { items: [] }),
    answers(readUsage, { items: [{ repository: 'npm-remote', bytes: 2_000_000 }] }),
  );
});

const withRoom = (isWide: boolean) => {
  const { matchMedia } = globalThis;
  globalThis.matchMedia = ((media: string) => ({
    ...matchMedia(media),
    matches: isWide && media.includes('720px'),
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  })) as never;
  return () => {
    globalThis.matchMedia = matchMedia;
  };
};

it('TOPO-001 TOPO-020 SHELL-067 shows the home deployment, and the one that is named', async () => {
  const restore = withRoom(true);
  try {
    const router = renderArea(topologyScreens, here);
    expect(await screen.findByRole('heading', { level: 1, name: /Topology/ })).toBeVisible();
    expect(document.title).toBe('Topology');
    const map = await screen.findByRole('navigation', { name: 'Map of the platform deployments' });
    expect(within(map).getByRole('link', { name: 'Headquarters: Online' })).toHaveAttribute('aria-current', 'true');
    expect(screen.getByRole('heading', { level: 2, name: /Headquarters/ })).toBeVisible();
    await userEvent.click(within(map).getByRole('link', { name: 'Sydney: Partial' }));
    expect(router.state.location.pathname).toBe(`${here}/sydney-id`);
    expect(await screen.findByRole('heading', { level: 2, name: 'Sydney' })).toBeVisible();
  } finally {
    restore();
  }
});

it('LIC-022 LIC-023 LIC-049 says how a deployment is, why, and what can be done', async () => {
  renderArea(topologyScreens, `${here}/sydney-id`);
  expect(await screen.findByText('Some services are offline')).toBeVisible();
  expect(screen.getAllByText('Partial').length).toBeGreaterThan(0);
  expect(screen.getByText('Open its console and look at its service status.')).toBeVisible();
  expect(screen.getByRole('heading', { level: 3, name: 'Services: Some' })).toBeVisible();
});

it('says what to do about a deployment that is not to be watched, and about clocks', async () => {
  const refusing = {
    ...sydney,
    status: 'UNAUTHORIZED' as const,
    missing: [],
    reason: { message: 'It does not accept that', reason: 'deployment_not_watched' },
  };
  server.use(answers(contract.listUnits, { items: [home, refusing], connections: [] }));
  renderArea(topologyScreens, `${here}/sydney-id`);
  expect(await screen.findByText('An administrator of it allows that: Trusted deployments, Edit.')).toBeVisible();
  expect(screen.queryByText(/Pair with it again/)).toBeNull();
});

it('TOPO-005 TOPO-006 lists both kinds of connections with how they went', async () => {
  renderArea(topologyScreens, here);
  const table = await screen.findByRole('table', { name: 'Connections' });
  expect(within(table).getByText('Replication')).toBeVisible();
  expect(within(table).getByText('Succeeded')).toBeVisible();
  expect(within(table).getByText('Federation')).toBeVisible();
  expect(within(table).getByText('Users, Tokens')).toBeVisible();
  expect(within(table).getByText('Failed')).toBeVisible();
  expect(within(table).getByText('It was given up')).toBeVisible();
  expect(within(table).getByText(/2 min behind/)).toBeVisible();
});

it('TOPO-006 TOPO-017 tells of what is tried again since when it fails and when it is tried next, in the panel and in the list', async () => {
  const failing = {
    ...connection,
    kind: 'FEDERATION' as const,
    name: 'USERS',
    status: 'Succeeded' as const,
    error: { message: 'Nobody answers there' },
    failingSince: '2026-11-01T09:58:00.000Z',
    nextAt: '2026-11-01T10:00:08.000Z',
  };
  server.use(
    answers(contract.listUnits, { items: [home, sydney], connections: [failing] }),
    answers(readUnitFederation, { ...span, items: [failing] }),
    answers(readUnitReplication, { ...span, items: [] }),
  );
  renderArea(topologyScreens, here);
  const table = await screen.findByRole('table', { name: 'Connections' });
  const heading = await screen.findByRole('heading', { level: 3, name: 'Federation' });
  await within(heading.parentElement!).findByText('Nobody answers there');
  for (const place of [table, heading.parentElement!]) {
    const findTime = (label: string) => within(place).getByText(label, { exact: false }).querySelector('time');
    expect(findTime('First failed:')).toHaveAttribute('datetime', failing.failingSince);
    expect(findTime('Next try:')).toHaveAttribute('datetime', failing.nextAt);
  }
});

it('TOPO-003 tells a small screen that it is too small for the map, and lists everything all the same', async () => {
  const restore = withRoom(false);
  try {
    renderArea(topologyScreens, here);
    expect(await screen.findByText('The current screen is insufficient to display the map. Please increase the screen size')).toBeVisible();
    expect(screen.queryByRole('navigation', { name: 'Map of the platform deployments' })).toBeNull();
    expect(screen.getByRole('link', { name: 'Sydney' })).toBeVisible();
  } finally {
    restore();
  }
});

it('shows map, graph or list as the address says, and in the graph those without a place, too', async () => {
  const placeless = { ...sydney, id: 'nowhere-id', name: 'Nowhere', location: undefined };
  server.use(answers(contract.listUnits, { items: [home, sydney, placeless], connections: [...connections] }));
  const router = renderArea(topologyScreens, here);
  await userEvent.selectOptions(await screen.findByLabelText('View'), 'Graph');
  expect(router.state.location.search).toBe('?view=graph');
  const graph = await screen.findByRole('navigation', { name: 'Graph of the platform deployments' });
  expect(
    within(graph)
      .getAllByRole('link')
      .map((link) => link.getAttribute('aria-label')),
  ).toEqual(['Headquarters: Online', 'Sydney: Partial', 'Nowhere: Partial']);
  await userEvent.click(within(graph).getByRole('link', { name: 'Nowhere: Partial' }));
  expect(`${router.state.location.pathname}${router.state.location.search}`).toBe(`${here}/nowhere-id?view=graph`);
  await userEvent.selectOptions(screen.getByLabelText('View'), 'List');
  expect(screen.queryByRole('navigation', { name: /platform deployments/ })).toBeNull();
  expect(screen.queryByText(/screen is insufficient/)).toBeNull();
  expect(screen.getByRole('table', { name: 'Connections' })).toBeVisible();
});

it('TOPO-004 TOPO-007 TOPO-018 asks about the last week and the top five unless another period is chosen', async () => {
  const asked: unknown[] = [];
  server.use(
    answers(readUsage, ({ query }) => {
      asked.push(Object.fromEntries(query));
      return { items: [{ repository: 'npm-remote', bytes: 2_000_000 }] };
    }),
  );
  const router = renderArea(topologyScreens, here);
  expect(await screen.findByText('npm-remote')).toBeVisible();
  expect(screen.getByLabelText('Period')).toHaveValue('week');
  await userEvent.selectOptions(screen.getByLabelText('Period'), 'month');
  expect(router.state.location.search).toBe('?period=month');
  await waitFor(() =>
    expect(asked).toMatchObject([
      { limit: '5', period: 'week' },
      { limit: '5', period: 'month' },
    ]),
  );
});

it('TOPO-008 loads home for an id that is not in the list', async () => {
  renderArea(topologyScreens, `${here}/nobody`);
  expect(await screen.findByText('The Platform Deployment is not available in the list. Hence loading the Home Platform Deployment')).toBeVisible();
  expect(screen.getByRole('heading', { level: 2, name: /Headquarters/ })).toBeVisible();
});

it('TOPO-009 says that the units could not be fetched', async () => {
  server.use(refuses(contract.listUnits, 'internal'));
  renderArea(topologyScreens, here);
  expect(await screen.findByText('Unable to fetch the list of units')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Try again' })).toBeVisible();
});

it.each([
  ['TOPO-010', readUnitStorage, 'Unable to fetch Storage data'],
  ['TOPO-011', readUnitReplication, 'Unable to fetch Replication data'],
  ['TOPO-012', readUnitFederation, 'Unable to fetch Federation data'],
  ['usage', readUsage, 'Unable to fetch Usage data'],
] as const)('%s fails alone', async (_, route, said) => {
  // So a server answers whose insight service does not run.
  server.use(refuses(route, 'not_found'));
  renderArea(topologyScreens, here);
  expect(await screen.findByText(said)).toBeVisible();
  await screen.findByRole('heading', { level: 3, name: 'Most used repositories' });
  expect(screen.getAllByText(/^Unable to fetch/)).toHaveLength(1);
  expect(screen.getByRole('heading', { level: 2, name: /Headquarters/ })).toBeVisible();
  // The reason stands there to read, and what the deployment says itself stays.
  expect(within(screen.getByRole('alert')).getByText('There is nothing here')).toBeVisible();
  expect(screen.getByText(/ used$/)).toBeVisible();
});

it('says in the timeline why a status changed', async () => {
  const reason = { message: 'It cannot be reached: nobody answers there' };
  server.use(answers(contract.listStatusChanges, { items: [{ id: 1, at: since, status: 'OFFLINE', reason }], total: 1, next: null }));
  renderArea(topologyScreens, `${here}/sydney-id`);
  expect(await screen.findByText(reason.message)).toBeVisible();
});

it('asks a deployment now, and lets it go', async () => {
  let removed: unknown;
  server.use(
    answers(contract.askUnit, sydney),
    answers(contract.removeUnit, ({ params }) => {
      removed = params.id;
      return undefined;
    }),
  );
  renderArea(topologyScreens, `${here}/sydney-id`);
  await userEvent.click(await screen.findByRole('button', { name: 'Ask now' }));
  await userEvent.click(screen.getByRole('button', { name: 'Remove' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Remove Sydney?' }));
  await userEvent.click(dialog.getByRole('button', { name: 'Remove' }));
  await waitFor(() => expect(removed).toBe('sydney-id'));
});
