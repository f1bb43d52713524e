import { deleteGroup, readGroup, updateGroup } from '@packhouse/contract/access/access-group-routes.ts';
import { listPermissions } from '@packhouse/contract/access/access-permission-routes.ts';
import { readUser, updateUser } from '@packhouse/contract/access/access-user-routes.ts';
import { type AskedOf, answers, refuses } from '@packhouse/testkit/console/answers.ts';
import { prepareConsole, renderArea, server } from '@packhouse/testkit/console/render-area.tsx';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { groupScreens } from '../groups/groups-screens.ts';
import { userScreens } from '../users/users-screens.ts';

prepareConsole();

const createdAt = '2026-01-01T00:00:00.000Z';
const group = { description: '', realm: 'internal', externalId: '', autoJoin: false, memberCount: 2, createdAt, members: ['ann', 'bob'] };
const ann = {
  name: 'ann',
  email: '',
  realm: 'internal',
  status: 'enabled' as const,
  administrator: false,
  effectiveAdministrator: true,
  groups: ['keepers', 'readers'],
  profileUpdatable: true,
  consoleAccess: true,
  passwordEnabled: true,
  passwordExpired: false,
  lastLoggedInAt: null,
  createdAt,
};
const session = { name: 'ann', administrator: true, groups: ['keepers', 'readers'] };
const administering = new Set<string>();
const sent: unknown[] = [];
const title = 'Give up the administration of the platform?';

beforeEach(() => {
  sent.length = 0;
  administering.clear();
  administering.add('keepers');
  const makeGroup = ({ params }: AskedOf) => ({ ...group, name: String(params.name), administrator: administering.has(String(params.name)) });
  server.use(
    answers(readGroup, makeGroup),
    answers(readUser, ann),
    answers(listPermissions, { items: [], total: 0, next: null }),
    answers(updateGroup, (asked) => {
      sent.push(asked.body);
      return makeGroup(asked);
    }),
    answers(updateUser, ({ body }) => {
      sent.push(body);
      return ann;
    }),
    answers(deleteGroup, ({ params }) => {
      sent.push(params.name);
    }),
  );
});

const openGroup = async () => {
  renderArea(groupScreens, '/admin/management/groups/keepers/edit', session);
  await screen.findByRole('button', { name: 'Save changes' });
};
const untick = async () => {
  const rights = screen.queryByRole('checkbox', { name: /Members are administrators/ });
  if (!rights) await userEvent.click(screen.getByRole('button', { name: /Rights/ }));
  await userEvent.click(await screen.findByRole('checkbox', { name: /Members are administrators/ }));
  await userEvent.click(screen.getByRole('button', { name: 'Save changes' }));
};

describe('people who administer the platform through a group', () => {
  it('are asked before the group stops to administer, and lose nothing typed when they decline', async () => {
    await openGroup();
    await untick();
    const question = await screen.findByRole('dialog', { name: title });
    expect(question).toHaveTextContent(/another administrator has to/);
    await userEvent.click(within(question).getByRole('button', { name: 'Cancel' }));
    expect(sent).toEqual([]);
    expect(screen.getByRole('checkbox', { name: /Members are administrators/ })).not.toBeChecked();
    await userEvent.click(screen.getByRole('button', { name: 'Save changes' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Give up administration' }));
    await waitFor(() => expect(sent).toEqual([{ administrator: false }]));
  });
  it('are asked before they leave it', async () => {
    await openGroup();
    await userEvent.click(screen.getByRole('button', { name: 'Take ann out' }));
    await userEvent.click(screen.getByRole('button', { name: 'Save changes' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Give up administration' }));
    await waitFor(() => expect(sent).toEqual([{ members: ['bob'] }]));
  });
  it('are asked before they leave it on their own account’s page', async () => {
    renderArea(userScreens, '/admin/management/users/ann/edit', session);
    await userEvent.click(await screen.findByRole('button', { name: 'Take keepers out' }));
    await userEvent.click(screen.getByRole('button', { name: 'Save changes' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Give up administration' }));
    await waitFor(() => expect(sent).toEqual([{ groups: ['readers'] }]));
  });
  it('are told before they delete it', async () => {
    await openGroup();
    await userEvent.click(screen.getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(screen.getByRole('dialog', { name: 'Delete keepers?' })).toHaveTextContent(/another administrator has to/));
  });
  it('are asked nothing where another group makes them one too', async () => {
    administering.add('readers');
    await openGroup();
    await untick();
    await waitFor(() => expect(sent).toEqual([{ administrator: false }]));
  });
  it('are told that the last administrator stays', async () => {
    server.use(refuses(updateGroup, 'last_administrator'));
    await openGroup();
    await untick();
    await userEvent.click(await screen.findByRole('button', { name: 'Give up administration' }));
    expect(await screen.findByText('At least one administrator who can sign in must remain')).toBeVisible();
  });
});
