import { call } from '@packhouse/console-kit/calls/calls.ts';
import { nobody, setSession } from '@packhouse/console-kit/session/session.ts';
import { createGroup } from '@packhouse/contract/access/access-group-routes.ts';
import { createUser } from '@packhouse/contract/access/access-user-routes.ts';
import { reposStates } from '@packhouse/contract/repositories/onboarding-routes.ts';
import { createRepository, type Repository } from '@packhouse/contract/repositories/repository-routes.ts';
import { LocalSettings } from '@packhouse/contract/repositories/repository-settings.ts';
import { createPolicy, type Policy, type PolicyInput } from '@packhouse/contract/scanning/policy-routes.ts';
import { updateIndexedResources } from '@packhouse/contract/scanning/scanning-component-routes.ts';
import { updateUserCustomData } from '@packhouse/contract/shell/onboarding-user-routes.ts';
import { availablePackages, repositoryData } from '@packhouse/contract/shell/shell-routes.ts';
import { answers, refuses } from '@packhouse/testkit/console/answers.ts';
import { prepareConsole, renderArea, server } from '@packhouse/testkit/console/render-area.tsx';
import { ann } from '@packhouse/testkit/console/test-user.ts';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { quickEntries } from '../palette/quick-menu.ts';
import { useStartUp } from '../start-up/start-up.ts';
import { helpEntries } from './menu-entries.ts';
import { OnboardingLayer } from './onboarding-layer.tsx';
import { openQuickSetup, showOnboarding, useOnboarding } from './onboarding-state.ts';
import { nextStep, resetTracking, trackStep, useTracking } from './tracking.ts';

prepareConsole();

const repository: Repository = {
  key: 'team-npm',
  class: 'local',
  format: 'npm',
  description: '',
  url: 'https://packages.example.test/artifactory/team-npm/',
  createdAt: '2026-01-01T00:00:00Z',
  modifiedAt: '2026-01-01T00:00:00Z',
  settings: LocalSettings.parse({}),
  usedBy: [],
};
const at = '2026-01-01T00:00:00.000Z';
const blue = {
  name: 'blue',
  description: '',
  realm: 'internal',
  externalId: '',
  autoJoin: false,
  administrator: false,
  memberCount: 0,
  createdAt: at,
  members: [],
};
const severe: PolicyInput = {
  name: 'severe',
  type: 'security',
  description: '',
  rules: [{ name: 'severe', criteria: { min_severity: 'High' }, actions: {} }],
};
const policy: Policy = { ...severe, author: 'admin', created: at, modified: at, revision: 1, watches: [] };
const kept = { firstLogin: false, showPersonalization: false, playedVideos: [], feedback: {} };
let created: unknown[] = [];
let userData: unknown[] = [];

beforeEach(() => {
  created = [];
  userData = [];
  resetTracking();
  useOnboarding.setState(useOnboarding.getInitialState(), true);
  useStartUp.setState(useStartUp.getInitialState(), true);
  server.use(
    answers(availablePackages, ['npm', 'docker']),
    answers(createRepository, ({ body }) => {
      created.push(body);
      return repository;
    }),
    answers(updateUserCustomData, ({ body }) => {
      userData.push(body);
      return kept;
    }),
  );
});

const layer = (path = '/packages', session = {}) => renderArea([{ path: '/*', element: <OnboardingLayer /> }], path, session);

/** Chooses an entry of an administrator's quick menu. */
function choose(label: string) {
  const administrator = { ...nobody, kind: 'user' as const, administrator: true };
  const entry = quickEntries(administrator, () => undefined).find((one) => 'label' in one && one.label === label);
  act(() => (entry && 'onSelect' in entry ? entry.onSelect?.() : undefined));
}

