import { prepareConsole, renderArea } from '@packhouse/testkit/console/render-area.tsx';
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { releaseBundlePaths } from '../navigation/release-bundles.ts';
import { ReleaseBundlesTeaserPage } from './release-bundles-teaser-page.tsx';

prepareConsole();

const routes = [{ path: releaseBundlePaths.teaser, Component: ReleaseBundlesTeaserPage }];
const heading = () => screen.findByRole('heading', { level: 1 });

it('REL-003 REL-012 the teaser says what release bundles are, and that the licence does not include them', async () => {
  renderArea(routes, '/release-bundles-teaser', { services: { distribution: '2.16.0' }, licenceType: 'OSS' });
  expect(await heading()).toHaveTextContent('Release bundles');
  expect(screen.getByText('The licence of this installation (OSS) does not include release bundles.')).toBeVisible();
  expect(screen.getByText(/signed list of files/)).toBeVisible();
  expect(screen.getByRole('link', { name: 'Upgrade' })).toBeVisible();
});

it('REL-003 the teaser says that the service is absent', async () => {
  renderArea(routes, '/release-bundles-teaser', { licenceType: 'ENTERPRISE_PLUS' });
  expect(await screen.findByText('The distribution service is not part of this installation.')).toBeVisible();
});

it('REL-003 the teaser leads to the release bundles where they are', async () => {
  const router = renderArea(routes, '/release-bundles-teaser', { services: { distribution: '2.16.0' }, licenceType: 'EDGE' });
  await expect.poll(() => router.state.location.pathname).toBe('/release-bundles');
});
