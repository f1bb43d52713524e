import * as runs from '@packhouse/contract/distribution/distribution-routes.ts';
import * as contract from '@packhouse/contract/distribution/distribution-target-routes.ts';
import { listKeyPairs, listTrustedKeys } from '@packhouse/contract/repositories/key-routes.ts';
import { listRepositoryInfo } from '@packhouse/contract/repositories/repository-info-routes.ts';
import { listSshSigners } from '@packhouse/contract/repositories/ssh-signer-routes.ts';
import { answers } from '@packhouse/testkit/console/answers.ts';
import { prepareConsole, renderArea, server } from '@packhouse/testkit/console/render-area.tsx';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it } from 'vitest';
import { distributionScreens } from '../distribution-screens.ts';

prepareConsole();
beforeEach(() =>
  server.use(
    answers(listTrustedKeys, { items: [] }),
    answers(listSshSigners, { items: [] }),
    answers(contract.getRefusedSigners, { fingerprints: [] }),
    answers(contract.listTargetDeployments, { items: [] }),
  ),
);

const target: contract.DistributionTarget = {
  name: 'berlin',
  url: 'https://berlin.example.test',
  site: 'edge-1',
  city: 'Berlin',
  country: 'DE',
  allowPrivate: false,
  createdAt: '2026-11-01T00:00:00.000Z',
  createdBy: 'admin',
  modifiedAt: '2026-11-01T00:00:00.000Z',
};
const here = { services: { distribution: '2.16.0' }, licenceType: 'ENTERPRISE_PLUS' } as const;
const targets = '/admin/distribution/targets';
const settings = '/admin/distribution/settings';
const choose = async (entry: string) => {
  await userEvent.click(await screen.findByRole('button', { name: 'Actions berlin' }));
  await userEvent.click(await screen.findByRole('menuitem', { name: new RegExp(entry) }));
};

it('adds a target, whose token goes in and never comes out', async () => {
  let asked: unknown;
  server.use(
    answers(contract.listDistributionTargets, { items: [] }),
    answers(contract.createDistributionTarget, ({ body }) => {
      asked = body;
      return target;
    }),
    answers(contract.testNewDistributionTarget, { reachable: true, message: 'It answers.', version: '2.16.0', user: 'sender', trustsKey: false }),
  );
  renderArea(distributionScreens, targets, here);
  expect(await screen.findByText('No targets yet')).toBeVisible();
  await userEvent.click(screen.getAllByRole('button', { name: 'New target' })[0]!);
  const form = within(await screen.findByRole('dialog', { name: 'New target' }));
  await userEvent.type(await form.findByLabelText(/^Name/), 'berlin');
  await userEvent.type(form.getByLabelText(/^Address/), 'ftp://berlin');
  await userEvent.click(form.getByRole('button', { name: 'Create target' }));
  expect((await form.findAllByText('Enter the access token'))[0]).toBeVisible();
  expect(form.getByLabelText(/^Name/)).toHaveValue('berlin');
  await userEvent.clear(form.getByLabelText(/^Address/));
  await userEvent.type(form.getByLabelText(/^Address/), 'https://berlin.example.test');
  await userEvent.type(form.getByLabelText(/^Access token/, { selector: 'input' }), 'secret-token');
  await userEvent.click(form.getByRole('button', { name: 'Test connection' }));
  expect(await form.findByText(/It does not trust the key that signs here/)).toBeVisible();
  await userEvent.click(form.getByRole('button', { name: 'Create target' }));
  await expect.poll(() => asked).toMatchObject({ name: 'berlin', url: 'https://berlin.example.test', token: 'secret-token' });
});

it('lists targets, tries one, and keeps its token when it is changed', async () => {
  let asked: unknown;
  server.use(
    answers(contract.listDistributionTargets, { items: [target] }),
    answers(contract.testDistributionTarget, { reachable: false, message: 'Nothing answers at this address.' }),
    answers(contract.updateDistributionTarget, ({ body }) => {
      asked = body;
      return target;
    }),
  );
  renderArea(distributionScreens, targets, here);
  expect(await screen.findByText('edge-1, Berlin, DE')).toBeVisible();
  await choose('Test connection');
  expect(await screen.findByText('Nothing answers at this address.')).toBeVisible();
  await choose('Edit');
  const form = within(await screen.findByRole('dialog', { name: 'Edit berlin' }));
  expect(await form.findByLabelText(/^Access token/, { selector: 'input' })).toHaveValue('');
  await userEvent.type(form.getByLabelText(/^City/), '-Mitte');
  await userEvent.click(form.getByRole('button', { name: 'Save changes' }));
  await expect.poll(() => asked).toMatchObject({ city: 'Berlin-Mitte' });
  expect(asked).not.toHaveProperty('token');
});

