import { ApiError } from '@packhouse/contract/client.ts';
import { prepareConsole, renderArea } from '@packhouse/testkit/console/render-area.tsx';
import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { Unmatched } from '../areas/area-failure.tsx';
import { scanningLicences, securityPaths } from '../navigation/security-teaser.ts';
import { leadToTrouble } from '../start-up/server-trouble.ts';
import { DocumentationPage } from './documentation-page.tsx';
import { SecurityTeaserPage } from './security-teaser-page.tsx';
import { SupportPage } from './support-page.tsx';
import { NotAcceptablePage, NotFoundPage, ServerErrorPage } from './system-page.tsx';

prepareConsole();

const routes = [
  { path: '/', element: <p>start</p> },
  { path: '/404', Component: NotFoundPage },
  { path: '/406/:requestId', Component: NotAcceptablePage },
  { path: '/500', Component: ServerErrorPage },
  { path: '/documentation', Component: DocumentationPage },
  { path: '/support', Component: SupportPage },
  { path: securityPaths.teaser, Component: SecurityTeaserPage },
  { path: '*', Component: Unmatched },
];
const heading = () => screen.findByRole('heading', { level: 1 });

it('SHELL-047 /404 says that there is no such page', async () => {
  renderArea(routes, '/404');
  expect(await heading()).toHaveTextContent('Page not found');
});

it('SHELL-048 /406 shows the request id of its address', async () => {
  renderArea(routes, '/406/abc-123');
  expect(await heading()).toHaveTextContent('The request was not accepted');
  expect(screen.getByText('abc-123')).toBeInTheDocument();
});

it('SHELL-049 /500 is only shown when the console leads there itself', async () => {
  const router = renderArea(routes, '/500');
  expect(router.state.location.pathname).toBe('/');
  leadToTrouble(new ApiError(500, { errors: [{ status: 500, code: 'internal', message: 'no', requestId: 'r-1' }] }), (path, options) =>
    router.navigate(path, options),
  );
  expect(await heading()).toHaveTextContent('Something went wrong');
  expect(screen.getByText('r-1')).toBeInTheDocument();
});

it('SHELL-054 sends unknown addresses to /404, unless they begin with a product prefix', async () => {
  const router = renderArea(routes, '/nothing/here');
  expect(await heading()).toHaveTextContent('Page not found');
  expect(router.state.location.pathname).toBe('/404');
  await router.navigate('/artifactory/nothing');
  expect(await screen.findByText('Nothing to show at this address')).toBeVisible();
  expect(router.state.location.pathname).toBe('/artifactory/nothing');
});

describe('pages of services whose areas are not there', () => {
  it.each([
    ['/admin/mission_control/topology', 'mc', 'Topology'],
    ['/bundles', 'distribution', 'Distribution'],
    ['/security/policies', 'xray', 'Policies'],
    ['/security/watches', 'xray', 'Watches'],
    ['/security/reports', 'xray', 'Reports'],
    ['/insight/trends', 'insight', 'Trends'],
    ['/scans-list', 'xray', 'Scans List'],
  ])('%s is titled after its page and says honestly that %s brings none', async (path, service, title) => {
    renderArea(routes, path, { services: { [service]: '1.0.0' }, licenceType: 'ENTERPRISE' });
    expect(await heading()).toHaveTextContent(title);
    expect(document.title).toBe(title);
    expect(screen.getByText(/brings no page here/)).toBeVisible();
  });
});

it('a page of an absent service says so', async () => {
  renderArea(routes, '/bundles/source');
  expect(await screen.findByText('Release distribution is not part of this installation')).toBeVisible();
});

it('SHELL-064 the security teaser leads to the policies where the service runs and the licence includes it', async () => {
  for (const licenceType of scanningLicences) {
    const router = renderArea(routes, securityPaths.teaser, { services: { xray: '1.0.0' }, licenceType });
    await expect.poll(() => router.state.location.pathname, { message: licenceType }).toBe('/security/policies');
  }
  expect(scanningLicences).toHaveLength(9);
});

it('SHELL-065 the teaser is shown where the service is absent or the licence does not include it', async () => {
  const router = renderArea(routes, '/security/policies', { licenceType: 'ENTERPRISE' });
  expect(await heading()).toHaveTextContent('Security and compliance');
  expect(router.state.location.pathname).toBe('/security-and-compliance-teaser');
  expect(screen.getByText('The scanning service is not part of this installation.')).toBeVisible();
});

it('SHELL-065 the teaser names the licence that is too small', async () => {
  renderArea(routes, securityPaths.teaser, { services: { xray: '1.0.0' }, licenceType: 'OSS' });
  expect(await screen.findByText('The licence of this installation (OSS) does not include it.')).toBeVisible();
});

it('SHELL-001 the support zone names every service by people’s words and its name on the wire', async () => {
  const names = ['artifactory', 'xray', 'distribution', 'mc', 'pipelines', 'insight', 'access', 'event'];
  renderArea(routes, '/support', { services: Object.fromEntries(names.map((name) => [name, '1.2.3'])) });
  await heading();
  const text = document.body.textContent ?? '';
  for (const name of names) expect(text).toContain(`(${name}) 1.2.3`);
  expect(text).toContain('Repository management (artifactory)');
});

it('the documentation shows each reader what they may use', async () => {
  renderArea(routes, '/documentation', { administrator: false, kind: 'anonymous', serverName: 'packages.example.test' });
  expect(await heading()).toHaveTextContent('Documentation');
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toHaveLength(2);
});
