import type { AreaManifest } from '@packhouse/console-kit/session/menu-visibility.ts';
import { serviceTitles } from '@packhouse/contract/shell/service-names.ts';
import { consoleAreas } from '@packhouse/contract/shell/shell-routes.ts';
import { answers } from '@packhouse/testkit/console/answers.ts';
import { prepareConsole, server, signIn } from '@packhouse/testkit/console/render-area.tsx';
import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { beforeEach, expect, it } from 'vitest';
import { readAreas } from '../areas/area-list.ts';
import { allNavItems } from '../areas/shell-nav.ts';
import { Rail } from './rail.tsx';

prepareConsole();

declare global {
  interface ImportMeta {
    glob(patterns: readonly string[]): Record<string, () => Promise<unknown>>;
  }
}

// The areas' own manifests, as the server hands them on.
const manifests = import.meta.glob(['../../../../areas/*/src/manifest.ts']) as Record<string, () => Promise<{ manifest: AreaManifest }>>;

beforeEach(async () => {
  const areas = await Promise.all(Object.values(manifests).map(async (load) => ({ ...(await load()).manifest, entry: '/area.js' })));
  server.use(answers(consoleAreas, areas as never));
  await readAreas();
  signIn({ services: Object.fromEntries(Object.keys(serviceTitles).map((name) => [name, '1.0.0'])) });
});

it.each([
  ['licence buckets', 'License Buckets', '/admin/license_management/license_buckets'],
  ['access federation', 'Access Federation', '/admin/mission_control/access_federation'],
  ['webhooks', 'Webhooks', '/admin/configuration/webhooks'],
  ['integrations of source control and tools', 'Integrations', '/integrations'],
  ['OAuth application integrations', 'integrations', '/admin/configuration/integrations'],
  ['support bundles', 'support', '/admin/support-zone'],
  ['packages', 'Packages', '/packages'],
  ['logs', 'logs', '/admin/monitoring/system_logs'],
  ['service status', 'Service status', '/admin/monitoring/service-status'],
  ['reverse proxies', 'proxy', '/admin/proxies/web-server'],
  ['keys', 'keys', '/admin/artifactory/security/keys_management'],
  ['topology', 'Topology', '/admin/mission_control/topology'],
])('SHELL-006 %s are reached from the sidebar of administration', async (_title, search, path) => {
  const router = createMemoryRouter([{ path: '*', element: <Rail onGo={() => undefined} /> }], { initialEntries: ['/admin/monitoring/service-status'] });
  render(<RouterProvider router={router} />);
  await userEvent.type(screen.getByRole('searchbox', { name: 'Search settings' }), search);
  const [line] = screen.getAllByRole('link').filter((link) => link.getAttribute('href') === path);
  await userEvent.click(line!);
  expect(router.state.location.pathname).toBe(path);
});

it('knows every line of the sidebars by an id that no other line has', () => {
  const ids = allNavItems().map(({ id }) => id);
  expect(ids.length).toBeGreaterThan(Object.keys(manifests).length);
  expect(ids.filter((id, at) => ids.indexOf(id) !== at)).toEqual([]);
});
