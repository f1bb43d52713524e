import { listRepositories } from '@packhouse/contract/repositories/repository-routes.ts';
import { repositoryRules } from '@packhouse/contract/repositories/repository-words.ts';
import * as routes from '@packhouse/contract/repositories/web-server-routes.ts';
import { say } from '@packhouse/contract/sentences.ts';
import { answers, on, refuseFields } from '@packhouse/testkit/console/answers.ts';
import { prepareConsole, renderArea, server } from '@packhouse/testkit/console/render-area.tsx';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { webServerScreens } from './web-server-screens.ts';

prepareConsole();

const path = '/admin/proxies/web-server';
let stored: routes.WebServer;
let bodies: routes.WebServer[] = [];

beforeEach(() => {
  bodies = [];
  stored = routes.WebServer.parse({});
  server.use(
    answers(listRepositories, { items: [], total: 0 }),
    answers(routes.readWebServer, () => stored),
    answers(routes.updateWebServer, ({ body }) => {
      stored = body as routes.WebServer;
      bodies.push(stored);
      return stored;
    }),
    answers(routes.webServerConfiguration, ({ query }) => ({
      type: (query.get('type') ?? 'nginx') as routes.WebServerType,
      fileName: 'packhouse.conf',
      text: `# for ${query.get('type')}`,
    })),
  );
});

describe('the reverse proxy', () => {
  it('PROXY-005 PROXY-006 shows its settings with the usual ports, saves them, and then the configuration', async () => {
    const router = renderArea(webServerScreens, path);
    const name = await screen.findByLabelText(/^Server name/);
    expect(screen.getByLabelText(/^HTTPS port/)).toHaveValue('443');
    expect(screen.getByLabelText(/^HTTP port/)).toHaveValue('80');
    expect(screen.getByText('Name the server and save: its configuration appears here.')).toBeVisible();
    await userEvent.type(name, 'packages.example.org');
    await userEvent.click(screen.getByRole('checkbox', { name: 'HTTP' }));
    await userEvent.click(screen.getByRole('button', { name: 'Save changes' }));
    expect(await screen.findByText('The reverse proxy was saved')).toBeVisible();
    expect(bodies).toEqual([expect.objectContaining({ serverName: 'packages.example.org', useHttps: true, useHttp: true, httpsPort: 443, httpPort: 80 })]);
    expect(await screen.findByText('# for nginx')).toBeVisible();
    await userEvent.click(screen.getByText('Apache'));
    expect(await screen.findByText('# for apache')).toBeVisible();
    expect(router.state.location.search).toBe('?configuration=apache');
  });

  it('keeps what was typed when the server refuses it', async () => {
    server.use(on(routes.updateWebServer, () => refuseFields({ path: 'serverName', ...say(repositoryRules.address_has_no_subdomains) })));
    renderArea(webServerScreens, path);
    await userEvent.type(await screen.findByLabelText(/^Server name/), '10.0.0.1');
    await userEvent.click(screen.getByRole('button', { name: 'Save changes' }));
    expect(await screen.findByText(/An address has no sub-domains/)).toBeVisible();
    expect(screen.getByLabelText(/^Server name/)).toHaveValue('10.0.0.1');
  });

  it('PROXY-010 is closed to everybody but administrators', async () => {
    renderArea(webServerScreens, path, { administrator: false });
    expect(await screen.findByText('You may not see this')).toBeVisible();
  });
});
