import * as contract from '@packhouse/contract/mission-control/federation-routes.ts';
import { answers } from '@packhouse/testkit/console/answers.ts';
import { prepareConsole, renderArea, server } from '@packhouse/testkit/console/render-area.tsx';
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { onFederation } from './federation-bus.ts';
import { federationScreens, filtersPath } from './federation-screens.ts';

prepareConsole();

const hub = { id: 'hub-id', name: 'Hub', url: 'https://hub.example.test' };
const branch = { id: 'branch-id', name: 'Branch', url: 'https://branch.example.test' };
const federation: contract.Federation = {
  id: '0e528735-cb22-467c-9266-f8c2fb8c87fc',
  mode: 'star',
  source: hub,
  targets: [branch],
  entityTypes: ['USERS', 'GROUPS'],
  permissionsFilter: { include: [], exclude: [] },
  adopt: true,
  adoptAdministrators: false,
  forward: false,
  steps: [],
  links: [],
  unreachable: [],
  ending: false,
};

async function act(name: string): Promise<void> {
  await userEvent.click(await screen.findByRole('button', { name: 'Actions Hub' }));
  await userEvent.click(await screen.findByRole('menuitem', { name: new RegExp(`^${name}`) }));
}

const base = '/admin/mission_control/access_federation';

describe('Access federation', () => {
  it('FED-001 FED-005 says that there are no managed connections', async () => {
    server.use(answers(contract.listFederations, { items: [] }));
    renderArea(federationScreens, base);
    expect(await screen.findByText('You have no managed connections.')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Pair a deployment' })).toBeVisible();
  });

  it('FED-003 FED-015 FED-016 FED-017 resets the entity types with the topology, and asks for at least one', async () => {
    server.use(answers(contract.listFederationCandidates, []));
    renderArea(federationScreens, `${base}/star`);
    expect(await screen.findByRole('checkbox', { name: 'Users' })).toBeChecked();
    await userEvent.click(screen.getByRole('radio', { name: 'Mesh' }));
    expect(screen.getByText('Entity Types configuration will be reset')).toBeVisible();
    expect(screen.getByRole('checkbox', { name: 'Users' })).not.toBeChecked();
    await userEvent.click(screen.getByRole('button', { name: 'Execute' }));
    expect(await screen.findByText('Please select at least one entity to sync')).toBeVisible();
  });

  it('FED-025 FED-026 FED-028 warns before a broadcast, and names the targets that it did not reach', async () => {
    const answer = { message: 'Broadcasting was initialized successfully', failed: [] as string[], targets: [{ target: 'Branch', started: true }] };
    server.use(
      answers(contract.listFederations, { items: [federation] }),
      answers(contract.broadcastFederation, () => answer),
    );
    renderArea(federationScreens, base);
    await act('Full broadcast');
    const dialog = within(await screen.findByRole('dialog', { name: 'Full broadcast' }));
    expect(dialog.getByText('Full Broadcast will re-sync all the synced entities from the Source to all its Target')).toBeVisible();
    await userEvent.click(dialog.getByRole('button', { name: 'Full broadcast' }));
    expect(await screen.findByText('Broadcasting was initialized successfully')).toBeVisible();
    answer.failed = ['Branch'];
    await act('Full broadcast');
    await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Full broadcast' }));
    expect(await screen.findByText('Broadcasting for some targets has failed: Branch')).toBeVisible();
  });

  it('asks what becomes of the copies before a federation ends', async () => {
    let asked = '';
    server.use(
      answers(contract.listFederations, { items: [federation] }),
      answers(contract.removeFederation, ({ query }) => {
        asked = query.toString();
      }),
    );
    renderArea(federationScreens, base);
    await act('Remove');
    const dialog = within(await screen.findByRole('dialog', { name: 'Remove the federation from Hub?' }));
    expect(dialog.getByRole('radio', { name: 'Keep as their own' })).toBeChecked();
    await userEvent.click(dialog.getByRole('radio', { name: 'Disable users' }));
    await userEvent.click(dialog.getByRole('button', { name: 'Remove' }));
    expect(await screen.findByText('The federation is being removed')).toBeVisible();
    expect(asked).toBe('copies=disable');
  });

  it('FED-004 FED-014 tells the console of a change, each on the change of its name', async () => {
    const told: string[] = [];
    const names = ['entities-updated', 'permissions-updated', 'permissions-pattern-updated', 'targets-updated', 'topology-updated', 'close-modal'] as const;
    const stops = names.map((name) => onFederation(name, () => told.push(name)));
    server.use(
      answers(contract.listFederationCandidates, [hub, branch]),
      answers(contract.readFederation, federation),
      answers(contract.executeFederation, { ...federation, entityTypes: ['USERS', 'GROUPS', 'PERMISSIONS'] }),
    );
    renderArea(federationScreens, `${base}/star/${federation.id}`);
    await userEvent.click(await screen.findByRole('checkbox', { name: 'Permissions' }));
    await userEvent.click(screen.getByRole('button', { name: 'Execute' }));
    await waitFor(() => expect(told).toEqual(['entities-updated', 'permissions-updated', 'close-modal']));
    for (const stop of stops) stop();
  });

  it('FED-019 offers the permissions filter to others, and nothing else', async () => {
    const filter = { id: federation.id, source: 'Hub', permissionsFilter: { include: ['dev-*'], exclude: [] } };
    server.use(answers(contract.listFederationFilters, { items: [filter] }));
    renderArea(federationScreens, filtersPath, { administrator: false });
    await userEvent.click(await screen.findByRole('button', { name: 'Actions Hub' }));
    expect(screen.getAllByRole('menuitem').map(({ textContent }) => textContent)).toEqual([expect.stringContaining('Edit')]);
  });
});
