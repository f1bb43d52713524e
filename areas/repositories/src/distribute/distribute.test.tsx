import * as runs from '@packhouse/contract/distribution/distribution-routes.ts';
import { listDistributionSites } from '@packhouse/contract/distribution/distribution-target-routes.ts';
import * as contract from '@packhouse/contract/distribution/release-bundle-routes.ts';
import * as artifacts from '@packhouse/contract/repositories/artifact-routes.ts';
import { type Build, readBuild } from '@packhouse/contract/repositories/build-routes.ts';
import { answers, refuses } from '@packhouse/testkit/console/answers.ts';
import { prepareConsole, renderArea, server } from '@packhouse/testkit/console/render-area.tsx';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it } from 'vitest';
import { buildScreens } from '../builds/builds-screens.ts';
import type { Details } from '../item-details.ts';
import { ArtifactPanel } from '../tree/artifact-panel.tsx';
import { asPart, makeOriginOfBuild, makeOriginOfItem } from './release-bundle-of.ts';

prepareConsole();

const sha256 = 'e'.repeat(64);
const at = '2026-01-01T00:00:00.000Z';
const details: Details = {
  repoKey: 'libs',
  path: 'shop/cart-1.0.jar',
  name: 'cart-1.0.jar',
  type: 'file',
  kind: 'artifact',
  class: 'local',
  format: 'maven',
  createdAt: at,
  createdBy: 'ann',
  modifiedAt: at,
  modifiedBy: 'ann',
  size: 5,
  checksums: { sha256, sha1: 'a'.repeat(40), md5: 'b'.repeat(32) },
  url: 'https://packages.example.test/artifactory/libs/shop/cart-1.0.jar',
  properties: {},
  belongsTo: { package: 'com.shop:cart', version: '1.0' },
  sharedWith: [],
  nativeUrl: '/artifactory/libs/shop/',
  allowed: { annotate: true, deploy: true, delete: true, manage: true },
  marks: { favourite: false, watched: false },
};
const summary: contract.ReleaseBundleSummary = {
  name: 'shop',
  version: '4.2',
  type: 'source',
  state: 'SIGNED',
  status: 'Completed',
  description: '',
  files: 1,
  bytes: 5,
  createdAt: at,
  createdBy: 'ann',
};
const bundle: contract.ReleaseBundle = {
  ...summary,
  releaseNotes: { content: '', syntax: 'plain_text' },
  storingRepository: 'release-bundles',
  may: { change: false, sign: false, distribute: true, recall: true, promote: true, delete: true },
};
const run: runs.Distribution = {
  id: '1',
  type: 'distribute',
  name: 'shop',
  version: '4.2',
  status: 'In queue',
  createdAt: at,
  createdBy: 'ann',
  sites: [{ target: 'berlin', status: 'Completed', totalFiles: 1, totalBytes: 5, distributedFiles: 1, distributedBytes: 5, attempts: 1 }],
};
const build: Build = {
  name: 'web shop',
  number: '7',
  started: at,
  startedMillis: Date.parse(at),
  repository: 'artifactory-build-info',
  createdBy: 'ann',
  modules: [{ name: 'm', artifacts: [{ name: 'cart-1.0.jar', sha256 }], dependencies: [] }],
  properties: [],
  changes: [],
  promotions: [],
};
const here = { services: { distribution: '2.16.0' }, licenceType: 'ENTERPRISE_PLUS' } as const;
const asked: unknown[] = [];

beforeEach(() => {
  asked.length = 0;
  const note =
    <Reply,>(what: string, reply: Reply) =>
    ({ params: { name, version }, body }: { params: Record<string, string>; body: unknown }) => {
      asked.push([what, name === undefined ? '' : `${name} ${version}`, body]);
      return reply;
    };
  server.use(
    answers(artifacts.artifactDetails, details),
    answers(readBuild, build),
    answers(contract.releaseBundlesOfChecksum, { data: { data: [] } }),
    answers(contract.listReleaseBundles, { items: [summary, { ...summary, version: '4.1' }], total: 2, next: null }),
    answers(listDistributionSites, { items: [{ name: 'berlin', site: '', city: 'Berlin', country: 'DE' }] }),
    answers(runs.listDistributions, { items: [run] }),
    answers(contract.createReleaseBundle, note('create', { ...bundle, name: 'made' })),
    answers(runs.distributeReleaseBundle, note('distribute', run)),
  );
});
const panel = [
  { path: '/', element: <ArtifactPanel repoKey="libs" path="shop/cart-1.0.jar" onRefresh={() => undefined} /> },
  { path: '/release-bundles/*', element: <p>the bundle</p> },
];
const belongs = () => server.use(answers(contract.releaseBundlesOfChecksum, { data: { data: [{ name: 'shop', version: '4.2' }] } }));
const open = async () => userEvent.click(await screen.findByRole('button', { name: 'Actions' }));

