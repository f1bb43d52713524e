import { createGroup, deleteGroup, listGroups, readGroup, updateGroup } from '@packhouse/contract/access/access-group-routes.ts';
import { listPermissions } from '@packhouse/contract/access/access-permission-routes.ts';
import { listUsers } from '@packhouse/contract/access/access-user-routes.ts';
import { type AskedOf, answers } from '@packhouse/testkit/console/answers.ts';
import { prepareConsole, renderArea, server } from '@packhouse/testkit/console/render-area.tsx';
import { ann } from '@packhouse/testkit/console/test-user.ts';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { editGroupPath, groupScreens } from './groups-screens.ts';

prepareConsole();

const group = {
  name: 'developers',
  description: 'Writes code',
  realm: 'internal',
  externalId: '',
  autoJoin: true,
  administrator: false,
  memberCount: 2,
  createdAt: '2026-01-01T00:00:00.000Z',
};
const details = { ...group, members: ['ann', 'bob'] };
const person = { ...ann, email: 'zoe@example.test' };
const list = '/admin/management/groups';
const bodies: unknown[] = [];
const keep = ({ body }: AskedOf) => {
  bodies.push(body);
  return details;
};

beforeEach(() => {
  bodies.length = 0;
  server.use(
    answers(listGroups, { items: [group], total: 1, next: null }),
    answers(readGroup, details),
    answers(listUsers, ({ query }) => ({ items: [{ ...person, name: `${query.get('search') ?? ''}zoe` }], total: 1, next: null })),
    answers(listPermissions, { items: [], total: 3, next: null }),
    answers(createGroup, keep),
    answers(updateGroup, keep),
  );
});

describe('groups', () => {
  it('ADMIN-004 ADMIN-011 are listed with what they are for and how many belong to them', async () => {
    renderArea(groupScreens, list);
    const row = await screen.findByRole('row', { name: /developers/ });
    expect(within(row).getByRole('link', { name: 'developers' })).toHaveAttribute('href', `${list}/developers/edit`);
    expect(within(row).getByText('Writes code')).toBeVisible();
    expect(within(row).getByText('New users join')).toBeVisible();
    expect(within(row).getByText('2')).toBeVisible();
  });

  it('ADMIN-006 ADMIN-011 are made with name, description and members found on the server', async () => {
    const router = renderArea(groupScreens, `${list}/new`);
    await userEvent.type(await screen.findByRole('textbox', { name: 'Group name' }), 'operations');
    await userEvent.type(screen.getByRole('textbox', { name: /Description/ }), 'Runs it');
    await userEvent.type(screen.getByRole('combobox', { name: 'Add a user' }), 'big-');
    await screen.findByRole('option', { name: /big-zoe/ });
    await userEvent.keyboard('{Enter}');
    expect(screen.getByText('1 member')).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Create group' }));
    await waitFor(() => expect(router.state.location.pathname).toBe(`${list}/developers/edit`));
    expect(bodies).toEqual([{ name: 'operations', description: 'Runs it', externalId: '', autoJoin: false, administrator: false, members: ['big-zoe'] }]);
  });

  it('ADMIN-005 ADMIN-011 are changed without touching what stays', async () => {
    renderArea(groupScreens, `${list}/developers/edit`);
    await userEvent.click(await screen.findByRole('checkbox', { name: 'Members are administrators' }));
    await userEvent.click(screen.getByRole('button', { name: 'Save changes' }));
    await waitFor(() => expect(bodies).toEqual([{ administrator: true }]));
    await userEvent.click(screen.getByRole('button', { name: 'Take bob out' }));
    await userEvent.click(screen.getByRole('button', { name: 'Save changes' }));
    await waitFor(() => expect(bodies[1]).toMatchObject({ members: ['ann'] }));
  });

  it('say whom it concerns before they are deleted', async () => {
    server.use(answers(deleteGroup, undefined));
    renderArea(groupScreens, list);
    await userEvent.click(await screen.findByRole('button', { name: 'Actions developers' }));
    await userEvent.click(screen.getByRole('menuitem', { name: /Delete/ }));
    expect(await screen.findByText('2 members and 3 permissions are concerned.')).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Delete group' }));
    expect(await screen.findByText('developers was deleted')).toBeVisible();
  });

  it('show what would help while there are none', async () => {
    server.use(answers(listGroups, { items: [], total: 0, next: null }));
    renderArea(groupScreens, list);
    expect(await screen.findByText('No groups yet')).toBeVisible();
  });

  it('says of a group that another deployment manages where it is changed, and lets nothing be changed here', async () => {
    const managedBy = { name: 'Hub', url: 'https://hub.example.test' };
    server.use(answers(readGroup, { ...details, managedBy }));
    renderArea(groupScreens, editGroupPath(group.name));
    expect(await screen.findByText('Managed by Hub')).toBeVisible();
    expect(screen.getByText('This came from Hub and is changed there; nothing is saved here.')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Open it at Hub' })).toHaveAttribute('href', expect.stringMatching(/^https:\/\/hub\.example\.test\/ui\/admin/));
    expect(screen.getByRole('textbox', { name: /Description/ })).toBeDisabled();
    expect(screen.getByRole('textbox', { name: /Description/ })).toHaveValue('Writes code');
    expect(screen.getByRole('checkbox', { name: 'Members are administrators' })).toBeDisabled();
    expect(screen.getByRole('button', { name: 'Take bob out' })).toBeDisabled();
    for (const name of ['Save changes', 'Delete']) expect(screen.getByRole('button', { name })).toHaveAttribute('aria-disabled', 'true');
    await userEvent.click(screen.getByRole('button', { name: 'Save changes' }));
    expect(bodies).toEqual([]);
  });

  it('are marked in the list where another deployment manages them, and not deleted there', async () => {
    const managedBy = { name: 'Hub', url: 'https://hub.example.test' };
    server.use(answers(listGroups, { items: [{ ...group, managedBy }], total: 1, next: null }));
    renderArea(groupScreens, list);
    expect(within(await screen.findByRole('row', { name: /developers/ })).getByText('Managed by Hub')).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Actions developers' }));
    const remove = screen.getByRole('menuitem', { name: /Delete/ });
    expect(remove).toHaveAttribute('aria-disabled', 'true');
    expect(remove).toHaveTextContent('Managed by Hub: change it there');
  });
});
