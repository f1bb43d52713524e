import { refresh } from '@packhouse/console-kit/calls/calls.ts';
import { listGroups } from '@packhouse/contract/access/access-group-routes.ts';
import { listPermissions } from '@packhouse/contract/access/access-permission-routes.ts';
import { listTokens } from '@packhouse/contract/access/access-token-routes.ts';
import { createUser, deleteUser, listUsers, readUser, type User, updateUser } from '@packhouse/contract/access/access-user-routes.ts';
import { accessWords } from '@packhouse/contract/access/access-words.ts';
import { readUserState } from '@packhouse/contract/access/auth-invitation-routes.ts';
import { AppError } from '@packhouse/contract/errors.ts';
import { kernelWords } from '@packhouse/contract/kernel-words.ts';
import { say } from '@packhouse/contract/sentences.ts';
import { type AskedOf, answers, on, refuse, refuseFields, refuses, tell } from '@packhouse/testkit/console/answers.ts';
import { prepareConsole, renderArea, server } from '@packhouse/testkit/console/render-area.tsx';
import { ann } from '@packhouse/testkit/console/test-user.ts';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { userScreens } from './users-screens.ts';

prepareConsole();

function user(name: string, change: Partial<User> = {}): User {
  return { ...ann, name, email: `${name}@example.test`, groups: ['developers'], ...change };
}

const admin = user('admin', { administrator: true, effectiveAdministrator: true, groups: [] });
const asked: AskedOf[] = [];
const keep = (one: AskedOf) => {
  asked.push(one);
};
const empty = { items: [], total: 0, next: null };
const list = '/admin/management/users';

beforeEach(() => {
  asked.length = 0;
  server.use(
    answers(listUsers, (one) => {
      keep(one);
      return one.query.get('after') ? { items: [user('zoe')], total: 3, next: null } : { items: [admin, user('ann')], total: 3, next: 'ann' };
    }),
    answers(readUser, ({ params }) => (params.name === 'admin' ? admin : user(params.name ?? ''))),
    answers(readUserState, { secondFactor: false, blockedUntil: null, locked: false, invitation: null }),
    answers(listGroups, { items: [], total: 0, next: null }),
    answers(listTokens, { ...empty, total: 2 }),
    answers(listPermissions, { ...empty, total: 1 }),
  );
});

