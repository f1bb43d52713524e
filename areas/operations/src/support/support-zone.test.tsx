import { highAvailability, peerTracker } from '@packhouse/contract/operations/operations-status-routes.ts';
import {
  createMissionControlSupportBundle,
  deleteSupportBundle,
  generateSupportBundle,
  listSupportBundles,
  missionControlPing,
  readSupportBundle,
  type SupportBundle,
  supportBundleCreations,
} from '@packhouse/contract/operations/support-routes.ts';
import { isServiceEnabled } from '@packhouse/contract/shell/shell-routes.ts';
import { answers, refuses } from '@packhouse/testkit/console/answers.ts';
import { prepareConsole, renderArea, server } from '@packhouse/testkit/console/render-area.tsx';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it, vi } from 'vitest';
import { manifest } from '../manifest.ts';
import { supportScreens } from './support-screens.ts';

prepareConsole();

const address = '/admin/support-zone';
const bundle: SupportBundle = {
  id: '0b6f5a0e-6c1a-4d1e-9a52-1f2f3a4b5c6d',
  name: 'Slow uploads',
  description: 'since Monday',
  service: 'artifactory',
  nodes: [],
  parameters: { thread_dump: { count: 1, interval: 0 }, configuration: true, logs: { include: true } },
  status: 'success',
  create_date: '2026-11-22T01:00:00.000Z',
  created_by: 'admin',
  size: 12_345,
};
const here = { services: { artifactory: '1' } };

let listed: SupportBundle[] = [];
let lists = 0;
beforeEach(() => {
  listed = [bundle];
  lists = 0;
  server.use(
    answers(listSupportBundles, () => {
      lists += 1;
      return listed;
    }),
    answers(isServiceEnabled, { enabled: false }),
    answers(peerTracker, { present: false, peers: [] }),
    answers(highAvailability, { services: {} }),
  );
});

async function fill(name: string): Promise<void> {
  await userEvent.click(await screen.findByRole('button', { name: 'Create bundle' }));
  const form = within(await screen.findByRole('dialog', { name: 'New support bundle' }));
  await userEvent.type(await form.findByLabelText('Name'), name);
  await userEvent.click(form.getByRole('button', { name: 'Create bundle' }));
}
const choose = async (name: string, entry: string) => {
  const row = (await screen.findByText(name)).closest('tr')!;
  await userEvent.click(within(row).getByRole('button', { name: /^Actions/ }));
  await userEvent.click(await screen.findByRole('menuitem', { name: new RegExp(entry) }));
};

it('SUP-001 SUP-002 SUP-004 lists bundles, each state with its own icon and class', async () => {
  listed = [
    bundle,
    { ...bundle, id: `${bundle.id.slice(0, -1)}e`, name: 'Broken', status: 'failure', message: 'no node' },
    { ...bundle, id: `${bundle.id.slice(0, -1)}f`, name: 'Now', status: 'in progress' },
  ];
  renderArea(supportScreens, address, here);
  const table = await screen.findByRole('table', { name: 'Support zone' });
  const first = (await within(table).findByText('Slow uploads')).closest('tr');
  for (const text of ['0b6f5a0e', 'Slow uploads', 'since Monday', 'Success', 'Repository management']) expect(first).toHaveTextContent(text);
  const icons = ['Success', 'Failure', 'In progress'].map((word) => {
    const tag = within(table).getByText(word, { selector: '.ph-tag' });
    return [tag.parentElement!.className, tag.querySelector('path')!.getAttribute('d')];
  });
  expect(icons.map(([name]) => name)).toEqual(['support-success', 'support-failure', 'support-in-progress']);
  expect(new Set(icons.map(([, path]) => path)).size).toBe(3);
});

it('SUP-006 SUP-008 SUP-012 shows a bundle at once as in progress, and asks for the list when it was begun', async () => {
  const delays = vi.spyOn(globalThis, 'setTimeout');
  let sent: unknown;
  server.use(
    answers(generateSupportBundle, ({ body }): SupportBundle => {
      sent = body;
      listed = [{ ...bundle, name: 'Fresh' }];
      return { ...bundle, name: 'Fresh', status: 'in progress' };
    }),
  );
  renderArea(supportScreens, address, here);
  await screen.findByText('Slow uploads');
  await fill('Fresh');
  const row = (await screen.findByText('Fresh')).closest('tr');
  expect(row).toHaveTextContent('In progress');
  expect(screen.getByText('Slow uploads')).toBeVisible();
  await waitFor(() => expect(delays).toHaveBeenCalledWith(expect.any(Function), 3000));
  expect(sent).toMatchObject({ name: 'Fresh', service: 'artifactory', parameters: { thread_dump: { count: 1, interval: 0 } } });
  await waitFor(() => expect(screen.queryByText('Slow uploads')).toBeNull());
  expect(screen.getByText('Fresh').closest('tr')).toHaveTextContent('Success');
  expect(lists).toBe(2);
});