it('adds a paired deployment, for which nobody types an access token', async () => {
  let asked: unknown;
  server.use(
    answers(contract.listDistributionTargets, { items: [] }),
    answers(contract.listTargetDeployments, { items: [{ id: 'jfrt@1', name: 'Edge', url: 'https://edge.example.test' }] }),
    answers(contract.testTargetDeployment, { reachable: true, message: 'It answers.', version: '2.16.0', user: 'deployment jfrt@0', trustsKey: true }),
    answers(contract.createDeploymentTarget, ({ body }) => {
      asked = body;
      return { ...target, deployment: 'Edge' };
    }),
  );
  renderArea(distributionScreens, targets, here);
  expect(await screen.findByText('No targets yet')).toBeVisible();
  await userEvent.click(screen.getAllByRole('button', { name: 'New target' })[0]!);
  const form = within(await screen.findByRole('dialog', { name: 'New target' }));
  expect(await form.findByRole('radio', { name: 'A paired deployment' })).toBeChecked();
  expect(form.queryByLabelText(/^Access token/, { selector: 'input' })).toBeNull();
  await userEvent.type(form.getByLabelText(/^Name/), 'edge');
  await userEvent.click(form.getByRole('button', { name: 'Create target' }));
  expect((await form.findAllByText('Choose a deployment'))[0]).toBeVisible();
  await userEvent.click(form.getByRole('combobox', { name: /Deployment/ }));
  await userEvent.click(await screen.findByTitle('Edge (https://edge.example.test)'));
  await userEvent.click(form.getByRole('button', { name: 'Test connection' }));
  expect(await form.findByText('It answers.')).toBeVisible();
  await userEvent.click(form.getByRole('button', { name: 'Create target' }));
  await expect.poll(() => asked).toEqual({ name: 'edge', deployment: 'jfrt@1', site: '', city: '', country: '' });
});

it('lists what a target is reached by, and changes only where a paired deployment stands', async () => {
  let asked: unknown;
  server.use(
    answers(contract.listDistributionTargets, { items: [{ ...target, deployment: 'Edge' }] }),
    answers(contract.updateDeploymentTarget, ({ body }) => {
      asked = body;
      return { ...target, deployment: 'Edge' };
    }),
  );
  renderArea(distributionScreens, targets, here);
  expect(await screen.findByText('Edge')).toBeVisible();
  await choose('Edit');
  const form = within(await screen.findByRole('dialog', { name: 'Edit berlin' }));
  expect(form.getByText('Name and address are changed under trusted deployments.')).toBeVisible();
  await userEvent.type(await form.findByLabelText(/^City/), '-Mitte');
  await userEvent.click(form.getByRole('button', { name: 'Save changes' }));
  await expect.poll(() => asked).toEqual({ site: 'edge-1', city: 'Berlin-Mitte', country: 'DE' });
});

it('forgets a target after asking', async () => {
  let asked = '';
  server.use(
    answers(contract.listDistributionTargets, { items: [target] }),
    answers(contract.deleteDistributionTarget, ({ params }) => {
      asked = params.name!;
    }),
  );
  renderArea(distributionScreens, targets, here);
  await choose('Delete');
  await userEvent.click(await screen.findByRole('button', { name: 'Delete target' }));
  await expect.poll(() => asked).toBe('berlin');
});

