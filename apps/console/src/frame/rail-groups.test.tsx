import { consoleAreas } from '@packhouse/contract/shell/shell-routes.ts';
import { answers } from '@packhouse/testkit/console/answers.ts';
import { prepareConsole, server, signIn } from '@packhouse/testkit/console/render-area.tsx';
import { act, render, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { beforeEach, expect, it, vi } from 'vitest';
import { readAreas } from '../areas/area-list.ts';
import { Rail } from './rail.tsx';

prepareConsole();

const people = { en: 'Identity and access', de: 'Identitäten und Zugriff' };
const connections = { en: 'Connections', de: 'Verbindungen' };
const line = (id: string, path: string, more: object = {}) => ({
  id,
  sidebar: 'administration',
  label: { en: id },
  path,
  icon: 'user',
  order: 1,
  requires: { role: 'administrator' },
  ...more,
});
const nav = [
  line('Users', '/admin/users', { group: people }),
  line('Groups', '/admin/groups', { group: people }),
  line('Outgoing mail', '/admin/mail', { group: connections, finds: { en: 'SMTP', de: 'SMTP Absender' } }),
  line('Webhooks', '/admin/webhooks', { group: connections }),
  { id: 'packages', sidebar: 'application', label: { en: 'Packages', de: 'Pakete' }, path: '/packages', icon: 'package', order: 1 },
];

beforeEach(async () => {
  server.use(answers(consoleAreas, [{ id: 'some', title: { en: 'Some' }, paths: ['/admin'], nav, entry: '/some.js' }]));
  await readAreas();
});

function show(path: string, onGo = () => {}) {
  const router = createMemoryRouter([{ path: '*', element: <Rail onGo={onGo} /> }], { initialEntries: [path] });
  const { unmount } = render(<RouterProvider router={router} />);
  return { router, unmount };
}

const links = () => within(screen.getByRole('navigation', { name: 'Main navigation' })).getAllByRole('link');
const fold = (name: string) => screen.getByRole('button', { name });

it('administration shows the group of the current page, and folds the others', async () => {
  signIn();
  const { router } = show('/admin/users');
  expect(fold('Identity and access')).toHaveAttribute('aria-expanded', 'true');
  expect(fold('Connections')).toHaveAttribute('aria-expanded', 'false');
  expect(links().map((link) => link.textContent)).toEqual(['All settings', 'Users', 'Groups']);
  await act(() => router.navigate('/admin/mail'));
  expect(links().map((link) => link.textContent)).toEqual(['All settings', 'Outgoing mail', 'Webhooks']);
});

it('what somebody opened or folded stays so for them, and for nobody else', async () => {
  signIn();
  const { unmount } = show('/admin/users');
  await userEvent.click(fold('Connections'));
  await userEvent.click(fold('Identity and access'));
  expect(links().map((link) => link.textContent)).toEqual(['All settings', 'Outgoing mail', 'Webhooks']);
  // Where one is can be seen, though its lines are folded.
  expect(fold('Identity and access')).toHaveAttribute('data-current');
  unmount();
  const again = show('/admin/users');
  expect(fold('Connections')).toHaveAttribute('aria-expanded', 'true');
  expect(fold('Identity and access')).toHaveAttribute('aria-expanded', 'false');
  again.unmount();
  signIn({ name: 'somebody-else' });
  show('/admin/users');
  expect(fold('Identity and access')).toHaveAttribute('aria-expanded', 'true');
});

it('finds a setting by its name, its group and what others call it, and leads there by the keyboard', async () => {
  signIn();
  const onGo = vi.fn();
  const { router } = show('/admin/users', onGo);
  const box = screen.getByRole('searchbox', { name: 'Search settings' });
  await userEvent.type(box, 'smtp');
  const found = within(box.closest('search')!);
  expect(found.getAllByRole('link').map((link) => link.textContent)).toEqual(['Outgoing mailConnections']);
  expect(screen.getByRole('status')).toHaveTextContent('1 page');
  await userEvent.keyboard('{Escape}');
  expect(box).toHaveValue('');
  await userEvent.type(box, 'identity');
  await userEvent.keyboard('{ArrowDown}{ArrowDown}');
  expect(found.getByRole('link', { name: /Groups/ })).toHaveFocus();
  await userEvent.keyboard('{Escape}');
  expect(box).toHaveFocus();
  await userEvent.type(box, 'no such thing');
  expect(screen.getByRole('status')).toHaveTextContent('No setting fits');
  await userEvent.clear(box);
  await userEvent.type(box, 'web{Enter}');
  expect(router.state.location.pathname).toBe('/admin/webhooks');
  expect(onGo).toHaveBeenCalled();
});

it('finds the pages of the application as well, after those of administration', async () => {
  signIn();
  show('/admin/users');
  await userEvent.type(screen.getByRole('searchbox', { name: 'Search settings' }), 'pack');
  expect(screen.getByRole('link', { name: /Packages/ })).toHaveAttribute('href', '/packages');
});