it('SUP-020 takes the stand-in away without a word when a bundle cannot be made', async () => {
  server.use(refuses(generateSupportBundle, 'internal'));
  renderArea(supportScreens, address, here);
  await screen.findByText('Slow uploads');
  await fill('Never');
  expect(await screen.findByText('Never')).toBeVisible();
  await waitFor(() => expect(screen.queryByText('Never')).toBeNull());
  expect(screen.queryByRole('alert')).toBeNull();
});

it('SUP-020 says nothing aloud when the list cannot be had', async () => {
  server.use(refuses(listSupportBundles, 'internal'));
  renderArea(supportScreens, address, here);
  expect(await screen.findByText('The list of support bundles is not known')).toBeVisible();
  expect(screen.queryByRole('alert')).toBeNull();
});

it('SUP-011 SUP-021 fetches a bundle in a new window, and tells when it is gone or refused', async () => {
  const open = vi.spyOn(window, 'open').mockReturnValue(null);
  server.use(answers(readSupportBundle, bundle));
  renderArea(supportScreens, address, here);
  await choose('Slow uploads', 'Download');
  await waitFor(() => expect(open).toHaveBeenCalledWith(`/ui/api/v1/ui/userSupport/downloadBundle/${bundle.id}`, '_blank', 'noopener'));
  open.mockClear();
  server.use(refuses(readSupportBundle, 'not_found'));
  await choose('Slow uploads', 'Download');
  expect(await screen.findByText('The support bundle does not exist any more')).toBeVisible();
  server.use(refuses(readSupportBundle, 'forbidden'));
  await choose('Slow uploads', 'Download');
  expect(await screen.findByText('You may not fetch this support bundle')).toBeVisible();
  expect(open).not.toHaveBeenCalled();
});

it('SUP-010 deletes a bundle after asking', async () => {
  let deleted = '';
  server.use(
    answers(deleteSupportBundle, ({ params }) => {
      deleted = params.id!;
      listed = [];
    }),
  );
  renderArea(supportScreens, address, here);
  await choose('Slow uploads', 'Delete');
  await userEvent.click(await screen.findByRole('button', { name: 'Delete bundle' }));
  expect(await screen.findByText('No support bundles yet')).toBeVisible();
  expect(deleted).toBe(bundle.id);
});

it.each([
  ['SUP-013', 'distribution', 'Release distribution', '/ui/api/v1/distribution/api/ui/support/bundles'],
  ['SUP-014', 'xray', 'Security scanning', '/ui/api/v1/xray/ui/support/bundles'],
  ['SUP-016', 'insight', 'Insight', '/ui/api/v1/insight/api/v1/support/bundles'],
  ['SUP-017', 'tracker', 'Peer tracker', '/ui/api/v1/pdn/tracker/support/bundles'],
] as const)('%s makes a bundle of %s with its own call', async (_, service, title, url) => {
  let sent: unknown;
  const creation = supportBundleCreations[service];
  expect(creation.url).toBe(url);
  server.use(
    answers(peerTracker, { present: true, peers: [] }),
    answers(creation, ({ body }) => {
      sent = body;
      return { ...bundle, service };
    }),
  );
  renderArea(supportScreens, `${address}?create=1`, { services: service === 'tracker' ? {} : { [service]: '1' } });
  const form = within(await screen.findByRole('dialog', { name: 'New support bundle' }));
  expect(form.getByText(title)).toBeVisible();
  await userEvent.type(await form.findByLabelText('Name'), 'x');
  await userEvent.click(form.getByRole('button', { name: 'Create bundle' }));
  await waitFor(() => expect(sent).toMatchObject({ name: 'x', service }));
});

it('SUP-015 SUP-018 SUP-019 makes one of mission control without naming the service, once it answers', async () => {
  let sent: unknown;
  expect([createMissionControlSupportBundle.url, missionControlPing.url]).toEqual([
    '/ui/api/v1/mc/api/ui/v1/support/bundles',
    '/ui/api/v1/mc/api/v4/system/ping',
  ]);
  server.use(
    answers(isServiceEnabled, ({ params }) => ({ enabled: params.name === 'mc' })),
    answers(missionControlPing, { status: 'OK' }),
    answers(createMissionControlSupportBundle, ({ body }): SupportBundle => {
      sent = body;
      return { ...bundle, service: 'mc' };
    }),
  );
  renderArea(supportScreens, address, { services: {} });
  await fill('x');
  await waitFor(() => expect(sent).toMatchObject({ name: 'x' }));
  expect(sent).not.toHaveProperty('service');
});

it('SUP-019 SUP-023 offers nothing to make where no service is present', async () => {
  server.use(answers(isServiceEnabled, { enabled: true }), refuses(missionControlPing, 'not_found'));
  renderArea(supportScreens, address, { services: {} });
  expect(await screen.findByText('Slow uploads')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Create bundle' })).toBeNull();
});

it('SUP-022 keeps its menu line for administrators', () => {
  expect(manifest.nav.find(({ path }) => path === address)?.requires).toEqual({ role: 'administrator' });
});
