import { setSession } from '@packhouse/console-kit/session/session.ts';
import { listGroups } from '@packhouse/contract/access/access-group-routes.ts';
import { listUsers } from '@packhouse/contract/access/access-user-routes.ts';
import { listBuilds } from '@packhouse/contract/repositories/build-routes.ts';
import { listPackages } from '@packhouse/contract/repositories/package-routes.ts';
import { consoleAreas, repositoryData } from '@packhouse/contract/shell/shell-routes.ts';
import { answers, refuses } from '@packhouse/testkit/console/answers.ts';
import { prepareConsole, renderArea, server } from '@packhouse/testkit/console/render-area.tsx';
import { ann } from '@packhouse/testkit/console/test-user.ts';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { readAreas } from '../areas/area-list.ts';
import { useNavigation } from '../navigation/navigation-state.ts';
import { useStartUp } from '../start-up/start-up.ts';
import { CommandPalette } from './command-palette.tsx';

prepareConsole();
Element.prototype.scrollIntoView ??= () => undefined;

const routes = [{ path: '/start', Component: CommandPalette }];
const field = () => screen.getByRole('combobox');
const options = () => screen.queryAllByRole('option').map(({ textContent }) => textContent);
const headings = () => [...document.querySelectorAll('.ph-menu-heading')].map(({ textContent }) => textContent);

const at = '2026-01-01T00:00:00.000Z';
const zoe = { ...ann, name: 'zoe', email: 'zoe@example.test' };
const zookeepers = {
  name: 'zookeepers',
  description: '',
  realm: 'internal',
  externalId: '',
  autoJoin: false,
  administrator: false,
  memberCount: 0,
  createdAt: at,
};

function answerAll(): void {
  server.use(
    answers(repositoryData, [{ key: 'npm-local', class: 'local', format: 'npm' }]),
    answers(listPackages, {
      packages: [{ id: 'npm://zoo', name: 'zoo', packageType: 'npm', created: at, modified: at, versionsCount: 1, latestVersion: '1.0.0', description: null }],
      pageInfo: { hasNextPage: false, endCursor: null },
    }),
    answers(listBuilds, {
      items: [{ name: 'zoo-build', repository: 'b', lastNumber: '7', lastStarted: '2026-01-01T00:00:00Z', lastStartedMillis: 1, runs: 1 }],
    }),
    answers(listUsers, { items: [zoe], total: 1, next: null }),
    answers(listGroups, { items: [zookeepers], total: 1, next: null }),
  );
}

describe('the command palette', () => {
  beforeEach(() => {
    useStartUp.setState({ projects: [{ key: 'red', name: 'Red', administrator: false }] });
    useNavigation.setState({ paletteOpen: true, helpOpen: undefined });
    answerAll();
  });

  it('UX-006 finds packages, builds, users and groups, each group under one heading, and goes there by keyboard', async () => {
    const router = renderArea(routes, '/start');
    await userEvent.type(field(), 'zo');
    await waitFor(() => expect(options()).toEqual(expect.arrayContaining(['zoo1.0.0', 'zoo-build7', 'zoezoe@example.test', 'zookeepers'])));
    expect(new Set(headings()).size).toBe(headings().length);
    const wanted = options().indexOf('zoo-build7');
    await userEvent.keyboard('{ArrowDown}'.repeat(wanted));
    expect(field()).toHaveAttribute('aria-activedescendant', screen.getByRole('option', { selected: true }).id);
    await userEvent.keyboard('{Enter}');
    expect(router.state.location.pathname + router.state.location.search).toBe('/builds/zoo-build?buildRepo=b');
    expect(useNavigation.getState().paletteOpen).toBe(false);
  });

  it('UX-006 offers administrators what others are not shown, and asks the server nothing about people for others', async () => {
    server.use(refuses(listUsers, 'forbidden'), refuses(listGroups, 'forbidden'));
    renderArea(routes, '/start', { administrator: false, name: 'bob' });
    await userEvent.type(field(), 'zo');
    await waitFor(() => expect(options()).toContain('zoo1.0.0'));
    expect(options().some((text) => /zoe|zookeepers|All settings/.test(text ?? ''))).toBe(false);
    expect(screen.queryByText('Not everything could be searched')).toBeNull();
  });

  it('offers the settings of a project only where one is chosen', async () => {
    const line = { id: 'members', sidebar: 'project', label: { en: 'Its members' }, path: '/project/members', icon: 'group', order: 0 };
    server.use(answers(consoleAreas, [{ id: 'access', title: { en: 'Access' }, paths: ['/project'], nav: [line], entry: '/area.js' }]));
    await readAreas();
    renderArea(routes, '/start');
    await userEvent.type(field(), 'its members');
    expect(options()).not.toContain('Its members');
    act(() => setSession({ projectKey: 'red' }));
    expect(options()).toContain('Its members');
  });

  it('UX-006 does things: theme, language, project, curl, token, signing out', async () => {
    const router = renderArea(routes, '/start');
    for (const [typed, label] of [
      ['deutsch', /Deutsch/],
      ['dark', /Dark/],
      ['red', /Red/],
      ['generate tok', /Generate token/],
      ['sign out', /Log ?out|Sign out/i],
      ['curl', /Copy as curl/],
    ] as const) {
      await userEvent.clear(field());
      await userEvent.type(field(), typed === 'sign out' ? 'out' : typed);
      expect(
        within(screen.getByRole('listbox'))
          .getAllByRole('option')
          .some(({ textContent }) => label.test(textContent ?? '')),
        typed,
      ).toBe(true);
    }
    await userEvent.keyboard('{Enter}');
    expect(useNavigation.getState().helpOpen).toBe('curl');
    expect(router.state.location.pathname).toBe('/start');
  });

  it('UX-006 remembers where one went, and says so when something could not be searched', async () => {
    renderArea(routes, '/start');
    await userEvent.type(field(), 'npm-local');
    await waitFor(() => expect(options()).toContain('npm-locallocal'));
    await userEvent.keyboard('{Enter}');
    await screen.findByText('elsewhere');
    server.use(refuses(listBuilds, 'internal'));
    renderArea(routes, '/start');
    expect(headings()[0]).toBe('Recent');
    expect(options()[0]).toBe('npm-local');
    await userEvent.type(field(), 'zo');
    expect(await screen.findByText('Not everything could be searched')).toBeVisible();
  });
});