it('ARTI-025 makes a signed release bundle of an artifact and distributes it', async () => {
  const router = renderArea(panel, '/', here);
  await open();
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Distribute…' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Distribute cart-1.0.jar' }));
  expect(dialog.getByLabelText('Name of the release bundle')).toHaveValue('com.shop-cart');
  expect(dialog.getByLabelText('Version')).toHaveValue('1.0');
  await userEvent.click(dialog.getByRole('button', { name: 'Distribute' }));
  expect(await dialog.findByText('Choose at least one target')).toBeVisible();
  await userEvent.click(await dialog.findByRole('checkbox', { name: /berlin/ }));
  await userEvent.click(dialog.getByRole('button', { name: 'Distribute' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Show progress' }));
  expect(asked).toEqual([
    ['create', '', { name: 'com.shop-cart', version: '1.0', source: { from: 'artifacts', paths: ['libs/shop/cart-1.0.jar'] }, sign: true }],
    ['distribute', 'made 4.2', { targets: ['berlin'], autoCreateMissingRepositories: false }],
  ]);
  expect(router.state.location.pathname).toBe('/release-bundles/source/made/4.2');
});

it('ARTI-025 sends what was made already when sending failed the first time', async () => {
  server.use(refuses(runs.distributeReleaseBundle, 'internal'));
  renderArea(panel, '/', here);
  await open();
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Distribute…' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Distribute cart-1.0.jar' }));
  await userEvent.click(await dialog.findByRole('checkbox', { name: /berlin/ }));
  await userEvent.click(dialog.getByRole('button', { name: 'Distribute' }));
  expect(await dialog.findByText(/made 4.2 was made and signed, but not sent. Something went wrong/)).toBeVisible();
  server.use(answers(runs.distributeReleaseBundle, run));
  await userEvent.click(dialog.getByRole('button', { name: 'Distribute' }));
  expect(await screen.findByText('made 4.2 is on its way')).toBeVisible();
  expect(asked.map((one) => (one as string[])[0])).toEqual(['create']);
});

it('ARTI-025 distributes what a run of a build made', async () => {
  renderArea(buildScreens, '/builds/web%20shop/7', here);
  await open();
  expect(screen.queryByRole('menuitem', { name: 'Redistribute…' })).toBeNull();
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Distribute…' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Distribute web shop 7' }));
  await userEvent.click(await dialog.findByRole('checkbox', { name: /berlin/ }));
  await userEvent.click(dialog.getByRole('button', { name: 'Distribute' }));
  expect(await screen.findByText('made 4.2 is on its way')).toBeVisible();
  const source = { from: 'build', name: 'web shop', number: '7', projectKey: '' };
  expect(asked[0]).toEqual(['create', '', { name: 'web-shop', version: '7', source, sign: true }]);
});

it('ARTI-026 redistributes the release bundle that a file belongs to, to where it went last', async () => {
  belongs();
  renderArea(panel, '/', here);
  await screen.findByText('cart-1.0.jar');
  await expect
    .poll(async () => {
      await open();
      const found = screen.queryByRole('menuitem', { name: 'Redistribute…' });
      if (!found) await userEvent.keyboard('{Escape}');
      return found !== null;
    })
    .toBe(true);
  await userEvent.click(screen.getByRole('menuitem', { name: 'Redistribute…' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Redistribute cart-1.0.jar' }));
  expect(dialog.getAllByRole('option').map(({ textContent }) => textContent)).toEqual(['shop 4.2']);
  await expect.poll(() => dialog.queryByRole('checkbox', { name: /berlin/, checked: true })).not.toBeNull();
  await userEvent.click(dialog.getByRole('button', { name: 'Redistribute' }));
  expect(await screen.findByText('shop 4.2 is on its way')).toBeVisible();
  expect(asked).toEqual([['distribute', 'shop 4.2', { targets: ['berlin'], autoCreateMissingRepositories: false }]]);
});

it('ARTI-026 offers nothing for a release bundle that was never distributed', async () => {
  belongs();
  server.use(answers(contract.listReleaseBundles, { items: [{ ...summary, status: 'Not distributed' }], total: 1, next: null }));
  renderArea(buildScreens, '/builds/web%20shop/7', here);
  await open();
  expect(screen.queryByRole('menuitem', { name: 'Redistribute…' })).toBeNull();
});

it('ARTI-027 distributing needs the management of the place and of release bundles', async () => {
  server.use(answers(artifacts.artifactDetails, { ...details, allowed: { ...details.allowed, manage: false } }));
  renderArea(panel, '/', { ...here, administrator: false, actions: { repository: ['read'], build: [], releaseBundle: ['read', 'manage'] } });
  await open();
  const entry = await screen.findByRole('menuitem', { name: /Distribute…/ });
  expect(entry).toHaveAttribute('aria-disabled', 'true');
});

it('is not there where nothing is distributed', async () => {
  renderArea(panel, '/', { services: {}, licenceType: 'ENTERPRISE_PLUS' });
  await open();
  expect(await screen.findByRole('menuitem', { name: /Copy/ })).toBeVisible();
  expect(screen.queryByRole('menuitem', { name: /Distribute/ })).toBeNull();
});

it('names release bundles after what they are made of', () => {
  expect(asPart('@shop/cart ü')).toBe('shop-cart');
  const folder = { ...details, type: 'folder' as const, path: 'shop', name: 'shop', belongsTo: null };
  const aql = 'items.find({"repo":"libs","$or":[{"path":"shop"},{"path":{"$match":"shop/*"}}]})';
  expect(makeOriginOfItem(folder)).toMatchObject({ title: 'shop', source: { from: 'queries', queries: [{ aql }] } });
  expect(makeOriginOfBuild({ name: 'b', number: '1', repository: 'web-build-info' }).source).toMatchObject({ projectKey: 'web' });
});
