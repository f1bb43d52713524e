import { listDistributions } from '@packhouse/contract/distribution/distribution-routes.ts';
import { distributionWords } from '@packhouse/contract/distribution/distribution-words.ts';
import * as contract from '@packhouse/contract/distribution/release-bundle-routes.ts';
import { AppError } from '@packhouse/contract/errors.ts';
import { answers, refuses } from '@packhouse/testkit/console/answers.ts';
import { prepareConsole, renderArea, server } from '@packhouse/testkit/console/render-area.tsx';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { distributionScreens } from '../distribution-screens.ts';
import { openReleaseBundle } from '../test-release-bundle.ts';

prepareConsole();

const bundle = openReleaseBundle;
const file: contract.ReleaseBundleFile = {
  repository: 'libs',
  path: 'shop.jar',
  sourceRepository: 'libs',
  sourcePath: 'shop.jar',
  sha256: 'd'.repeat(64),
  size: 2000,
  properties: {},
};
const here = { services: { distribution: '2.16.0' }, licenceType: 'ENTERPRISE_PLUS' } as const;

it('makes a version of what an address names, and shows the files before', async () => {
  const asked: unknown[] = [];
  server.use(
    answers(contract.previewReleaseBundle, ({ body }) => {
      asked.push(body);
      return { items: [file], total: 1, bytes: 2000 };
    }),
    answers(contract.createReleaseBundle, ({ body }) => {
      asked.push(body);
      return bundle;
    }),
    answers(contract.getReleaseBundle, bundle),
    answers(contract.listReleaseBundleFiles, { items: [file], total: 1, next: null }),
    answers(listDistributions, { items: [] }),
  );
  const router = renderArea(distributionScreens, '/release-bundles/source/new?path=libs/shop.jar', here);
  await userEvent.click(await screen.findByRole('button', { name: 'Show files' }));
  expect(await screen.findByText('1 file, 2.0 kB')).toBeVisible();
  expect(screen.getByRole('table', { name: 'Preview' })).toHaveTextContent('libs/shop.jar');
  await userEvent.type(screen.getByLabelText(/^Name/), 'shop');
  await userEvent.click(screen.getByRole('button', { name: 'Create release bundle' }));
  expect((await screen.findAllByText(/Use 1 to 128 letters/))[0]).toBeVisible();
  expect(screen.getByLabelText(/^Name/)).toHaveValue('shop');
  await userEvent.type(screen.getByLabelText(/^Version/), '1.2.0');
  await userEvent.click(screen.getByRole('button', { name: 'Create release bundle' }));
  await expect.poll(() => router.state.location.pathname).toBe('/release-bundles/source/shop/1.2.0');
  const source = { from: 'artifacts', paths: ['libs/shop.jar'], mappings: [], addedProperties: [] };
  expect(asked[0]).toEqual({ source });
  expect(asked[1]).toMatchObject({ name: 'shop', version: '1.2.0', source, sign: false });
});

it('takes the files of a build or of queries', async () => {
  const asked: unknown[] = [];
  server.use(
    answers(contract.previewReleaseBundle, ({ body }) => {
      asked.push(body);
      return { items: [], total: 0, bytes: 0 };
    }),
  );
  renderArea(distributionScreens, '/release-bundles/source/new?build=web%20shop&number=7', here);
  await userEvent.click(await screen.findByRole('button', { name: 'Show files' }));
  expect(await screen.findByText('No file fits')).toBeVisible();
  await userEvent.click(screen.getByRole('radio', { name: 'Queries' }));
  await userEvent.type(await screen.findByLabelText(/^Query/), 'items.find()');
  await userEvent.click(screen.getByRole('button', { name: 'Show files' }));
  await expect.poll(() => asked).toHaveLength(2);
  expect(asked[0]).toMatchObject({ source: { from: 'build', name: 'web shop', number: '7' } });
  expect(asked[1]).toMatchObject({ source: { from: 'queries', queries: [{ aql: 'items.find()' }] } });
});

it('says what the server refuses in the preview, and loses nothing', async () => {
  server.use(refuses(contract.previewReleaseBundle, new AppError(distributionWords.query_over_items)));
  renderArea(distributionScreens, '/release-bundles/source/new?path=libs/none.jar', here);
  await userEvent.click(await screen.findByRole('button', { name: 'Show files' }));
  expect(await screen.findByText(distributionWords.query_over_items.en)).toBeVisible();
  expect(screen.getByLabelText(/^Paths/, { selector: 'textarea' })).toHaveValue('libs/none.jar');
});

it('changes an open version, and says of a signed one that it cannot be', async () => {
  let asked: unknown;
  server.use(
    answers(contract.getReleaseBundle, bundle),
    answers(contract.updateReleaseBundle, ({ body }) => {
      asked = body;
      return bundle;
    }),
    answers(contract.listReleaseBundleFiles, { items: [file], total: 1, next: null }),
  );
  renderArea(distributionScreens, '/release-bundles/source/shop/1.2.0/edit', here);
  await userEvent.type(await screen.findByLabelText(/^Description/), ' again');
  await userEvent.click(screen.getByRole('button', { name: 'Save changes' }));
  await expect.poll(() => asked).toMatchObject({ description: 'The shop again', source: bundle.source });
  server.use(answers(contract.getReleaseBundle, { ...bundle, version: '1.1.0', state: 'SIGNED' }));
  renderArea(distributionScreens, '/release-bundles/source/shop/1.1.0/edit', here);
  expect(await screen.findByText('This version is signed')).toBeVisible();
});