describe('opening the quick setup', () => {
  const order = (change: object) => {
    const went: string[] = [];
    openQuickSetup({ path: '/packages', landingPage: true, navigate: (path) => went.push(path), ...change });
    return went;
  };
  it('ONB-002 leads to its page where the installation has it and the reader is elsewhere', () => {
    expect(order({})).toEqual(['/quick-setup']);
    expect(useOnboarding.getState().quickSetupVisible).toBe(false);
  });
  it('ONB-003 shows the panel otherwise, and resets the tracking only at request', () => {
    trackStep('user');
    for (const otherwise of [{ landingPage: false }, { path: '/quick-setup' }, { path: '/quick-setup/docker' }]) {
      showOnboarding({ quickSetupVisible: false });
      expect(order(otherwise)).toEqual([]);
      expect(useOnboarding.getState().quickSetupVisible).toBe(true);
    }
    expect(useTracking.getState().done).toEqual(['user']);
    order({ landingPage: false, reset: true });
    expect(useTracking.getState().done).toEqual([]);
  });
  it('SHELL-089 opens it from Getting Started, and the dialog from Quick Repository Creation', async () => {
    layer();
    choose('Getting Started');
    const panel = await screen.findByRole('dialog', { name: 'Quick setup' });
    await userEvent.click(within(panel).getByRole('button', { name: 'Close' }));
    choose('Quick Repository Creation');
    expect(await screen.findByRole('dialog', { name: 'Create repository' })).toBeVisible();
  });
  it('SHELL-089 leads to the page of the quick setup where it is switched on', async () => {
    const router = layer('/packages', { features: { quickDeployLandingPage: true } });
    act(() => showOnboarding({ quickSetupAsked: true }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/quick-setup'));
  });
  it('ONB-004 welcomes with a text and leads to the package types', async () => {
    const router = layer();
    act(() => showOnboarding({ quickSetupVisible: true }));
    expect(await screen.findByRole('heading', { name: 'Welcome to Packhouse' })).toBeVisible();
    expect(screen.getByText(/Choose what you work with/)).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Choose a package type' }));
    expect(router.state.location.pathname).toBe('/quick-setup');
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});

describe('what is created from the first steps', () => {
  it('ONB-005 creates a repository of a type, package type and key', async () => {
    layer();
    choose('Quick Repository Creation');
    await userEvent.click(await screen.findByRole('button', { name: 'Create' }));
    expect(screen.getByText('Choose a package type')).toBeVisible();
    expect(created).toEqual([]);
    await userEvent.click(await screen.findByRole('radio', { name: 'npm' }));
    await userEvent.type(screen.getByRole('textbox', { name: 'Key' }), 'team-npm');
    await userEvent.click(screen.getByRole('button', { name: 'Create' }));
    expect(await screen.findByRole('dialog', { name: 'The repository is there' })).toBeVisible();
    expect(created).toEqual([expect.objectContaining({ class: 'local', format: 'npm', key: 'team-npm' })]);
  });
  it('puts repositories of the same package type into a virtual one', async () => {
    const known = [
      { key: 'npm-local', class: 'local', format: 'npm' },
      { key: 'docker-local', class: 'local', format: 'docker' },
    ] as const;
    server.use(answers(repositoryData, [...known]));
    layer();
    act(() => showOnboarding({ creatingRepository: true }));
    await userEvent.click(await screen.findByRole('radio', { name: /^Virtual/ }));
    await userEvent.click(await screen.findByRole('radio', { name: 'npm' }));
    await userEvent.click(await screen.findByRole('checkbox', { name: 'npm-local' }));
    expect(screen.queryByRole('checkbox', { name: 'docker-local' })).toBeNull();
    await userEvent.type(screen.getByRole('textbox', { name: 'Key' }), 'npm');
    await userEvent.click(screen.getByRole('button', { name: 'Create' }));
    await waitFor(() => expect(created).toEqual([expect.objectContaining({ class: 'virtual', members: ['npm-local'] })]));
  });
  it('says why the server refuses, and keeps what was typed', async () => {
    server.use(refuses(createRepository, 'repository_exists'));
    layer();
    act(() => showOnboarding({ creatingRepository: true }));
    await userEvent.click(await screen.findByRole('radio', { name: /^Remote/ }));
    await userEvent.click(await screen.findByRole('radio', { name: 'npm' }));
    await userEvent.type(screen.getByRole('textbox', { name: 'Key' }), 'taken');
    await userEvent.type(screen.getByRole('textbox', { name: 'Upstream address' }), 'https://upstream.example.test');
    await userEvent.click(screen.getByRole('button', { name: 'Create' }));
    expect(await screen.findByText('A repository with this key already exists')).toBeVisible();
    expect(screen.getByRole('textbox', { name: 'Key' })).toHaveValue('taken');
  });
  it('says that a user is there who was begun here, and goes on to the group', async () => {
    server.use(answers(createUser, ann), answers(createGroup, blue));
    const router = layer();
    act(() => showOnboarding({ quickSetupVisible: true }));
    await userEvent.click(await screen.findByRole('button', { name: 'Create user' }));
    expect(router.state.location.pathname).toBe('/admin/management/users/new');
    await act(() => call(createUser, { body: { name: 'ann', password: 'Secret-pass-1' } }));
    const dialog = await screen.findByRole('dialog', { name: 'The user is there' });
    expect(within(dialog).getAllByRole('button', { name: 'Close' })).not.toHaveLength(0);
    await userEvent.click(within(dialog).getByRole('button', { name: 'Next' }));
    expect(router.state.location.pathname).toBe('/admin/management/groups/new');
    await act(() => call(createGroup, { body: { name: 'blue', members: [] } }));
    expect(await screen.findByRole('dialog', { name: 'The group is there' })).toBeVisible();
  });
  it('says of each of the five kinds of objects that it is there, made by its own call, and goes on to the next until all are', async () => {
    server.use(answers(createUser, ann), answers(createGroup, blue), answers(createPolicy, policy));
    server.use(answers(updateIndexedResources, { data: [], total_count: 0, builds: [] }));
    // As the server has it where something scans.
    const router = layer('/packages', { services: { xray: '1' }, features: { scanPolicies: true } });
    const steps = [
      ['The repository is there', '', () => call(createRepository, { body: { class: 'local', format: 'npm', key: 'team-npm' } })],
      ['The user is there', '/admin/management/users/new', () => call(createUser, { body: { name: 'ann', password: 'Secret-pass-1' } })],
      ['The group is there', '/admin/management/groups/new', () => call(createGroup, { body: { name: 'blue', members: [] } })],
      ['The policy is there', '/security/policies/new', () => call(createPolicy, { query: {}, body: severe })],
      ['The resources are indexed', '/admin/xray/indexed-resources', () => call(updateIndexedResources, { body: { indexed: ['team-npm'] } })],
    ] as const;
    choose('Quick Repository Creation');
    await screen.findByRole('dialog', { name: 'Create repository' });
    for (const [title, path, make] of steps) {
      if (path) expect(router.state.location.pathname).toBe(path);
      await act(async () => void (await make()));
      const dialog = await screen.findByRole('dialog', { name: title });
      expect(within(dialog).getAllByRole('button', { name: 'Close' })).not.toHaveLength(0);
      await userEvent.click(within(dialog).getByRole('button', { name: 'Next' }));
    }
    expect(await screen.findByRole('dialog', { name: 'All set' })).toBeVisible();
  });
  it('says nothing about a user who was created in the ordinary way', async () => {
    server.use(answers(createUser, ann));
    layer();
    await waitFor(() => expect(useTracking.getState().done).toEqual([]));
    await act(() => call(createUser, { body: { name: 'ann', password: 'Secret-pass-1' } }));
    expect(useTracking.getState().done).toEqual(['user']);
    expect(screen.queryByRole('dialog')).toBeNull();
  });
  it('ONB-007 ends when nothing is left to do', async () => {
    for (const step of ['repository', 'user', 'group'] as const) trackStep(step);
    layer();
    act(() => showOnboarding({ succeeded: 'group' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Next' }));
    expect(await screen.findByRole('dialog', { name: 'All set' })).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Finish' }));
    expect(screen.queryByRole('dialog')).toBeNull();
  });
  it('offers what is still to be done, from the last step on', () => {
    const offered = ['repository', 'user', 'group'] as const;
    expect(nextStep(offered, [], 'user')).toBe('group');
    expect(nextStep(offered, ['user', 'group'], 'group')).toBe('repository');
    expect(nextStep(offered, offered, 'group')).toBeUndefined();
  });
});

describe('the start', () => {
  it('notes once that somebody was greeted', async () => {
    layer();
    act(() => useStartUp.setState({ initialData: true, firstLogin: true }));
    await waitFor(() => expect(userData).toEqual([{ firstLogin: false }]));
  });
  it('ONB-017 starts the quick start by itself for an administrator of a cloud trial with only default repositories', async () => {
    server.use(answers(reposStates, { repoStates: [], onlyDefaultRepositories: true }));
    const router = layer();
    act(() => useStartUp.setState({ initialData: true, cloudTrial: true }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/quick-setup'));
  });
  it('ONB-017 leaves alone whoever has chosen another page meanwhile', async () => {
    const answer = Promise.withResolvers<void>();
    const page = Promise.withResolvers<void>();
    let asked = 0;
    server.use(
      answers(reposStates, async () => {
        asked += 1;
        await answer.promise;
        return { repoStates: [], onlyDefaultRepositories: true };
      }),
    );
    const loaded = async () => {
      await page.promise;
      return { Component: () => <h1>Chosen</h1> };
    };
    const router = renderArea(
      [
        { path: '/packages', element: <OnboardingLayer /> },
        { path: '/chosen', lazy: loaded },
        { path: '/quick-setup', element: <h1>Quick setup</h1> },
      ],
      '/packages',
    );
    act(() => useStartUp.setState({ initialData: true, cloudTrial: true }));
    await waitFor(() => expect(asked).toBe(1));
    act(() => void router.navigate('/chosen'));
    await act(async () => answer.resolve());
    await act(async () => page.resolve());
    expect(await screen.findByRole('heading', { name: 'Chosen' })).toBeVisible();
    expect(router.state.location.pathname).toBe('/chosen');
  });
  it('ONB-017 does not where repositories were made, for users, and on other installations', async () => {
    let asked = 0;
    server.use(
      answers(reposStates, () => {
        asked += 1;
        return { repoStates: [], onlyDefaultRepositories: false };
      }),
    );
    const router = layer();
    act(() => useStartUp.setState({ initialData: true, cloudTrial: true }));
    await waitFor(() => expect(asked).toBe(1));
    act(() => setSession({ administrator: false }));
    act(() => setSession({ administrator: true }));
    await waitFor(() => expect(asked).toBe(2));
    act(() => useStartUp.setState({ cloudTrial: false }));
    expect(router.state.location.pathname).toBe('/packages');
  });
  it('SHELL-022 opens the questionnaire where the flag is on', async () => {
    layer();
    expect(screen.queryByRole('dialog')).toBeNull();
    act(() => useStartUp.setState({ initialData: true, showPersonalization: true }));
    expect(await screen.findByRole('dialog', { name: 'Personalize' })).toBeVisible();
  });
});

describe('the walk through the console', () => {
  const walk = () => {
    layer();
    const entry = helpEntries({ kind: 'user', features: {} }).find((one) => 'label' in one && one.label === 'Walk me through');
    act(() => (entry && 'onSelect' in entry ? entry.onSelect?.() : undefined));
    return screen.findByRole('dialog', { name: 'Where everything is' });
  };
  it('SHELL-094 is 420 pixels wide', async () => expect(await walk()).toHaveStyle({ width: '420px' }));
  it('SHELL-095 stays when something beside it is clicked, and goes with its close button', async () => {
    const popup = await walk();
    await userEvent.click(document.body);
    expect(popup).toBeVisible();
    await userEvent.click(within(popup).getByRole('button', { name: 'Close' }));
    expect(screen.queryByRole('dialog')).toBeNull();
  });
  it('walks from stop to stop and back, and ends', async () => {
    await walk();
    await userEvent.click(screen.getByRole('button', { name: 'Next' }));
    expect(screen.getByRole('heading', { name: 'Search and commands' })).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Back' }));
    for (let stop = 0; stop < 4; stop++) await userEvent.click(screen.getByRole('button', { name: 'Next' }));
    await userEvent.click(screen.getByRole('button', { name: 'Done' }));
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});
