import { call, query, queryClient } from '@packhouse/console-kit/calls/calls.ts';
import { session, setSession } from '@packhouse/console-kit/session/session.ts';
import { showLanguage } from '@packhouse/console-kit/words/i18n.ts';
import { AppError } from '@packhouse/contract/errors.ts';
import { repositoryWords } from '@packhouse/contract/repositories/repository-words.ts';
import { repositoryData } from '@packhouse/contract/shell/shell-routes.ts';
import { answers, refuses } from '@packhouse/testkit/console/answers.ts';
import { prepareConsole, renderArea, server } from '@packhouse/testkit/console/render-area.tsx';
import { useQuery } from '@tanstack/react-query';
import { act, cleanup, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, it } from 'vitest';
import { navItems } from '../areas/shell-nav.ts';
import { useNavigation } from '../navigation/navigation-state.ts';
import { watchQuotas } from '../navigation/quota-message.ts';
import { HelpDialogs } from './help-dialogs.tsx';
import { TopBar } from './top-bar.tsx';

prepareConsole();
afterEach(async () => {
  useNavigation.setState({ helpOpen: undefined });
  await showLanguage('en');
});

function Bar() {
  return (
    <>
      <TopBar />
      <HelpDialogs />
    </>
  );
}
const routes = [{ path: '/packages', element: <Bar /> }];

async function openMenu(button: RegExp | string): Promise<string[]> {
  await userEvent.click(screen.getByRole('button', { name: button }));
  const menu = screen.getByRole('menu');
  return [...within(menu).queryAllByRole('menuitem'), ...within(menu).queryAllByRole('menuitemradio')].map(({ textContent }) => textContent ?? '');
}

it('SHELL-093 the help menu leads to documentation, support zone and about; the bar menu to profile and logout under the name', async () => {
  renderArea(routes, '/packages', { profileUpdatable: true, email: 'admin@example.test' });
  expect(await openMenu('Help')).toEqual(expect.arrayContaining(['Documentation', 'Support zone', 'Copy as curl', 'Keyboard shortcuts?', 'About']));
  await userEvent.click(screen.getByRole('menuitem', { name: 'About' }));
  expect(screen.getByRole('dialog', { name: 'Packhouse' })).toBeVisible();
  await userEvent.keyboard('{Escape}');
  const bar = await openMenu(/Signed in as/);
  expect(bar[0]).toBe('Edit Profile');
  expect(bar).toContain('Log out');
  expect(screen.getByRole('menu')).toHaveTextContent('admin');
});

it('SHELL-101 links to help are absent where they are switched off, the profile where it may not be changed', async () => {
  renderArea(routes, '/packages', { features: { helpLinks: false }, profileUpdatable: false });
  const help = await openMenu('Help');
  expect(help).toContain('About');
  expect(help).not.toContain('Documentation');
  expect(help).not.toContain('Support zone');
  await userEvent.keyboard('{Escape}');
  expect(await openMenu(/Signed in as/)).not.toContain('Edit Profile');
});

it('SHELL-091 the interface switch changes the sidebar and is remembered', async () => {
  renderArea(routes, '/packages', { administrator: false, features: { navigationSwitch: true } });
  const lines = () => navItems('application', session()).map(({ id }) => id);
  expect(session().interface).toBe('unified');
  expect(lines()).toContain('overview');
  expect(lines()).not.toContain('set-me-up');
  await openMenu('Quick menu');
  await userEvent.click(screen.getByRole('menuitem', { name: 'Classic interface' }));
  expect(session().interface).toBe('classic');
  expect(localStorage.getItem('packhouse.interface')).toBe('classic');
  expect(lines()).toContain('set-me-up');
  expect(lines()).not.toContain('overview');
  expect(await openMenu('Quick menu')).toContain('Unified navigation');
});

it('UX-008 Copy as curl shows the calls behind the page', async () => {
  function Page() {
    useQuery(query(repositoryData, {}));
    return <Bar />;
  }
  server.use(answers(repositoryData, []));
  renderArea([{ path: '/packages', element: <Page /> }], '/packages');
  await openMenu('Help');
  await userEvent.click(screen.getByRole('menuitem', { name: 'Copy as curl' }));
  const dialog = await screen.findByRole('dialog', { name: 'Copy as curl' });
  expect(dialog).toHaveTextContent("curl -X GET 'https://packages.example.test/ui/api/v1/ui/repositoryData'");
  expect(queryClient.getQueryCache().findAll({ type: 'active' })).toHaveLength(1);
});

it('SHELL-104 says that the month’s data transfer is used up, with a way to more', async () => {
  const went: string[] = [];
  const stop = watchQuotas((path) => went.push(path));
  renderArea(routes, '/packages', { cloud: true });
  server.use(refuses(repositoryData, 'transfer_quota_exceeded'));
  await expect(call(repositoryData, {})).rejects.toBeInstanceOf(Error);
  const notice = await screen.findByRole('alert');
  expect(notice).toHaveTextContent('You have reached your monthly quota for Data Transfer');
  await userEvent.click(within(notice).getByRole('button', { name: 'Upgrade' }));
  expect(went).toEqual(['/cloud-subscription']);
  act(() => setSession({ cloud: false }));
  await expect(call(repositoryData, {})).rejects.toBeInstanceOf(Error);
  await userEvent.click(await screen.findByRole('button', { name: 'Upgrade' }));
  expect(went.at(-1)).toBe('/admin/monitoring/storage-summary');
  stop();
});

it('says that a storage quota is used up to those who can give more, with the way there', async () => {
  const went: string[] = [];
  const stop = watchQuotas((path) => went.push(path));
  renderArea(routes, '/packages');
  server.use(refuses(repositoryData, new AppError(repositoryWords.quota_reached, { name: 'libs', limit: '1.0 MB', held: '0.9 MB', incoming: '0.2 MB' })));
  await expect(call(repositoryData, {})).rejects.toBeInstanceOf(Error);
  const notice = await screen.findByRole('alert');
  expect(notice).toHaveTextContent('libs may hold 1.0 MB');
  await userEvent.click(within(notice).getByRole('button', { name: 'Show storage' }));
  expect(went).toEqual(['/admin/monitoring/storage-summary']);
  act(() => setSession({ administrator: false }));
  await expect(call(repositoryData, {})).rejects.toBeInstanceOf(Error);
  expect(screen.queryByRole('alert')).toBeNull();
  stop();
});

it('UX-005 the frame speaks German when that is chosen', async () => {
  renderArea(routes, '/packages');
  await openMenu(/Signed in as/);
  await userEvent.click(screen.getByRole('menuitemradio', { name: 'Deutsch' }));
  await expect.poll(() => document.documentElement.lang).toBe('de');
  cleanup();
  renderArea(routes, '/packages');
  expect(await openMenu('Hilfe')).toEqual(expect.arrayContaining(['Dokumentation', 'Unterstützung', 'Als curl kopieren', 'Tastenkürzel?', 'Über']));
});
