import { AppError } from '@packhouse/contract/errors.ts';
import * as routes from '@packhouse/contract/repositories/proxy-routes.ts';
import { repositoryWords } from '@packhouse/contract/repositories/repository-words.ts';
import { answers, refuses } from '@packhouse/testkit/console/answers.ts';
import { examineForm, prepareFormExamination } from '@packhouse/testkit/console/examine-form.ts';
import { renderArea, server } from '@packhouse/testkit/console/render-area.tsx';
import { setWords } from '@packhouse/ui/core.ts';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { proxyScreens } from './proxies-screens.ts';

prepareFormExamination();

const office: routes.NamedProxy = {
  key: 'office',
  host: 'proxy.example.org',
  port: 3128,
  tls: false,
  username: 'ann',
  hasPassword: true,
  isDefault: true,
  noProxy: ['.example.org'],
  usedBy: ['npm-remote'],
};
const list = '/admin/proxies/configuration';
let bodies: unknown[] = [];

beforeEach(() => {
  bodies = [];
  const record = ({ body }: { body: unknown }) => {
    bodies.push(body);
    return office;
  };
  server.use(
    answers(routes.listProxies, { items: [office, { ...office, key: 'spare', isDefault: false, usedBy: [] }] }),
    answers(routes.readProxy, office),
    answers(routes.createProxy, record),
    answers(routes.updateProxy, record),
  );
});

describe('outgoing proxies', () => {
  it('PROXY-001 PROXY-004 SHELL-075 lists proxies with key, host, port, user name and default flag', async () => {
    renderArea(proxyScreens, list);
    const row = (await screen.findByRole('link', { name: 'office' })).closest('tr')!;
    expect(screen.getByRole('heading', { level: 1, name: /^Proxies/ })).toBeVisible();
    expect(document.title).toMatch(/^Proxies/);
    for (const text of ['proxy.example.org', '3128', 'ann', 'Default', '1 repository']) expect(within(row).getByText(text)).toBeVisible();
    expect(within(screen.getByRole('link', { name: 'spare' }).closest('tr')!).queryByText('Default')).toBeNull();
    expect(screen.getByRole('link', { name: 'New proxy' })).toHaveAttribute('href', `${list}/new`);
    expect(screen.getByRole('link', { name: 'office' })).toHaveAttribute('href', `${list}/edit/office`);
  });

  it('PROXY-004 says who uses a proxy that cannot be deleted', async () => {
    server.use(refuses(routes.deleteProxy, new AppError(repositoryWords.proxy_used_by_one, { users: 'npm-remote' })));
    renderArea(proxyScreens, list);
    await userEvent.click(await screen.findByRole('button', { name: 'Actions office' }));
    await userEvent.click(screen.getByRole('menuitem', { name: /Delete/ }));
    await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Delete proxy' }));
    expect(await screen.findByText('npm-remote uses this proxy')).toBeVisible();
  });

  it('PROXY-002 SHELL-075 creates a proxy, and says beside the field what is wrong before', async () => {
    const router = renderArea(proxyScreens, `${list}/new`);
    expect(await screen.findByRole('heading', { name: 'Proxy Configuration' })).toBeVisible();
    await userEvent.type(screen.getByLabelText('Key'), 'office');
    await userEvent.type(screen.getByLabelText('Host'), 'http://proxy.example.org');
    await userEvent.click(screen.getByRole('button', { name: 'Create proxy' }));
    expect((await screen.findAllByText('Give a name or an address, without scheme and port')).length).toBeGreaterThan(0);
    expect(bodies).toEqual([]);
    await userEvent.clear(screen.getByLabelText('Host'));
    await userEvent.type(screen.getByLabelText('Host'), 'proxy.example.org');
    await userEvent.type(screen.getByLabelText(/^Reached without the proxy/), '.example.org{Enter}localhost');
    await userEvent.click(screen.getByRole('checkbox', { name: 'Default proxy' }));
    await userEvent.click(screen.getByRole('button', { name: 'Create proxy' }));
    expect(await screen.findByText('office was created')).toBeVisible();
    expect(bodies).toEqual([
      { key: 'office', host: 'proxy.example.org', port: 3128, tls: false, username: '', isDefault: true, noProxy: ['.example.org', 'localhost'] },
    ]);
    expect(router.state.location.pathname).toBe(`${list}/edit/office`);
  });

  it('PROXY-003 SHELL-075 edits the proxy of the address and keeps its password unless another is typed', async () => {
    renderArea(proxyScreens, `${list}/edit/office`);
    expect(await screen.findByLabelText('Host')).toHaveValue('proxy.example.org');
    expect(screen.getByRole('heading', { name: 'Proxy Configuration' })).toBeVisible();
    expect(screen.getByLabelText(/^Password/, { selector: 'input' })).toHaveValue('');
    await userEvent.click(screen.getByRole('button', { name: 'Save changes' }));
    expect(await screen.findByText('office was saved')).toBeVisible();
    expect(bodies[0]).not.toHaveProperty('password');
    await userEvent.type(screen.getByLabelText(/^Password/, { selector: 'input' }), 'fresh');
    await userEvent.click(screen.getByRole('button', { name: 'Save changes' }));
    await expect.poll(() => bodies[1]).toMatchObject({ password: 'fresh', host: 'proxy.example.org', isDefault: true });
  });

  it('tries what stands in the form', async () => {
    server.use(
      answers(routes.testProxy, ({ body }) => {
        bodies.push(body);
        return { reached: false, message: 'The proxy proxy.example.org:3128 answered 407: it wants another user name or password' };
      }),
    );
    renderArea(proxyScreens, `${list}/edit/office`);
    await userEvent.type(await screen.findByLabelText('Address to ask for'), 'registry.example.org');
    await userEvent.click(screen.getByRole('button', { name: 'Test proxy' }));
    expect(await screen.findByText(/answered 407/)).toBeVisible();
    expect(bodies).toEqual([{ key: 'office', host: 'proxy.example.org', port: 3128, tls: false, username: 'ann', url: 'https://registry.example.org' }]);
  });

  it("tells what a trial found in the reader's words", async () => {
    setWords({ said: ({ message }) => message.replace('The proxy works', 'Der Proxy geht') });
    try {
      server.use(answers(routes.testProxy, () => ({ reached: true, status: 200, message: 'The proxy works: registry.example.org answered 200' })));
      renderArea(proxyScreens, `${list}/edit/office`);
      await userEvent.type(await screen.findByLabelText('Address to ask for'), 'registry.example.org');
      await userEvent.click(screen.getByRole('button', { name: 'Test proxy' }));
      expect(await screen.findByText('Der Proxy geht: registry.example.org answered 200')).toBeVisible();
    } finally {
      setWords({});
    }
  });

  it('says so when there is no such proxy, and to whom the list is closed', async () => {
    server.use(refuses(routes.readProxy, 'not_found'));
    renderArea(proxyScreens, `${list}/edit/gone`);
    expect(await screen.findByText('There is no proxy gone')).toBeVisible();
    renderArea(proxyScreens, list, { administrator: false });
    expect(await screen.findByText('You may not see this')).toBeVisible();
  });
});

