import { type Session, setSession } from '@packhouse/console-kit/session/session.ts';
import { searchSuggestions } from '@packhouse/contract/repositories/search-routes.ts';
import { answers } from '@packhouse/testkit/console/answers.ts';
import { prepareConsole, renderArea, server } from '@packhouse/testkit/console/render-area.tsx';
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { GlobalSearch } from './global-search.tsx';
import { recentSearches } from './recent-searches.ts';
import { effectiveScope, isScopeDisabled, isScopeVisible, resultsPath, scopeIds } from './search-scopes.ts';

prepareConsole();

const nothingFound = answers(searchSuggestions, { packages: [], artifacts: [], builds: [], repositories: [] });
const show = (path = '/', session: Partial<Session> = {}) => renderArea([{ path: '*', element: <GlobalSearch /> }], path, session);
const field = () => screen.getByRole('combobox');
const everything: Partial<Session> = {
  licenceType: 'ENTERPRISE_PLUS',
  services: { distribution: '1', xray: '1', pipelines: '1' },
  features: { coldStorage: true, toolbarSearch: true },
};
async function chooseScope(name: string) {
  await userEvent.click(screen.getByRole('button', { name: /^Search in/ }));
  await userEvent.click(screen.getByRole('menuitemradio', { name }));
}
async function search(text: string) {
  await userEvent.clear(field());
  await userEvent.type(field(), `${text.replace(/[{[]/g, '$&$&')}{Enter}`);
}
const visible = (session: Partial<Session>) => {
  const whole = { kind: 'user', projectKey: undefined, features: {}, services: {}, licenceType: 'OSS', lightweight: false, ...session } as Session;
  return scopeIds.filter((id) => isScopeVisible(id, whole));
};

it('SRCH-008 shows release bundles only with distribution and an edge or enterprise-plus licence', () => {
  for (const licenceType of ['EDGE', 'EDGE_TRIAL', 'ENTERPRISE_PLUS', 'ENTERPRISE_PLUS_TRIAL'] as const) {
    expect(visible({ licenceType, services: { distribution: '1' } })).toContain('releaseBundles');
    expect(visible({ licenceType })).not.toContain('releaseBundles');
  }
  for (const licenceType of ['OSS', 'COMMERCIAL', 'ENTERPRISE'] as const)
    expect(visible({ licenceType, services: { distribution: '1' } })).not.toContain('releaseBundles');
});

it('SRCH-009 SRCH-010 shows security only with scanning and a commercial licence, to visitors only where they may see scans', () => {
  const licences = [
    'COMMERCIAL',
    'COMMERCIAL_X',
    'TRIAL',
    'ENTERPRISE',
    'ENTERPRISE_X',
    'EDGE',
    'EDGE_TRIAL',
    'ENTERPRISE_PLUS',
    'ENTERPRISE_PLUS_TRIAL',
  ] as const;
  for (const licenceType of licences) expect(visible({ licenceType, services: { xray: '1' } })).toContain('security');
  expect(visible({ licenceType: 'OSS', services: { xray: '1' } })).not.toContain('security');
  expect(visible({ licenceType: 'TRIAL' })).not.toContain('security');
  const visitor = { kind: 'anonymous', licenceType: 'TRIAL', services: { xray: '1' } } as const;
  expect(visible(visitor)).not.toContain('security');
  expect(visible({ ...visitor, features: { anonymousScanning: true } })).toContain('security');
});

it('SRCH-011 SRCH-012 shows the archive with cold storage and pipelines with the toolbar search', () => {
  expect(visible({ features: { coldStorage: true } })).toContain('archive');
  expect(visible({ features: { coldStorage: false } })).not.toContain('archive');
  expect(visible({ features: { toolbarSearch: true }, services: { pipelines: '1' } })).toContain('pipelines');
  expect(visible({ features: { toolbarSearch: false }, services: { pipelines: '1' } })).not.toContain('pipelines');
});

it('SRCH-013 keeps packages and artifacts on lightweight instances', () => {
  expect(visible({ ...everything, lightweight: true })).toEqual(['packages', 'artifacts']);
  expect(visible(everything)).toEqual([...scopeIds]);
});

it('SRCH-015 SRCH-030 rests where a scope cannot search within the chosen project', async () => {
  const inProject = { projectKey: 'proj' };
  expect(scopeIds.filter((id) => !isScopeDisabled(id, inProject))).toEqual(['packages', 'artifacts', 'builds']);
  server.use(nothingFound);
  const router = show('/xray/search?query=x', everything);
  act(() => setSession(inProject));
  expect(field()).toBeDisabled();
  await userEvent.type(field(), 'more{Enter}');
  expect(router.state.location.search).toBe('?query=x');
  expect(recentSearches('admin')).toEqual([]);
});

