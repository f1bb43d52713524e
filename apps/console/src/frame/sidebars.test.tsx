import { nobody, type Session, setSession } from '@packhouse/console-kit/session/session.ts';
import { consoleAreas } from '@packhouse/contract/shell/shell-routes.ts';
import { answers } from '@packhouse/testkit/console/answers.ts';
import { prepareConsole, server, signIn } from '@packhouse/testkit/console/render-area.tsx';
import { act, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { beforeEach, expect, it, vi } from 'vitest';
import { readAreas } from '../areas/area-list.ts';
import { navItems, sidebarsFor } from '../areas/shell-nav.ts';
import { useNavigation } from '../navigation/navigation-state.ts';
import { getRole, roles } from '../navigation/role.ts';
import { useStartUp } from '../start-up/start-up.ts';
import { Rail } from './rail.tsx';

prepareConsole();

const user: Session = { ...nobody, kind: 'user', name: 'ann' };
const admin: Session = { ...user, administrator: true };
const projectLines = ['general', 'members', 'groups', 'repositories', 'environments'].map((id, order) => ({
  id,
  sidebar: 'project',
  label: { en: id },
  path: `/project/${id}`,
  icon: 'folder',
  order,
  requires: { role: 'projectAdministrator' },
}));
const area = {
  id: 'access',
  title: { en: 'Access' },
  paths: ['/admin'],
  nav: [
    { id: 'users', sidebar: 'administration', label: { en: 'Users' }, path: '/admin/users', icon: 'user', order: 1, requires: { role: 'administrator' } },
    ...projectLines,
  ],
  entry: '/area.js',
};

beforeEach(async () => {
  server.use(answers(consoleAreas, [area]));
  await readAreas();
  useStartUp.setState({ projects: [] });
});

function showRail(path: string) {
  const router = createMemoryRouter([{ path: '*', element: <Rail /> }], { initialEntries: [path] });
  render(<RouterProvider router={router} />);
  return router;
}
const switchNames = () => screen.getByRole('navigation', { name: 'Choose a sidebar' }).textContent;

it('SHELL-099 the lines of the sidebar change with the interface', () => {
  signIn({ ...user, interface: 'unified' });
  showRail('/packages');
  expect(screen.getByRole('link', { name: 'Overview' })).toBeVisible();
  expect(screen.queryByRole('link', { name: 'Set Me Up' })).toBeNull();
  act(() => setSession({ interface: 'classic' }));
  expect(screen.queryByRole('link', { name: 'Overview' })).toBeNull();
  expect(screen.getByRole('link', { name: 'Set Me Up' })).toHaveAttribute('href', '/set-me-up');
});

it('SHELL-002 there are four roles, and everybody has exactly one of them', () => {
  expect([...roles].sort()).toEqual(['administrator', 'anonymous', 'projectAdministrator', 'user']);
  expect(getRole(nobody)).toBe('anonymous');
  expect(getRole({ ...nobody, kind: 'anonymous' })).toBe('anonymous');
  expect(getRole(user)).toBe('user');
  expect(getRole(admin)).toBe('administrator');
  expect(getRole({ ...user, managesProject: true, projectKey: 'red' })).toBe('projectAdministrator');
});

it('SHELL-080 offers Application, and Administration to those who reach at least one of its pages', () => {
  expect(sidebarsFor(user)).toEqual(['application']);
  expect(sidebarsFor(admin)).toEqual(['application', 'administration']);
});

it('SHELL-081 SHELL-004 offers Project Settings instead when a project is chosen that the user administers', () => {
  const manager = { ...user, managesProject: true, projectKey: 'red' };
  expect(sidebarsFor(manager)).toEqual(['application', 'project']);
  expect(sidebarsFor({ ...manager, projectKey: undefined })).toEqual(['application']);
  expect(sidebarsFor({ ...manager, managesProject: false })).toEqual(['application']);
  expect(sidebarsFor({ ...admin, managesProject: true, projectKey: 'red' })).toEqual(['application', 'project']);
});

it('SHELL-079 there are three sidebars: Application, Administration and Project Settings', () => {
  signIn();
  showRail('/packages');
  expect(switchNames()).toBe('ApplicationAdministration');
  act(() => setSession({ managesProject: true, projectKey: 'red' }));
  expect(switchNames()).toBe('ApplicationProject Settings');
});

it('a service that arrives replaces the lines that the shell keeps for it', async () => {
  const running = { ...admin, services: { mc: '1' } };
  const topology = () => navItems('administration', running).filter(({ path }) => path === '/admin/mission_control/topology');
  expect(topology()).toMatchObject([{ label: { en: 'Topology' } }]);
  expect(navItems('administration', admin).some(({ path }) => path === '/admin/mission_control/topology')).toBe(false);
  const own = { id: 'topology', sidebar: 'administration', label: { en: 'Map' }, path: '/admin/mission_control/topology', icon: 'network', order: 1 };
  server.use(answers(consoleAreas, [{ ...area, nav: [own] }]));
  await readAreas();
  expect(topology()).toMatchObject([{ label: { en: 'Map' } }]);
});

it('SHELL-082 the sidebar collapses, and stays so when going elsewhere and coming back', async () => {
  signIn();
  const router = showRail('/packages');
  await userEvent.click(screen.getByRole('button', { name: 'Collapse the sidebar' }));
  expect(useNavigation.getState().collapsed).toBe(true);
  await act(() => router.navigate('/overview'));
  expect(useNavigation.getState().collapsed).toBe(true);
  expect(localStorage.getItem('packhouse.rail')).toBe('collapsed');
  act(() => useNavigation.getState().toggleCollapsed());
  expect(localStorage.getItem('packhouse.rail')).toBe('expanded');
});

it('brings the line of the current page into view', async () => {
  const seen: (string | null)[] = [];
  Element.prototype.scrollIntoView = function (this: Element) {
    seen.push(this.textContent);
  };
  signIn();
  const router = showRail('/packages');
  expect(seen).toEqual([]);
  await act(() => router.navigate('/admin/users'));
  expect(seen.at(-1)).toBe('Users');
});

it('SHELL-078 the state of navigation follows the address', async () => {
  signIn();
  const router = showRail('/packages');
  expect(useNavigation.getState()).toMatchObject({ activeSidebar: 'application', collapsed: false, quickSetupVisible: false, setMeUpVisible: false });
  expect(useNavigation.getState()).toHaveProperty('logoSource');
  await act(() => router.navigate('/admin/users'));
  expect(useNavigation.getState()).toMatchObject({ activeSidebar: 'administration' });
  await act(() => router.navigate('/quick-setup'));
  expect(useNavigation.getState()).toMatchObject({ activeSidebar: 'application', quickSetupVisible: true, setMeUpVisible: false });
  await act(() => router.navigate('/set-me-up'));
  expect(useNavigation.getState()).toMatchObject({ quickSetupVisible: false, setMeUpVisible: true });
});

it('SHELL-004 the switcher chooses a project or all of them; choosing one that the user administers brings its settings', async () => {
  signIn({ administrator: false });
  useStartUp.setState({
    projects: [
      { key: 'red', name: 'Red', administrator: true },
      { key: 'blue', name: 'Blue', administrator: false },
    ],
  });
  showRail('/packages');
  await userEvent.click(screen.getByRole('button', { name: 'Project: All projects' }));
  await userEvent.click(screen.getByRole('menuitemradio', { name: /Red/ }));
  expect(switchNames()).toBe('ApplicationProject Settings');
  expect(localStorage.getItem('packhouse.project')).toBe('red');
  await userEvent.click(screen.getByRole('button', { name: 'Project: Red' }));
  await userEvent.click(screen.getByRole('menuitemradio', { name: /Blue/ }));
  expect(screen.queryByRole('navigation', { name: 'Choose a sidebar' })).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Project: Blue' }));
  await userEvent.click(screen.getByRole('menuitemradio', { name: 'All projects' }));
  expect(localStorage.getItem('packhouse.project')).toBeNull();
});

it('goes from line to line in browsers whose scrolling answers a promise', async () => {
  Element.prototype.scrollIntoView = vi.fn(async () => undefined) as never;
  setSession(admin);
  const router = showRail('/admin/users');
  await screen.findByRole('link', { name: 'Users' });
  await act(() => router.navigate('/packages'));
  await act(() => router.navigate('/admin/users'));
  expect(screen.getByRole('link', { name: 'Users' })).toHaveAttribute('aria-current', 'page');
  expect(Element.prototype.scrollIntoView).toHaveBeenCalled();
  Reflect.deleteProperty(Element.prototype, 'scrollIntoView');
});
