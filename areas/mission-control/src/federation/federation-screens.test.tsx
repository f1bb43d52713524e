import * as contract from '@packhouse/contract/mission-control/federation-routes.ts';
import { answers, refuses } from '@packhouse/testkit/console/answers.ts';
import { prepareConsole, renderArea, server } from '@packhouse/testkit/console/render-area.tsx';
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { onFederation } from './federation-bus.ts';
import { federationScreens, filtersPath, meshPath } from './federation-screens.ts';

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
  passwords: true,
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

  it('FED-006 lists who shares what with whom and how each link is, in words of both languages', async () => {
    const why = { message: 'Branch does not accept GROUPS from there', reason: 'type_not_accepted', values: { name: 'Branch', types: 'GROUPS' } };
    const error = { message: `The other deployment answered 403: ${why.message}`, reason: 'peer_refused', values: { status: 403, reason: why } };
    const failed = (target: string) => ({
      label: 'reach' as const,
      source: 'Hub',
      target,
      status: 'failed' as const,
      message: { message: `${target} is off` },
    });
    const link: contract.Federation['links'][number] = {
      id: 'l1',
      source: 'Hub',
      federation: federation.id,
      peer: branch.id,
      peerName: 'Branch',
      direction: 'out',
      mode: 'star',
      types: ['USERS'],
      passwords: true,
      state: 'failing',
      behind: 2,
      lagMs: 40,
      lastAt: '2026-11-01T10:00:00.000Z',
      failingSince: '2026-11-01T09:58:00.000Z',
      nextAt: '2026-11-01T10:00:08.000Z',
      error,
      compared: { at: '2026-11-01T03:00:00.000Z', entries: 12_480, healed: 3 },
      refused: [{ kind: 'group', name: 'makers', reason: 'type' }],
      refusedMore: 12,
    };
    server.use(
      answers(contract.listFederations, { items: [{ ...federation, links: [link] }] }),
      answers(contract.listFederationCandidates, [hub, branch]),
      answers(contract.readFederation, { ...federation, passwords: false, links: [link], steps: [failed('Branch'), failed('Sydney')], unreachable: ['Oslo'] }),
    );
    const router = renderArea(federationScreens, base);
    const row = within((await screen.findByRole('link', { name: 'Hub' })).closest('tr')!);
    for (const text of ['Star', 'Branch', 'Users, Groups']) expect(row.getByText(text)).toBeVisible();
    expect(row.getByText(/Hub → Branch: The other deployment answered 403/)).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Actions Hub' }));
    expect((await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent)).toEqual([
      expect.stringContaining('Edit'),
      'Full broadcast',
      'Compare both ends',
      expect.stringContaining('Remove'),
    ]);
    await router.navigate(`${base}/star/${federation.id}`);
    const table = within(await screen.findByRole('table', { name: 'Links' }));
    for (const text of ['Hub → Branch', '2 changes behind', 'makers (not accepted there); and 12 more']) expect(table.getByText(text)).toBeVisible();
    for (const text of [/3 of 12,480 differed/, 'in 40 ms']) expect(table.getByText(text)).toBeVisible();
    for (const text of [/^First failed:/, /^Next try:/, 'Retrying']) expect(table.getByText(text)).toBeVisible();
    for (const text of ['Hub → Sydney: Sydney is off', 'Could not be asked for its links: Oslo']) expect(screen.getByText(text)).toBeVisible();
    expect(screen.queryByText('Hub → Branch: Branch is off')).toBeNull();
    expect(screen.getByText(/^Hub is of a version that cannot leave passwords out/)).toBeVisible();
  });

  it('says what it means that passwords travel, and that they do not, and leaves them out where that is wanted', async () => {
    let body: Partial<contract.FederationInput> = {};
    server.use(
      answers(contract.listFederationCandidates, [hub, branch]),
      answers(contract.readFederation, federation),
      answers(contract.executeFederation, (one) => {
        body = one.body as typeof body;
        return { ...federation, passwords: false };
      }),
    );
    renderArea(federationScreens, `${base}/star/${federation.id}`);
    const passwords = await screen.findByRole('checkbox', { name: 'Passwords of users, too' });
    expect(passwords).toBeChecked();
    expect(screen.getByText(/can try to guess the passwords/)).toBeVisible();
    await userEvent.click(passwords);
    expect(screen.getByText(/^Each deployment has passwords of its own/)).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Execute' }));
    await waitFor(() => expect(body).toMatchObject({ id: federation.id, passwords: false }));
  });

  it('FED-002 FED-006 makes a mesh of members and what they share', async () => {
    server.use(answers(contract.listFederationCandidates, [hub, branch]));
    renderArea(federationScreens, meshPath);
    expect(meshPath).toBe('/admin/mission_control/access_federation/mesh');
    expect(await screen.findByLabelText('First member')).toBeVisible();
    expect(screen.getByLabelText('Other members')).toBeVisible();
    expect(screen.getByRole('radio', { name: 'Mesh' })).toBeChecked();
    for (const name of ['Users', 'Groups', 'Permissions', 'Tokens']) expect(screen.getByRole('checkbox', { name })).toBeEnabled();
  });

  it('FED-018 has room for one pattern where there is to be a single one', async () => {
    server.use(answers(contract.listFederationCandidates, [hub, branch]));
    renderArea(federationScreens, `${base}/star`);
    await userEvent.type(await screen.findByLabelText(/Include permissions/), 'dev-*{enter}ops-*{enter}');
    expect(screen.getByText('ops-*')).toBeVisible();
    await userEvent.click(screen.getByRole('radio', { name: 'By a single pattern' }));
    expect(screen.queryByText('ops-*')).toBeNull();
    expect(screen.getByText('dev-*')).toBeVisible();
    expect(screen.getByLabelText(/Exclude permissions/)).toBeDisabled();
  });

  it('tells by name what would happen, from a button beside Execute, until the form says something else', async () => {
    const created = Array.from({ length: 23 }, (_, number) => `user-${number}`);
    const forecast = {
      created,
      adopted: ['ann'],
      overwritten: [],
      parked: [],
      refused: ['admin-of-branch'],
      lowered: ['ada'],
      takenBack: ['old-group'],
      disabled: [],
    };
    const asked: unknown[] = [];
    server.use(
      answers(contract.listFederationCandidates, [hub, branch]),
      answers(contract.readFederation, federation),
      answers(contract.previewFederation, ({ body }) => {
        asked.push(body);
        return { targets: [{ source: 'Hub', target: 'Branch', error: null, forecast }] };
      }),
    );
    renderArea(federationScreens, `${base}/star/${federation.id}`);
    const button = await screen.findByRole('button', { name: 'Preview' });
    expect(button.parentElement).toContainElement(screen.getByRole('button', { name: 'Execute' }));
    await userEvent.click(button);
    const told = await screen.findByRole('region', { name: 'Hub → Branch' });
    expect(told).toHaveTextContent(/Created23: user-0, .*user-19 and 3 more/);
    for (const text of ['ann', 'admin-of-branch', 'ada', 'old-group']) expect(within(told).getByText(text)).toBeVisible();
    expect(asked).toEqual([expect.objectContaining({ id: federation.id, mode: 'star', source: 'hub-id', targets: ['branch-id'] })]);
    await userEvent.click(screen.getByRole('checkbox', { name: 'Tokens' }));
    expect(await screen.findByText('The form has changed since: preview again.')).toBeVisible();
    expect(screen.queryByRole('region', { name: 'Hub → Branch' })).toBeNull();
  });

  it('FED-029 stays as it is and notifies nobody when a federation cannot be stored', async () => {
    server.use(
      answers(contract.listFederationCandidates, [hub, branch]),
      answers(contract.readFederation, federation),
      refuses(contract.executeFederation, 'internal'),
    );
    const told: string[] = [];
    const stop = onFederation('close-modal', () => told.push('close-modal'));
    renderArea(federationScreens, `${base}/star/${federation.id}`);
    await userEvent.click(await screen.findByRole('checkbox', { name: 'Permissions' }));
    await userEvent.click(screen.getByRole('button', { name: 'Execute' }));
    await waitFor(() => expect(screen.getByRole('button', { name: 'Execute' })).toBeEnabled());
    expect(screen.getByRole('checkbox', { name: 'Permissions' })).toBeChecked();
    expect(document.querySelector('.ph-toast')).toBeNull();
    expect(told).toEqual([]);
    stop();
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

  it('ends one here that waits for deployments that are gone, and offers nothing else for it', async () => {
    let ended = '';
    server.use(
      answers(contract.listFederations, { items: [{ ...federation, ending: true, unreachable: ['Hub'] }] }),
      answers(contract.endFederationHere, ({ params }) => {
        ended = String(params.id);
      }),
    );
    renderArea(federationScreens, base);
    await userEvent.click(await screen.findByRole('button', { name: 'Actions Hub' }));
    expect((await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent)).toEqual([expect.stringContaining('End here')]);
    await userEvent.click(screen.getByRole('menuitem', { name: /^End here/ }));
    const dialog = within(await screen.findByRole('dialog', { name: 'End the federation from Hub here?' }));
    await userEvent.click(dialog.getByRole('button', { name: 'End here' }));
    expect(await screen.findByText('The federation has ended here')).toBeVisible();
    expect(ended).toBe(federation.id);
  });

  it('says whose links are not compared now', async () => {
    server.use(answers(contract.listFederations, { items: [federation] }), answers(contract.compareFederation, { failed: ['Branch'] }));
    renderArea(federationScreens, base);
    await act('Compare both ends');
    expect(await screen.findByText(/^Not compared now, since it could not be asked: Branch\./)).toBeVisible();
  });

  it('FED-004 FED-014 tells the console of a change, each on the change of its name', async () => {
    const told: string[] = [];
    const names = ['entities-updated', 'permissions-updated', 'permissions-pattern-updated', 'targets-updated', 'topology-updated', 'close-modal'] as const;
    const stops = names.map((name) => onFederation(name, () => told.push(name)));
    server.use(
      answers(contract.listFederationCandidates, [hub, branch]),
      answers(contract.readFederation, federation),
      answers(contract.listFederations, { items: [federation] }),
      answers(contract.executeFederation, { ...federation, entityTypes: ['USERS', 'GROUPS', 'PERMISSIONS'] }),
    );
    renderArea(federationScreens, `${base}/star/${federation.id}`);
    await userEvent.click(await screen.findByRole('checkbox', { name: 'Permissions' }));
    await userEvent.click(screen.getByRole('button', { name: 'Execute' }));
    await waitFor(() => expect(told).toEqual(['entities-updated', 'permissions-updated', 'close-modal']));
    for (const stop of stops) stop();
  });

  it('FED-014 tells the console that a form was closed without saving', async () => {
    const told: string[] = [];
    const stop = onFederation('close-modal', () => told.push('close-modal'));
    server.use(
      answers(contract.listFederationCandidates, [hub, branch]),
      answers(contract.readFederation, federation),
      answers(contract.listFederations, { items: [federation] }),
    );
    renderArea(federationScreens, `${base}/star/${federation.id}`);
    await screen.findByRole('checkbox', { name: 'Permissions' });
    expect(told).toEqual([]);
    await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(told).toEqual(['close-modal']));
    stop();
  });

  it('FED-014 tells the console of patterns that were changed in the drawer', async () => {
    const told: string[] = [];
    const stops = (['permissions-pattern-updated', 'close-modal'] as const).map((name) => onFederation(name, () => told.push(name)));
    const filter = { id: federation.id, source: 'Hub', permissionsFilter: { include: ['dev-*'], exclude: [] } };
    server.use(
      answers(contract.listFederationFilters, { items: [filter] }),
      answers(contract.updateFederationFilter, { ...filter, permissionsFilter: { include: ['ops-*'], exclude: [] } }),
    );
    renderArea(federationScreens, filtersPath);
    await userEvent.click(await screen.findByRole('button', { name: 'Actions Hub' }));
    await userEvent.click(await screen.findByRole('menuitem', { name: /^Edit/ }));
    await userEvent.click(await screen.findByRole('button', { name: 'Save' }));
    await waitFor(() => expect(told).toEqual(['permissions-pattern-updated', 'close-modal']));
    for (const stop of stops) stop();
  });

  it('lists what was lost beside what was kept, uses the other on demand, and says which deployments could not be asked', async () => {
    let restored = '';
    const conflict = {
      id: 7,
      deployment: 'branch-id',
      deploymentName: 'Branch',
      at: '2026-11-01T10:00:00.000Z',
      kind: 'user' as const,
      name: 'dot',
      register: 'profile',
      kept: { email: 'late@example.test', enabled: true },
      lost: { email: 'early@example.test', enabled: true },
      keptBy: 'Hub',
      lostBy: 'Branch',
    };
    server.use(
      answers(contract.listFederationConflicts, {
        items: [conflict, { ...conflict, id: 8, name: 'eve', register: 'member/makers', kept: true, lost: false }],
        next: null,
        unreachable: ['Sydney'],
      }),
      answers(contract.restoreFederationConflict, ({ params }) => {
        restored = `${params.deployment} ${params.id}`;
      }),
    );
    renderArea(federationScreens, `${base}/conflicts`);
    const row = within((await screen.findByText('dot')).closest('tr')!);
    expect(row.getByText('User: profile')).toBeVisible();
    expect(within((await screen.findByText('eve')).closest('tr')!).getByText('User: in the group makers')).toBeVisible();
    expect(row.getByText('email: "late@example.test"')).toBeVisible();
    expect(row.getByText('email: "early@example.test"')).toBeVisible();
    expect(screen.getByText('Could not be asked for its conflicts: Sydney')).toBeVisible();
    await userEvent.click(row.getByRole('button', { name: 'Actions dot' }));
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Use the other' }));
    expect(await screen.findByText('The other value is used now')).toBeVisible();
    expect(restored).toBe('branch-id 7');
  });

  it('turns pages of what was lost, and lists what two pages tell of once', async () => {
    const conflict = (id: number, name: string, deployment = 'branch-id') => ({
      id,
      deployment,
      deploymentName: deployment,
      at: '2026-11-01T10:00:00.000Z',
      kind: 'user' as const,
      name,
      register: 'profile',
      kept: { email: `late-${name}` },
      lost: { email: `early-${name}` },
      keptBy: 'Hub',
      lostBy: 'Branch',
    });
    server.use(
      answers(contract.listFederationConflicts, ({ query }) =>
        query.get('after') === 'place'
          ? { items: [conflict(3, 'dot', 'hub-id'), conflict(4, 'eve')], next: null, unreachable: [] }
          : { items: [conflict(7, 'dot')], next: 'place', unreachable: [] },
      ),
    );
    renderArea(federationScreens, `${base}/conflicts`);
    expect(await screen.findByText('dot')).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: /more/i }));
    expect(await screen.findByText('eve')).toBeVisible();
    expect(screen.getAllByText('dot')).toHaveLength(1);
  });

  it('FED-019 offers the permissions filter to others, and nothing else', async () => {
    const filter = { id: federation.id, source: 'Hub', permissionsFilter: { include: ['dev-*'], exclude: [] } };
    server.use(answers(contract.listFederationFilters, { items: [filter] }));
    renderArea(federationScreens, filtersPath, { administrator: false });
    await userEvent.click(await screen.findByRole('button', { name: 'Actions Hub' }));
    expect(screen.getAllByRole('menuitem').map(({ textContent }) => textContent)).toEqual([expect.stringContaining('Edit')]);
  });
});