it('SRCH-031 SRCH-036 SRCH-037 keeps a search in this browser, for this user, then shows its results', async () => {
  server.use(nothingFound);
  const router = show();
  await chooseScope('Artifacts');
  await search('tool repo:libs');
  expect(router.state.location.pathname).toBe('/artifactSearchResults');
  expect(recentSearches('admin')).toEqual([
    {
      type: 'artifacts',
      queryString: 'tool repo:libs',
      searchModel: { name: 'tool', filters: { repositories: ['libs'] } },
      context: '',
      id: expect.any(String),
    },
  ]);
  expect(recentSearches('somebody')).toEqual([]);
  expect(recentSearches('anonymous')).toEqual([]);
});

it('SRCH-029 keeps five searches and drops the oldest', async () => {
  server.use(nothingFound);
  show();
  for (const text of ['one', 'two', 'three', 'four', 'five', 'six', 'four']) await search(text);
  expect(recentSearches('admin').map(({ queryString }) => queryString)).toEqual(['four', 'six', 'five', 'three', 'two']);
});

it('SRCH-032 keeps no blank search', async () => {
  const router = show('/elsewhere');
  await search('   ');
  expect(router.state.location.pathname).toBe('/packages');
  expect(recentSearches('admin')).toEqual([]);
});

it('SRCH-033 falls back to the quick artifact search without the archive', () => {
  const session = { kind: 'user', features: { coldStorage: false }, services: {}, projectKey: undefined } as unknown as Session;
  expect(effectiveScope('archive', session)).toBe('artifacts');
  expect(resultsPath(effectiveScope('archive', session), { name: 'x', filters: {} })).toBe('/artifactSearchResults?query=x');
  expect(effectiveScope('archive', { ...session, features: { coldStorage: true } })).toBe('archive');
});

it('SRCH-034 another scope or kind of search keeps the name and drops the filters', async () => {
  server.use(nothingFound);
  show();
  await userEvent.type(field(), 'tool repo:libs');
  await chooseScope('Artifacts');
  expect(field()).toHaveValue('tool');
  await userEvent.type(field(), ' path:org');
  await userEvent.click(screen.getByRole('button', { name: /^Search by/ }));
  await userEvent.click(screen.getByRole('menuitemradio', { name: 'Property' }));
  expect(field()).toHaveValue('tool');
});

it('SRCH-035 clears words and filters', async () => {
  server.use(nothingFound);
  const router = show();
  await userEvent.click(screen.getByRole('button', { name: /^Package type/ }));
  await userEvent.click(screen.getByRole('menuitemradio', { name: 'npm' }));
  await userEvent.type(field(), 'pad');
  await userEvent.click(screen.getByRole('button', { name: 'Clear the search' }));
  expect(field()).toHaveValue('');
  await search('tool');
  expect(router.state.location.search).toBe('?q=tool');
});

it('SRCH-028 narrows packages to seven types', async () => {
  server.use(nothingFound);
  const router = show();
  await userEvent.click(screen.getByRole('button', { name: /^Package type/ }));
  expect(screen.getAllByRole('menuitemradio').map((item) => item.textContent)).toEqual(['All package types', 'Docker', 'npm', 'Maven', 'Go', 'NuGet', 'Helm']);
  await userEvent.click(screen.getByRole('menuitemradio', { name: 'npm' }));
  await search('pad');
  expect(router.state.location.search).toBe('?q=pad&type=npm');
});

it('SRCH-038 a recent search comes back whole and runs', async () => {
  server.use(nothingFound);
  const router = show();
  await chooseScope('Artifacts');
  await search('tool repo:libs');
  await chooseScope('Packages');
  await search('pad');
  await userEvent.click(screen.getByRole('button', { name: 'Clear the search' }));
  await userEvent.click(field());
  await userEvent.click(await screen.findByRole('option', { name: /tool repo:libs/ }));
  expect(router.state.location.pathname + router.state.location.search).toBe('/artifactSearchResults?query=tool+repo%3Alibs');
  expect(field()).toHaveValue('tool repo:libs');
  expect(screen.getByRole('button', { name: 'Search in: Artifacts' })).toBeInTheDocument();
});

it('suggests while somebody types, by keyboard too', async () => {
  server.use(
    answers(searchSuggestions, ({ query }) => ({
      packages: query.get('text') === 'pa' ? [{ id: 'npm://pad', name: 'pad', format: 'npm' as const }] : [],
      artifacts: [],
      builds: [],
      repositories: [],
    })),
  );
  const router = show();
  await userEvent.type(field(), 'pa');
  await screen.findByRole('option', { name: /^pad/ });
  await userEvent.keyboard('{ArrowDown}{ArrowDown}{Enter}');
  await waitFor(() => expect(router.state.location.pathname).toBe('/packages/npm%3A%2F%2Fpad'));
  expect(screen.queryByRole('listbox')).not.toBeInTheDocument();
});