describe('the list of users', () => {
  it('ADMIN-001 stands at its address and goes on from the last name', async () => {
    renderArea(userScreens, list);
    expect(await screen.findByRole('heading', { name: /^Users/ })).toBeVisible();
    expect(await screen.findByRole('link', { name: 'ann' })).toHaveAttribute('href', `${list}/ann/edit`);
    expect(within(screen.getByRole('row', { name: /admin@/ })).getByText('Administrator')).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Load more' }));
    expect(await screen.findByRole('link', { name: 'zoe' })).toBeVisible();
    expect(asked.at(-1)?.query.get('after')).toBe('ann');
  });

  it('searches on the server and keeps the search in the address', async () => {
    const router = renderArea(userScreens, list);
    await screen.findByRole('link', { name: 'ann' });
    await userEvent.type(screen.getByRole('searchbox', { name: 'Search users' }), 'zo');
    await waitFor(() => expect(asked.at(-1)?.query.get('search')).toBe('zo'));
    expect(router.state.location.search).toBe('?search=zo');
  });

  it('asks for what the filters in the address say', async () => {
    renderArea(userScreens, `${list}?status=disabled&role=administrator`);
    await screen.findByRole('link', { name: 'ann' });
    expect(asked[0]?.query.get('status')).toBe('disabled');
    expect(asked[0]?.query.get('onlyAdministrators')).toBe('true');
  });

  it('ADMIN-010 deletes after saying what goes along', async () => {
    const deleted: string[] = [];
    server.use(answers(deleteUser, ({ params }) => void deleted.push(params.name ?? '')));
    renderArea(userScreens, list);
    await userEvent.click(await screen.findByRole('button', { name: 'Actions ann' }));
    await userEvent.click(screen.getByRole('menuitem', { name: /Delete/ }));
    const dialog = await screen.findByRole('dialog', { name: 'Delete ann?' });
    expect(await within(dialog).findByText(/2 access tokens stop working\. 1 permission names the account/)).toBeVisible();
    await userEvent.click(within(dialog).getByRole('button', { name: 'Delete user' }));
    expect(await screen.findByText('ann was deleted')).toBeVisible();
    expect(deleted).toEqual(['ann']);
  });

  it('deletes several, and keeps asking about those that the server refused', async () => {
    server.use(on(deleteUser, ({ params }) => (params.name === 'ann' ? tell(undefined) : refuse(new AppError(accessWords.own_account_kept)))));
    renderArea(userScreens, list);
    await userEvent.click(await screen.findByRole('checkbox', { name: 'Select all rows' }));
    await userEvent.click(screen.getByRole('button', { name: 'Delete selected' }));
    await userEvent.click(screen.getByRole('button', { name: 'Delete 2 users' }));
    expect(await screen.findByText('admin: You cannot delete yourself')).toBeVisible();
    expect(screen.getByRole('dialog', { name: 'Delete admin?' })).toBeVisible();
  });

  it('disables at once and offers to undo it', async () => {
    server.use(
      answers(updateUser, (one) => {
        keep(one);
        return user('ann', { status: 'disabled' });
      }),
    );
    renderArea(userScreens, list);
    await userEvent.click(await screen.findByRole('button', { name: 'Actions ann' }));
    await userEvent.click(screen.getByRole('menuitem', { name: 'Disable' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Undo' }));
    await waitFor(() => expect(asked.filter(({ body }) => body).map(({ body }) => body)).toEqual([{ status: 'disabled' }, { status: 'enabled' }]));
  });

  it('ADMIN-016 says who may see it when the server refuses', async () => {
    server.use(refuses(listUsers, new AppError(kernelWords.administrators_only)));
    renderArea(userScreens, list, { administrator: false });
    expect(await screen.findByText('Only an administrator may do this')).toBeVisible();
  });

  it('says so when the list cannot be loaded, with the id of the request', async () => {
    server.use(refuses(listUsers, 'internal'));
    renderArea(userScreens, list);
    expect(await screen.findByText('test-request')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Try again' })).toBeVisible();
  });
});

describe('the list of users without a connection', () => {
  it('keeps the last known rows and tells their age', async () => {
    renderArea(userScreens, list);
    await screen.findByRole('link', { name: 'ann' });
    server.use(refuses(listUsers, 'internal'));
    await userEvent.type(screen.getByRole('searchbox', { name: 'Search users' }), 'a');
    expect(await screen.findByText(/Something went wrong.*What is shown was loaded now/)).toBeVisible();
    expect(screen.getByRole('link', { name: 'ann' })).toBeVisible();
    expect(screen.getByRole('searchbox', { name: 'Search users' })).toHaveFocus();
  });
});

describe('the form of a user', () => {
  it('ADMIN-003 ADMIN-010 creates a user with a made password and goes on to the edit form', async () => {
    server.use(
      answers(createUser, (one) => {
        keep(one);
        return user('bob');
      }),
    );
    const router = renderArea(userScreens, `${list}/new`);
    await userEvent.type(await screen.findByRole('textbox', { name: 'User name' }), 'Bob');
    await userEvent.click(screen.getByRole('button', { name: 'Generate' }));
    expect(screen.getAllByRole('img', { name: 'Met' })).toHaveLength(4);
    await userEvent.click(screen.getByRole('checkbox', { name: 'Administrator' }));
    await userEvent.click(screen.getByRole('button', { name: 'Create user' }));
    await waitFor(() => expect(router.state.location.pathname).toBe(`${list}/bob/edit`));
    expect(asked.find(({ body }) => body)?.body).toMatchObject({ name: 'Bob', administrator: true, password: expect.stringMatching(/^.{20}$/) });
  });

  it('speaks the words of the policy, and sends nothing that breaks it', async () => {
    renderArea(userScreens, `${list}/new`);
    await userEvent.type(await screen.findByRole('textbox', { name: 'User name' }), 'bad name');
    await userEvent.type(screen.getByLabelText('Password', { selector: 'input' }), 'short');
    await userEvent.click(screen.getByRole('button', { name: 'Create user' }));
    expect(await screen.findByText('2 fields need attention')).toBeVisible();
    expect(screen.getAllByText('Use at least 8 characters').length).toBeGreaterThan(0);
  });

  it('shows at its field what the server refused', async () => {
    server.use(on(createUser, () => refuseFields({ path: 'groups.0', ...say(accessWords.no_group, { name: 'x' }) })));
    renderArea(userScreens, `${list}/new`);
    await userEvent.type(await screen.findByRole('textbox', { name: 'User name' }), 'bob');
    await userEvent.click(screen.getByRole('button', { name: 'Generate' }));
    await userEvent.click(screen.getByRole('button', { name: 'Create user' }));
    // In the summary and beside the field.
    await waitFor(() => expect(screen.getAllByText('There is no group x')).toHaveLength(2));
  });

  it('ADMIN-002 ADMIN-010 saves only what was changed', async () => {
    server.use(
      answers(updateUser, (one) => {
        keep(one);
        return user('ann', { email: 'new@example.test' });
      }),
    );
    renderArea(userScreens, `${list}/ann/edit`);
    const email = await screen.findByRole('textbox', { name: /E-mail/ });
    await userEvent.clear(email);
    await userEvent.type(email, 'new@example.test');
    await userEvent.click(screen.getByRole('button', { name: 'Save changes' }));
    expect(await screen.findByText('ann was saved')).toBeVisible();
    expect(asked.at(-1)).toMatchObject({ params: { name: 'ann' }, body: { email: 'new@example.test' } });
  });

  it('keeps administrators from locking themselves out', async () => {
    renderArea(userScreens, `${list}/admin/edit`);
    expect(await screen.findByRole('checkbox', { name: 'Administrator' })).toBeDisabled();
    expect(screen.getByText('You cannot take your own administration away.')).toBeVisible();
    expect(screen.getByRole('checkbox', { name: 'Disabled' })).toBeDisabled();
    expect(screen.getByRole('button', { name: 'Delete' })).toHaveAttribute('aria-disabled', 'true');
  });

  it('says why the last administrator cannot be changed', async () => {
    server.use(refuses(updateUser, 'last_administrator'));
    renderArea(userScreens, `${list}/ann/edit`);
    await userEvent.click(await screen.findByRole('checkbox', { name: 'Disabled' }));
    await userEvent.click(screen.getByRole('button', { name: 'Save changes' }));
    expect(await screen.findByText('At least one administrator who can sign in must remain')).toBeVisible();
  });

  it('tells when somebody else changed it meanwhile, and shows the newest when asked', async () => {
    renderArea(userScreens, `${list}/ann/edit`);
    await userEvent.type(await screen.findByRole('textbox', { name: /E-mail/ }), 'x');
    server.use(answers(readUser, user('ann', { email: 'other@example.test' })));
    await refresh(readUser);
    await userEvent.click(await screen.findByRole('button', { name: 'Show the newest' }));
    expect(screen.getByRole('textbox', { name: /E-mail/ })).toHaveValue('other@example.test');
    expect(screen.queryByText(/Somebody else changed this/)).toBeNull();
  });

  it('lets a user whom another deployment manages be disabled here, and nothing else', async () => {
    const managed = user('ann', { managedBy: { name: 'Hub', url: 'https://hub.example.test' } });
    let status: User['status'] = 'enabled';
    server.use(
      answers(readUser, () => ({ ...managed, status })),
      answers(updateUser, (one) => {
        keep(one);
        ({ status } = one.body as Pick<User, 'status'>);
        return { ...managed, status };
      }),
    );
    renderArea(userScreens, `${list}/ann/edit`);
    expect(await screen.findByRole('textbox', { name: /E-mail/ })).toBeDisabled();
    for (const box of screen.getAllByRole('checkbox')) expect(box).toBeDisabled();
    expect(screen.queryByLabelText(/New password/)).toBeNull();
    for (const name of ['Save changes', 'Delete']) expect(screen.getByRole('button', { name })).toHaveAttribute('aria-disabled', 'true');
    asked.length = 0;
    await userEvent.click(screen.getByRole('button', { name: 'Disable' }));
    expect(await screen.findByRole('button', { name: 'Enable' })).toBeVisible();
    expect(asked.map(({ body }) => body)).toContainEqual({ status: 'disabled' });
  });

  it('lets a user whose password is not sent from the deployment that manages the user have one of this one', async () => {
    const managed = user('ann', { managedBy: { name: 'Hub', url: 'https://hub.example.test', ownPassword: true } });
    server.use(
      answers(readUser, managed),
      answers(updateUser, (one) => {
        keep(one);
        return managed;
      }),
    );
    renderArea(userScreens, `${list}/ann/edit`);
    expect(await screen.findByText(/has a password of its own/)).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Set a password' }));
    const drawer = within(await screen.findByRole('dialog', { name: 'Password of ann' }));
    await userEvent.type(drawer.getByLabelText(/New password/), 'Chosen-here-1');
    asked.length = 0;
    await userEvent.click(drawer.getByRole('button', { name: 'Set a password' }));
    expect(await screen.findByText('The password of ann was set')).toBeVisible();
    expect(asked.map(({ body }) => body)).toContainEqual({ password: 'Chosen-here-1' });
  });

  it('says when there is no such user', async () => {
    server.use(refuses(readUser, 'user_not_found'));
    renderArea(userScreens, `${list}/nobody/edit`);
    expect(await screen.findByText('There is no user nobody')).toBeVisible();
  });

  it('asks before changes are left behind, also after a saving', async () => {
    server.use(answers(updateUser, user('ann', { email: 'ann@example.testx' })));
    const router = renderArea(userScreens, `${list}/ann/edit`);
    await userEvent.type(await screen.findByRole('textbox', { name: /E-mail/ }), 'x');
    await userEvent.click(screen.getByRole('button', { name: 'Save changes' }));
    await screen.findByText('ann was saved');
    await userEvent.type(screen.getByRole('textbox', { name: /E-mail/ }), 'y');
    await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(await screen.findByRole('dialog', { name: 'Leave without saving?' })).toBeVisible();
    expect(router.state.location.pathname).toBe(`${list}/ann/edit`);
  });
});