const squid = { key: 'squid', host: 'proxy.example.test', port: 3128, tls: false, username: '', isDefault: false, noProxy: [], hasPassword: false, usedBy: [] };
const proxyGood = { Host: 'proxy.example.test', Port: '3128', 'User name': 'us', Password: 'secret', 'Reached without the proxy': 'localhost' };
const proxyNames = { Host: 'host', Port: 'port', 'User name': 'username', Password: 'password', 'Reached without the proxy': 'noProxy.0' };

examineForm('proxies/proxy-form-page.tsx NewProxyPage', {
  routes: proxyScreens,
  path: '/admin/proxies/configuration/new',
  answers: [],
  submit: 'Create proxy',
  good: { Key: 'squid', ...proxyGood },
  wrong: [
    ['Key', '', /Use 1 to 64/],
    ['Host', '', /name or an address/],
    ['Port', '', /whole number from 1/],
    ['Reached without the proxy', 'a b c', /endings such as/],
    ['Host', 'http://proxy.example.test', /without scheme/],
    ['Port', 'abc', /whole number from 1/],
    ['Port', '70000', /whole number from 1/],
    ['User name', 'x'.repeat(257), /at most 256/],
  ],
  sends: routes.createProxy,
  reply: squid,
  names: { Key: 'key', ...proxyNames },
  exists: ['already_exists', 'Key'],
});

examineForm('proxies/proxy-form-page.tsx EditForm', {
  routes: proxyScreens,
  path: '/admin/proxies/configuration/edit/squid',
  answers: [answers(routes.readProxy, squid)],
  submit: 'Save changes',
  good: proxyGood,
  wrong: [
    ['Host', '', /name or an address/],
    ['Port', '0', /whole number from 1/],
  ],
  sends: routes.updateProxy,
  reply: squid,
  names: proxyNames,
});
