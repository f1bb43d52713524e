import type { NavItem } from '@packhouse/console-kit/session/menu-visibility.ts';
import { consoleAreas } from '@packhouse/contract/shell/shell-routes.ts';
import { answers } from '@packhouse/testkit/console/answers.ts';
import { prepareConsole, renderArea, server } from '@packhouse/testkit/console/render-area.tsx';
import { screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, expect, it } from 'vitest';
import { readAreas } from '../areas/area-list.ts';
import { AdminMenuPage } from './admin-menu-page.tsx';

prepareConsole();

const people = { en: 'People' };
const line = (id: string, more: Partial<NavItem> = {}) => ({
  id,
  sidebar: 'administration' as const,
  label: { en: id },
  path: `/admin/${id}`,
  icon: 'user' as const,
  order: 1,
  requires: { role: 'administrator' as const },
  ...more,
});
const nav = [
  line('Users', { group: people }),
  line('Groups', { group: people }),
  line('Mail'),
  line('Rented', { requires: { role: 'administrator', cloudOnly: true } }),
  line('Scans', { requires: { role: 'administrator', service: 'xray' } }),
];
const path = '/admin/artifactory/list';
const show = () => renderArea([{ path, element: <AdminMenuPage /> }], path);

beforeEach(async () => {
  server.use(answers(consoleAreas, [{ id: 'some', title: { en: 'Some' }, paths: ['/admin'], nav, entry: '/some.js' }]));
  await readAreas();
});

it('ADMIN-026 shows grouped cards with a search', async () => {
  show();
  const card = within(await screen.findByRole('region', { name: 'People' }));
  expect(card.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual(['/admin/Users', '/admin/Groups']);
  expect(within(screen.getByRole('region', { name: 'General' })).getByRole('link', { name: 'Mail' })).toBeVisible();
  expect(screen.getByRole('searchbox', { name: 'Find a setting' })).toBeVisible();
});

it('ADMIN-027 marks what the search finds in the cards', async () => {
  const router = show();
  await userEvent.type(await screen.findByRole('searchbox', { name: 'Find a setting' }), 'ROU');
  expect((await screen.findByText('rou')).tagName).toBe('MARK');
  expect(screen.queryByText('Mail')).toBeNull();
  expect(router.state.location.search).toBe('?search=ROU');
  await userEvent.type(screen.getByRole('searchbox', { name: 'Find a setting' }), 'x');
  expect(await screen.findByText('Nothing fits the search')).toBeVisible();
});

it('ADMIN-028 leaves out what is hidden', async () => {
  show();
  await screen.findByText('Mail');
  expect(screen.queryByText('Rented')).toBeNull();
});

it('ADMIN-029 tells in a tooltip why a line is disabled', async () => {
  show();
  const off = await screen.findByRole('button', { name: /Scans/ });
  expect(off).toHaveAttribute('aria-disabled', 'true');
  await userEvent.hover(off);
  expect(await screen.findByText('The service Security scanning does not run here')).toBeVisible();
});