it('REL-011 creates a distribution repository where its link leads, and shows the key that signs', async () => {
  let asked: unknown;
  server.use(
    answers(listRepositoryInfo, []),
    answers(contract.getReleaseBundleSigning, { keyPair: 'release-bundles', fingerprint: 'f'.repeat(40), publicKey: 'PUBLIC KEY BLOCK' }),
    answers(listKeyPairs, { items: [] }),
    answers(runs.createDistributionRepository, ({ body }) => {
      asked = body;
      return { repoKey: 'team-release-bundles', repoType: 'distribution' as const, isDefault: false };
    }),
  );
  const router = renderArea(distributionScreens, `${settings}?create=1`, here);
  expect(await screen.findByText('PUBLIC KEY BLOCK')).toBeInTheDocument();
  const form = within(await screen.findByRole('dialog', { name: 'New distribution repository' }));
  const key = await form.findByLabelText(/^Key/);
  await userEvent.clear(key);
  await userEvent.type(key, 'libs');
  await userEvent.click(form.getByRole('button', { name: 'Create repository' }));
  expect((await form.findAllByText(/Use 'release-bundles'/))[0]).toBeVisible();
  await userEvent.clear(key);
  await userEvent.type(key, 'team-release-bundles');
  await userEvent.click(form.getByRole('button', { name: 'Create repository' }));
  await expect.poll(() => asked).toEqual({ key: 'team-release-bundles' });
  await expect.poll(() => router.state.location.search).toBe('');
});

it('says which trusted keys may sign what comes in, and changes that', async () => {
  const refused = new Set(['b'.repeat(40)]);
  const key = (name: string, fingerprint: string) => ({
    name,
    kind: 'openpgp' as const,
    fingerprint,
    owners: [`${name} <${name}@example.test>`],
    publicKey: 'p',
    usedBy: [],
  });
  const made = { createdAt: target.createdAt, createdBy: 'ann' };
  server.use(
    answers(listRepositoryInfo, []),
    answers(contract.getReleaseBundleSigning, { keyPair: 'release-bundles' }),
    answers(listKeyPairs, { items: [] }),
    answers(listTrustedKeys, {
      items: [
        { ...key('rome', 'a'.repeat(40)), ...made },
        { ...key('debian', 'b'.repeat(40)), ...made },
      ],
    }),
    answers(listSshSigners, { items: [{ name: 'ann', principals: ['ann@example.test'], fingerprint: 'SHA256:a/b+c', publicKey: 'p', ...made }] }),
    answers(contract.getRefusedSigners, () => ({ fingerprints: [...refused] })),
    answers(contract.setReleaseBundleSigner, ({ params, body }) => {
      if ((body as { maySign: boolean }).maySign) refused.delete(params.fingerprint!);
      else refused.add(params.fingerprint!);
    }),
  );
  renderArea(distributionScreens, settings, here);
  const readRow = async (name: string) => within((await screen.findByText(name, { selector: 'b' })).closest('tr')!);
  const pick = async (name: string, entry: string) => {
    await userEvent.click(screen.getByRole('button', { name: `Actions ${name}` }));
    await userEvent.click(await screen.findByRole('menuitem', { name: entry }));
  };
  expect([(await readRow('rome')).getByText('Yes'), (await readRow('debian')).getByText('No')]).toHaveLength(2);
  await pick('rome', 'Take nothing that it signs');
  expect(await (await readRow('rome')).findByText('No')).toBeVisible();
  await pick('debian', 'Let it sign release bundles');
  expect(await (await readRow('debian')).findByText('Yes')).toBeVisible();
  expect((await readRow('ann')).getByText('ann@example.test')).toBeVisible();
  await pick('ann (SSH)', 'Take nothing that it signs');
  expect(await (await readRow('ann')).findByText('No')).toBeVisible();
  expect([...refused]).toContain('SHA256:a/b+c');
});

it('chooses another key', async () => {
  let asked: unknown;
  const pair = { name: 'release-key', kind: 'openpgp' as const, fingerprint: 'f', publicKey: 'p', createdAt: target.createdAt, createdBy: 'ann', usedBy: [] };
  server.use(
    answers(listRepositoryInfo, []),
    answers(contract.getReleaseBundleSigning, { keyPair: 'release-bundles' }),
    answers(listKeyPairs, { items: [pair, { ...pair, name: 'rsa-key', kind: 'rsa' }] }),
    answers(contract.setReleaseBundleSigning, ({ body }) => {
      asked = body;
      return { keyPair: 'release-key' };
    }),
  );
  renderArea(distributionScreens, settings, here);
  expect(await screen.findByText(/The key is made when/)).toBeVisible();
  await screen.findByRole('option', { name: 'release-key' });
  expect(screen.queryByRole('option', { name: 'rsa-key' })).toBeNull();
  await userEvent.selectOptions(screen.getByLabelText('Signing key'), 'release-key');
  await userEvent.click(screen.getByRole('button', { name: 'Use this key' }));
  await expect.poll(() => asked).toEqual({ keyPair: 'release-key' });
});
