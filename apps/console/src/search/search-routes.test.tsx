import { type Session, setSession } from '@packhouse/console-kit/session/session.ts';
import { readSearch } from '@packhouse/contract/repositories/search-query.ts';
import { searchSuggestions } from '@packhouse/contract/repositories/search-routes.ts';
import { answers } from '@packhouse/testkit/console/answers.ts';
import { prepareConsole, renderArea, server } from '@packhouse/testkit/console/render-area.tsx';
import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it } from 'vitest';
import { Unmatched } from '../areas/area-failure.tsx';
import { GlobalSearch } from './global-search.tsx';
import { recentSearches } from './recent-searches.ts';

prepareConsole();

const everything: Partial<Session> = {
  licenceType: 'ENTERPRISE_PLUS',
  services: { artifactory: '1', distribution: '1', xray: '1', pipelines: '1' },
  features: { coldStorage: true, toolbarSearch: true },
};
/** The top bar over what the shell shows at an address that no area has taken. */
const page = (
  <>
    <GlobalSearch />
    <Unmatched />
  </>
);
const show = (session: Partial<Session>, path = '/xray') =>
  renderArea(
    [
      { path: '/artifactSearchResults', element: <GlobalSearch /> },
      { path: '/artifactoryRetention/search', element: <GlobalSearch /> },
      { path: '*', element: page },
    ],
    path,
    session,
  );
const scopes = async () => {
  await userEvent.click(screen.getByRole('button', { name: /^Search in/ }));
  return screen.getAllByRole('menuitemradio').map((item) => item.textContent);
};

beforeEach(() => server.use(answers(searchSuggestions, { packages: [], artifacts: [], builds: [], repositories: [] })));

/** Searches in a scope where all services are registered; answers the address of the results. */
async function searchIn(scope: string, text: string): Promise<string> {
  const router = show(everything);
  expect(await scopes()).toContain(scope);
  await userEvent.click(screen.getByRole('menuitemradio', { name: scope }));
  await userEvent.type(screen.getByRole('combobox'), `${text}{Enter}`);
  expect(screen.getByRole('button', { name: `Search in: ${scope}` })).toBeInTheDocument();
  return router.state.location.pathname + router.state.location.search;
}
/** The scope is not offered where its service is not registered. */
async function notOfferedWithout(change: Partial<Session>, scope: string): Promise<void> {
  await userEvent.keyboard('{Escape}');
  act(() => setSession(change));
  expect(await scopes()).not.toContain(scope);
}
const services = (...names: string[]) => ({ services: Object.fromEntries(names.map((name) => [name, '1'])) });

it('SRCH-001 packages lead to the packages view with the query', async () => {
  expect(await searchIn('Packages', 'left pad')).toBe('/packages?q=left+pad');
});

it('SRCH-001 SRCH-018 packages lead to the packages view with every filter, and come back to the field', async () => {
  const line = 'pad pkg:npm,maven repo:libs tags:a licenses:MIT version:1.* checksum:ab path:x';
  const address = await searchIn('Packages', line);
  expect(new URLSearchParams(address.split('?')[1]).getAll('type')).toEqual(['npm', 'maven']);
  expect(new URLSearchParams(address.split('?')[1]).get('filters')).toBe('checksum:ab licenses:MIT path:x version:1.* tags:a');
  expect(readSearch((screen.getByRole('combobox') as HTMLInputElement).value)).toEqual(readSearch(line));
});

it('SRCH-002 artifacts lead to the artifact search results', async () => {
  expect(await searchIn('Artifacts', 'left pad')).toBe('/artifactSearchResults?query=name%3A%22left+pad%22');
});

it('SRCH-003 builds lead to the list of builds with all that was searched for, and come back to the field', async () => {
  expect(await searchIn('Builds', 'left pad repo:x')).toBe('/builds?name=left+pad+repo%3Ax');
  expect(screen.getByRole('combobox')).toHaveValue('left pad repo:x');
  expect(recentSearches('admin')[0]).toMatchObject({ type: 'builds', searchModel: { name: 'left pad repo:x', filters: {} } });
});

it('SRCH-004 release bundles lead to the bundles of the distribution service, where it is registered', async () => {
  expect(await searchIn('Release bundles', 'shop')).toBe('/bundles/source?query=shop');
  expect(screen.getByRole('heading', { level: 1, name: 'Distribution' })).toBeVisible();
  await notOfferedWithout(services('xray', 'pipelines'), 'Release bundles');
});

it.each(['/bundles/source', '/bundles/target', '/release-bundles/source', '/release-bundles/target'])(
  'REL-010 at %s the search is one for release bundles',
  (path) => {
    show(everything, `${path}?query=shop`);
    expect(screen.getByRole('button', { name: 'Search in: Release bundles' })).toBeInTheDocument();
    expect(screen.getByRole('combobox')).toHaveValue('shop');
  },
);

it('SRCH-005 security leads to the security search results of the scanning service, where it is registered', async () => {
  expect(await searchIn('Security', 'CVE-1')).toBe('/xray/search?query=CVE-1');
  expect(screen.getByRole('heading', { level: 1, name: 'Security search' })).toBeVisible();
  await notOfferedWithout(services('distribution', 'pipelines'), 'Security');
});

it('SRCH-006 the archive leads to the search of the retention, where cold storage is on', async () => {
  expect(await searchIn('Archive', 'old')).toBe('/artifactoryRetention/search?query=old');
  await notOfferedWithout({ features: { toolbarSearch: true } }, 'Archive');
});

it('SRCH-007 pipelines lead to their search results, where their service is registered', async () => {
  expect(await searchIn('Pipelines', 'deploy')).toBe('/pipelinesSearchResults?query=deploy');
  expect(screen.getByRole('heading', { level: 1, name: 'Pipelines search' })).toBeVisible();
  await notOfferedWithout(services('distribution', 'xray'), 'Pipelines');
});
