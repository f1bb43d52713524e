import { queryClient } from '@packhouse/console-kit/calls/calls.ts';
import * as runs from '@packhouse/contract/distribution/distribution-routes.ts';
import { getReleaseBundleSigning, listDistributionSites, setReleaseBundleSigning } from '@packhouse/contract/distribution/distribution-target-routes.ts';
import { considerPromotion, listPromotions, type Promotion, promoteReleaseBundle } from '@packhouse/contract/distribution/promotion-routes.ts';
import * as contract from '@packhouse/contract/distribution/release-bundle-routes.ts';
import { listKeyPairs } from '@packhouse/contract/repositories/key-routes.ts';
import { listRepositoryInfo } from '@packhouse/contract/repositories/repository-info-routes.ts';
import { readReleaseBundleVerdict } from '@packhouse/contract/scanning/verdict-routes.ts';
import { listEnvironments } from '@packhouse/contract/shell/shell-routes.ts';
import { answers, refuses } from '@packhouse/testkit/console/answers.ts';
import { prepareConsole, renderArea, server } from '@packhouse/testkit/console/render-area.tsx';
import { cleanup, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { distributionScreens } from '../distribution-screens.ts';
import { openReleaseBundle } from '../test-release-bundle.ts';

prepareConsole();

const bundle: contract.ReleaseBundle = {
  ...openReleaseBundle,
  state: 'SIGNED',
  releaseNotes: { syntax: 'markdown', content: '**Faster** <script>window.hacked = 1</script>' },
  storingRepository: 'release-bundles',
  signedAt: '2026-11-01T00:00:05.000Z',
  signedBy: 'ann',
  keyFingerprint: 'abcdef0123456789abcdef0123456789abcdef01',
  manifestSha256: 'c'.repeat(64),
  may: { change: false, sign: false, distribute: true, recall: true, promote: true, delete: true },
};
const file: contract.ReleaseBundleFile = {
  repository: 'libs',
  path: 'shop.jar',
  sourceRepository: 'libs-dev',
  sourcePath: 'shop.jar',
  sha256: 'd'.repeat(64),
  size: 2000,
  properties: { stage: ['released'] },
};
const site: runs.DistributionSite = {
  target: 'berlin',
  status: 'In progress',
  totalFiles: 4,
  totalBytes: 8000,
  distributedFiles: 1,
  distributedBytes: 2000,
  fileInProgress: 'libs/other.jar',
  attempts: 1,
};
const run: runs.Distribution = {
  id: '7',
  type: 'distribute',
  name: 'shop',
  version: '1.2.0',
  status: 'In progress',
  createdAt: '2026-11-02T00:00:00.000Z',
  createdBy: 'ann',
  sites: [site, { ...site, target: 'lyon', status: 'Failed', error: 'libs/other.jar: the target refused the file', attempts: 3 }],
};
const here = { services: { distribution: '2.16.0' }, licenceType: 'ENTERPRISE_PLUS' } as const;
const address = '/release-bundles/source/shop/1.2.0';
const place = (name: string) => ({ name, site: '', city: 'Berlin', country: 'DE' });

let items: runs.Distribution[] = [];
let promoted: Promotion[] = [];
beforeEach(() => {
  items = [];
  promoted = [];
  server.use(
    answers(contract.listReleaseBundleFiles, { items: [file], total: 1, next: null }),
    answers(listPromotions, () => ({ items: promoted })),
    answers(runs.listDistributions, () => ({ items })),
    answers(getReleaseBundleSigning, { keyPair: 'release-bundles', fingerprint: bundle.keyFingerprint, publicKey: 'PUBLIC' }),
    answers(listDistributionSites, { items: [place('berlin'), place('lyon')] }),
    answers(listKeyPairs, { items: [] }),
    answers(listRepositoryInfo, []),
  );
});
const show = (change: Partial<contract.ReleaseBundle> = {}) => {
  server.use(answers(contract.getReleaseBundle, { ...bundle, ...change }));
  return renderArea(distributionScreens, address, here);
};
const choose = async (entry: string) => {
  await userEvent.click(await screen.findByRole('button', { name: 'Actions' }));
  await userEvent.click(await screen.findByRole('menuitem', { name: new RegExp(entry) }));
};

describe('a release bundle', () => {
  it('shows its files, what vouches for it, and its notes made harmless', async () => {
    show();
    expect(await screen.findByText('libs/shop.jar')).toBeVisible();
    expect(screen.getByText('from libs-dev/shop.jar')).toBeVisible();
    expect(screen.getByText('stage=released')).toBeVisible();
    expect(within(screen.getByRole('region', { name: 'Signature' })).getByText('ann')).toBeVisible();
    expect(await screen.findByRole('button', { name: 'Copy public key' })).toBeVisible();
    const strong = await screen.findByText('Faster');
    expect(strong.tagName).toBe('STRONG');
    expect(document.querySelector('script')).toBeNull();
    expect(await screen.findByText('Not distributed yet')).toBeVisible();
  });

  it('hands out what was signed and the signature', async () => {
    server.use(answers(contract.readSignedReleaseBundle, { manifest: '{"name":"shop"}', signature: 'SIGNATURE' }));
    const kept: Blob[] = [];
    vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: (blob: Blob) => String(kept.push(blob)), revokeObjectURL: () => undefined }));
    show();
    await userEvent.click(await screen.findByRole('button', { name: 'Manifest' }));
    await userEvent.click(screen.getByRole('button', { name: 'Signature' }));
    await expect.poll(() => Promise.all(kept.map((blob) => blob.text()))).toEqual(['{"name":"shop"}', 'SIGNATURE']);
  });

  it('shows how far each target is, and what went wrong with which file', async () => {
    items = [run];
    show({ status: 'In progress' });
    const table = await screen.findByRole('table', { name: 'Sent to 2 targets' });
    const berlin = within(table).getByText('berlin').closest('tr')!;
    expect(berlin).toHaveTextContent('1 of 4 files');
    expect(berlin).toHaveTextContent('libs/other.jar');
    expect(within(berlin).getByRole('progressbar', { name: 'Files that berlin has' })).toHaveAttribute('value', '1');
    const lyon = within(table).getByText('lyon').closest('tr')!;
    expect(lyon).toHaveTextContent('libs/other.jar: the target refused the file');
    expect(lyon).toHaveTextContent('3 attempts');
  });

  it('is signed with the key that is chosen', async () => {
    const asked: unknown[] = [];
    server.use(
      answers(listKeyPairs, {
        items: (['openpgp', 'ssh', 'rsa'] as const).map((kind) => ({
          name: kind === 'openpgp' ? 'release-key' : `${kind}-key`,
          kind,
          fingerprint: 'f',
          publicKey: 'p',
          createdAt: bundle.createdAt,
          createdBy: 'ann',
          usedBy: [],
        })),
      }),
      answers(setReleaseBundleSigning, ({ body }) => {
        asked.push(body);
        return { keyPair: 'release-key' };
      }),
      answers(contract.signReleaseBundle, ({ params, body }) => {
        asked.push([params.name, body]);
        return bundle;
      }),
    );
    show({ state: 'OPEN', signedAt: undefined, may: { change: true, sign: true, distribute: true, recall: true, promote: true, delete: true } });
    await userEvent.click(await screen.findByRole('button', { name: 'Sign' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Sign shop 1.2.0' }));
    await dialog.findByRole('option', { name: 'release-key' });
    expect(dialog.getByRole('option', { name: 'ssh-key' })).toBeVisible();
    expect(dialog.queryByRole('option', { name: 'rsa-key' })).toBeNull();
    await userEvent.selectOptions(dialog.getByLabelText('Signing key'), 'release-key');
    await userEvent.click(dialog.getByRole('button', { name: 'Sign' }));
    expect(await screen.findByText('shop 1.2.0 was signed')).toBeVisible();
    expect(asked).toEqual([{ keyPair: 'release-key' }, ['shop', { storingRepository: 'release-bundles' }]]);
  });

  it('is distributed to the chosen targets, and can be tried before', async () => {
    const asked: unknown[] = [];
    server.use(
      answers(runs.distributeReleaseBundle, ({ body }) => {
        asked.push(body);
        return {
          ...run,
          sites: [
            { ...site, target: 'berlin' },
            { ...site, target: 'lyon', error: 'Repository libs is missing' },
          ],
        };
      }),
    );
    show();
    await userEvent.click(await screen.findByRole('button', { name: 'Distribute' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Distribute shop 1.2.0' }));
    await userEvent.click(dialog.getByRole('button', { name: 'Distribute' }));
    expect(await dialog.findByText('Choose at least one target')).toBeVisible();
    await userEvent.click(await dialog.findByRole('checkbox', { name: /berlin/ }));
    await userEvent.click(dialog.getByRole('checkbox', { name: /lyon/ }));
    await userEvent.click(dialog.getByRole('checkbox', { name: 'Create repositories that a target lacks' }));
    await userEvent.click(dialog.getByRole('button', { name: 'Try without sending' }));
    expect(await dialog.findByText(/Repository libs is missing/)).toBeVisible();
    expect(dialog.getByText(/would take it/)).toBeVisible();
    await userEvent.click(dialog.getByRole('button', { name: 'Distribute' }));
    expect(await screen.findByText('shop 1.2.0 is on its way')).toBeVisible();
    const body = { targets: ['berlin', 'lyon'], autoCreateMissingRepositories: true };
    expect(asked).toEqual([
      { ...body, dryRun: true },
      { ...body, dryRun: false },
    ]);
  });

  it('is promoted to an environment, without the repositories that are left out', async () => {
    let asked: unknown;
    const common = { environment: 'STAGE', operation: 'move' as const, repositories: ['stage-a'], createdBy: 'ann', createdAt: bundle.createdAt };
    const done: Promotion = { ...common, createdMillis: 1, status: 'COMPLETED' };
    server.use(
      answers(listEnvironments, [{ name: 'STAGE' }, { name: 'web-QA', project: 'web' }]),
      answers(considerPromotion, {
        repositories: [
          { key: 'stage-a', format: 'maven' },
          { key: 'stage-b', format: 'maven' },
        ],
      }),
      answers(promoteReleaseBundle, ({ body }) => {
        asked = body;
        promoted = [done, { ...done, createdMillis: 0, status: 'FAILED', said: { message: 'app.jar exists' } }];
        return done;
      }),
    );
    show();
    expect(await screen.findByText('Not promoted yet')).toBeVisible();
    await choose('^Promote$');
    const dialog = within(await screen.findByRole('dialog', { name: 'Promote shop 1.2.0' }));
    await userEvent.click(dialog.getByRole('button', { name: 'Promote' }));
    expect(dialog.getByRole('alert')).toHaveTextContent('Choose an environment');
    await dialog.findByRole('option', { name: 'STAGE' });
    expect(dialog.queryByRole('option', { name: 'web-QA' })).toBeNull();
    await userEvent.selectOptions(dialog.getByRole('combobox', { name: 'Environment' }), 'STAGE');
    await userEvent.click(await dialog.findByRole('checkbox', { name: /stage-b/ }));
    await userEvent.click(dialog.getByRole('checkbox', { name: 'Take the files away from where they stand now' }));
    await userEvent.click(dialog.getByRole('button', { name: 'Promote' }));
    expect(await screen.findByText('shop 1.2.0 was promoted to STAGE')).toBeVisible();
    expect(asked).toEqual({ environment: 'STAGE', excluded: ['stage-b'], operation: 'move' });
    const table = within(await screen.findByRole('table', { name: 'Promotions' }));
    expect(table.getAllByText('Moved to stage-a')).toHaveLength(2);
    expect(table.getByText('app.jar exists')).toBeVisible();
  });

  it('is distributed again to where it went last', async () => {
    let asked: unknown;
    items = [{ ...run, status: 'Completed' }];
    server.use(
      answers(runs.distributeReleaseBundle, ({ body }) => {
        asked = body;
        return run;
      }),
    );
    show({ status: 'Completed' });
    await screen.findByRole('table', { name: 'Sent to 2 targets' });
    await userEvent.click(screen.getByRole('button', { name: 'Distribute again' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Distribute shop 1.2.0 again' }));
    await expect.poll(() => dialog.queryByRole('checkbox', { name: /lyon/, checked: true })).not.toBeNull();
    await userEvent.click(dialog.getByRole('button', { name: 'Distribute again' }));
    await expect.poll(() => asked).toEqual({ targets: ['berlin', 'lyon'], autoCreateMissingRepositories: false, dryRun: false });
  });

  it('is deleted once its name is typed, and the loss is named before', async () => {
    let asked: unknown;
    server.use(
      answers(contract.deleteReleaseBundle, ({ params, query }) => {
        asked = [params.version, query.toString()];
      }),
      answers(contract.listReleaseBundles, { items: [], total: 0, next: null }),
    );
    const router = show({ status: 'Completed' });
    await choose('^Delete$');
    const dialog = within(await screen.findByRole('dialog', { name: 'Delete shop 1.2.0?' }));
    expect(dialog.getByText(/its signature and the 1 file kept for it/)).toBeVisible();
    expect(dialog.getByText(/Targets keep what they received/)).toBeVisible();
    await userEvent.type(dialog.getByRole('textbox'), 'shop 1.2.0');
    await userEvent.click(dialog.getByRole('button', { name: 'Delete release bundle' }));
    await expect.poll(() => router.state.location.pathname).toBe('/release-bundles/source');
    expect(asked).toEqual(['1.2.0', 'type=source']);
  });

  it('is deleted from targets that it went to, and here too when that is wanted', async () => {
    let asked: unknown;
    items = [{ ...run, sites: [{ ...site, status: 'Completed' }] }];
    server.use(
      answers(runs.deleteFromTargets, ({ body }) => {
        asked = body;
        return { ...run, type: 'delete' as const };
      }),
    );
    show({ status: 'Completed' });
    await choose('Delete from targets');
    const dialog = within(await screen.findByRole('dialog', { name: 'Delete shop 1.2.0 from targets?' }));
    await userEvent.click(await dialog.findByRole('checkbox', { name: /berlin/ }));
    expect(dialog.queryByRole('checkbox', { name: /lyon/ })).toBeNull();
    await userEvent.click(dialog.getByRole('checkbox', { name: /here too/ }));
    await userEvent.type(dialog.getByRole('textbox'), 'shop 1.2.0');
    await userEvent.click(dialog.getByRole('button', { name: 'Delete from targets' }));
    await expect.poll(() => asked).toEqual({ targets: ['berlin'], onSuccess: 'delete' });
  });

  it('API-002 offers to send a version to who may only distribute it, and to recall it to nobody else', async () => {
    show({ status: 'Completed', may: { change: false, sign: false, distribute: true, recall: false, promote: false, delete: false } });
    const button = await screen.findByRole('button', { name: /^Distribute/ });
    expect(button).not.toHaveAttribute('aria-disabled', 'true');
    await userEvent.click(screen.getByRole('button', { name: 'Actions' }));
    expect(await screen.findByRole('menuitem', { name: /Delete from targets/ })).toHaveAttribute('aria-disabled', 'true');
    await userEvent.keyboard('{Escape}');
    await userEvent.click(button);
    expect(await screen.findByRole('checkbox', { name: /berlin/ })).toBeVisible();
  });

  it('says why something cannot be done, and when there is none', async () => {
    show({ may: { change: false, sign: false, distribute: false, recall: false, promote: false, delete: false } });
    const button = await screen.findByRole('button', { name: 'Distribute' });
    expect(button).toHaveAttribute('aria-disabled', 'true');
    await userEvent.hover(button);
    expect(await screen.findByText(/'distribute' on this release bundle/)).toBeVisible();
    server.use(refuses(contract.getReleaseBundle, 'not_found'));
    renderArea(distributionScreens, '/release-bundles/target/gone/1', here);
    expect(await screen.findByText('There is no such release bundle')).toBeVisible();
  });
});

it('says what is known to be vulnerable in a version, by which sources, and that nobody knows where the call fails', async () => {
  const clean = { critical: 0, high: 2, medium: 0, low: 0, info: 0, unknown: 0, skipped: 0, partial: false, notJudged: false };
  const judged = [{ ecosystem: 'npm', components: 3, sources: [{ name: 'OSV: npm', at: '2026-01-01T00:00:00.000Z' }] }];
  server.use(answers(contract.getReleaseBundle, bundle), answers(readReleaseBundleVerdict, { files: 4, known: 4, vulnerabilities: clean, judged }));
  const scanned = { ...here, services: { ...here.services, xray: '1' } } as const;
  renderArea(distributionScreens, address, scanned);
  expect(await screen.findByText('2 High')).toBeVisible();
  expect(screen.getByText(/npm: judged by OSV: npm/)).toBeVisible();
  cleanup();
  server.use(refuses(readReleaseBundleVerdict, 'not_found'));
  await queryClient.resetQueries();
  renderArea(distributionScreens, address, scanned);
  expect(await screen.findByText('Not judged')).toBeVisible();
});
