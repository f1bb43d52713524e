import { listReleaseBundles, type ReleaseBundleSummary } from '@packhouse/contract/distribution/release-bundle-routes.ts';
import { listRepositoryInfo } from '@packhouse/contract/repositories/repository-info-routes.ts';
import { answers, refuses } from '@packhouse/testkit/console/answers.ts';
import { prepareConsole, renderArea, server } from '@packhouse/testkit/console/render-area.tsx';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { distributionScreens } from '../distribution-screens.ts';
import { manifest } from '../manifest.ts';

prepareConsole();

const bundle: ReleaseBundleSummary = {
  name: 'shop',
  version: '1.2.0',
  type: 'source',
  state: 'SIGNED',
  status: 'In progress',
  description: '',
  files: 3,
  bytes: 12_000,
  createdAt: '2026-11-01T00:00:00.000Z',
  createdBy: 'ann',
  signedAt: '2026-11-01T00:00:05.000Z',
};
const here = { services: { distribution: '2.16.0' }, licenceType: 'ENTERPRISE_PLUS' } as const;

/** Answers the lists; what was asked of them, in order. */
function lists(bundles: ReleaseBundleSummary[]): string[] {
  const asked: string[] = [];
  server.use(
    answers(listReleaseBundles, ({ query }) => {
      asked.push(query.toString());
      const items = bundles.filter(({ type }) => type === query.get('type'));
      return { items, total: items.length, next: null };
    }),
  );
  return asked;
}

describe('release bundles', () => {
  it('REL-002 REL-012 REL-013 lists those made here and those received, each on its tab, by name, version, created and status', async () => {
    expect(listReleaseBundles.url).toBe('/ui/api/v1/distribution/api/ui/release_bundles');
    const asked = lists([bundle, { ...bundle, name: 'received', type: 'target', status: 'Completed' }]);
    const router = renderArea(distributionScreens, '/release-bundles/source', here);
    const table = await screen.findByRole('table', { name: 'Release bundles made here' });
    const row = (await within(table).findByRole('link', { name: 'shop' })).closest('tr');
    for (const text of ['1.2.0', 'Signed', 'In progress', '3']) expect(row).toHaveTextContent(text);
    for (const name of ['Name', 'Version', 'Created', 'Status']) expect(within(table).getByRole('columnheader', { name })).toBeVisible();
    expect(within(table).getByRole('link', { name: 'shop' })).toHaveAttribute('href', '/release-bundles/source/shop/1.2.0');
    await userEvent.click(screen.getByRole('link', { name: 'Target' }));
    expect(await screen.findByRole('link', { name: 'received' })).toHaveAttribute('href', '/release-bundles/target/received/1.2.0');
    expect(router.state.location.pathname).toBe('/release-bundles/target');
    expect(asked).toEqual(['type=source', 'type=target']);
  });

  it('SHELL-070 REL-004 has its page at the main route too, under its title', async () => {
    lists([bundle]);
    expect(distributionScreens.find(({ id }) => id === 'distribution.main')?.path).toBe('/bundles/:activeTab?');
    const router = renderArea(distributionScreens, '/bundles/source', here);
    expect(await screen.findByRole('link', { name: 'shop' })).toBeVisible();
    expect(document.title).toBe('Distribution');
    await userEvent.click(screen.getByRole('link', { name: 'Target' }));
    expect(router.state.location.pathname).toBe('/bundles/target');
  });

  it('looks for what the address says, and puts what is typed into it', async () => {
    const asked = lists([bundle]);
    server.use(answers(listRepositoryInfo, [{ repoKey: 'release-bundles', repoType: 'distribution', isDefault: true }]));
    const router = renderArea(distributionScreens, '/release-bundles/target?query=sho', here);
    expect(await screen.findByText('No release bundle fits')).toBeVisible();
    expect(screen.getByRole('searchbox')).toHaveValue('sho');
    expect(asked).toEqual(['type=target&search=sho']);
    await userEvent.type(screen.getByRole('searchbox'), 'p');
    expect(router.state.location.search).toBe('?query=shop');
    await userEvent.click(screen.getByRole('button', { name: 'Clear search' }));
    expect(await screen.findByText('No release bundles received yet')).toBeVisible();
    expect(router.state.location.search).toBe('');
  });

  it('REL-011 REL-014 a search where no repository keeps release bundles says so, and leads to where one is created', async () => {
    lists([]);
    expect(listRepositoryInfo.url).toBe('/ui/api/v1/ui/repositories/info');
    const asked: string[] = [];
    server.use(
      answers(listRepositoryInfo, ({ query }) => {
        asked.push(query.toString());
        return [];
      }),
    );
    renderArea(distributionScreens, '/release-bundles/source?query=shop', here);
    expect(await screen.findByText('No distribution repositories are configured')).toBeVisible();
    expect(screen.getByRole('link', { name: 'New distribution repository' })).toHaveAttribute('href', '/admin/distribution/settings?create=1');
    expect(asked).toEqual(['type=distribution']);
  });

  it('says what there is not, what would change that, and who may not', async () => {
    lists([]);
    renderArea(distributionScreens, '/release-bundles/source', {
      ...here,
      administrator: false,
      actions: { repository: [], build: [], releaseBundle: ['read'] },
    });
    expect(await screen.findByText('No release bundles yet')).toBeVisible();
    const [button] = screen.getAllByRole('button', { name: 'New release bundle' });
    expect(button).toHaveAttribute('aria-disabled', 'true');
  });

  it('says when it cannot be asked', async () => {
    server.use(refuses(listReleaseBundles, 'unauthenticated'));
    renderArea(distributionScreens, '/release-bundles/source', here);
    expect(await screen.findByText('Sign in to continue')).toBeVisible();
  });

  it('keeps its menu lines where the service runs', () => {
    expect(manifest.nav.map(({ path, requires }) => [path, requires?.service])).toEqual([
      ['/bundles', 'distribution'],
      ['/admin/distribution/targets', 'distribution'],
    ]);
  });
});
