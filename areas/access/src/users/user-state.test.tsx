import { listGroups } from '@packhouse/contract/access/access-group-routes.ts';
import { listUsers, readUser } from '@packhouse/contract/access/access-user-routes.ts';
import { accessWords } from '@packhouse/contract/access/access-words.ts';
import { inviteAgain, inviteUser, readUserState, unlockUser } from '@packhouse/contract/access/auth-invitation-routes.ts';
import { resetSecondFactor } from '@packhouse/contract/access/auth-mfa-routes.ts';
import { AppError } from '@packhouse/contract/errors.ts';
import { answers, refuses } from '@packhouse/testkit/console/answers.ts';
import { prepareConsole, renderArea, server } from '@packhouse/testkit/console/render-area.tsx';
import { ann } from '@packhouse/testkit/console/test-user.ts';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { userScreens } from './users-screens.ts';

prepareConsole();

const list = '/admin/management/users';
const done: string[] = [];

beforeEach(() => {
  done.length = 0;
  server.use(
    answers(listUsers, { items: [ann], total: 1, next: null }),
    answers(readUser, ann),
    answers(listGroups, { items: [], total: 0, next: null }),
    answers(readUserState, { secondFactor: false, blockedUntil: null, locked: false, invitation: null }),
  );
});

describe('what keeps a user out', () => {
  it('is shown with the way out of it', async () => {
    let state = {
      secondFactor: true,
      blockedUntil: new Date(Date.now() + 240_000).toISOString() as string | null,
      locked: false,
      invitation: { invitedBy: 'admin', createdAt: '2026-01-01T00:00:00.000Z', expiresAt: '2026-01-08T00:00:00.000Z' },
    };
    server.use(
      answers(readUserState, () => state),
      answers(unlockUser, ({ params }) => {
        done.push(`unlocked ${params.name}`);
        state = { ...state, blockedUntil: null };
        return undefined;
      }),
      answers(resetSecondFactor, ({ params }) => {
        done.push(`reset ${params.name}`);
        state = { ...state, secondFactor: false };
        return undefined;
      }),
      answers(inviteAgain, ({ params }) => void done.push(`invited ${params.name}`)),
    );
    renderArea(userScreens, `${list}/ann/edit`);
    await userEvent.click(await screen.findByRole('button', { name: 'Unlock' }));
    expect(await screen.findByText('ann can sign in again')).toBeVisible();
    await waitFor(() => expect(screen.queryByText('Must wait')).toBeNull());
    await userEvent.click(screen.getByRole('button', { name: 'Reset second factor' }));
    expect(await screen.findByText('No second factor')).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Send again' }));
    await waitFor(() => expect(done).toEqual(['unlocked ann', 'reset ann', 'invited ann']));
  });
});

describe('the invitation', () => {
  it('is reached from the list and sent with what was entered', async () => {
    const bodies: unknown[] = [];
    server.use(
      answers(inviteUser, ({ body }) => {
        bodies.push(body);
        return { user: ann, problem: null };
      }),
    );
    const router = renderArea(userScreens, list);
    await userEvent.click(await screen.findByRole('link', { name: 'Invite user' }));
    await userEvent.type(await screen.findByLabelText('User name'), 'ann');
    await userEvent.click(screen.getByRole('button', { name: 'Send invitation' }));
    expect((await screen.findAllByText('Enter a valid e-mail address')).length).toBeGreaterThan(0);
    expect(bodies).toEqual([]);
    await userEvent.type(screen.getByLabelText('E-mail'), 'ann@example.test');
    await userEvent.click(screen.getByRole('button', { name: 'Send invitation' }));
    expect(await screen.findByText('The invitation for ann was mailed')).toBeVisible();
    expect(router.state.location.pathname).toBe(list);
    expect(bodies).toEqual([{ name: 'ann', email: 'ann@example.test', administrator: false, groups: [] }]);
  });

  it('leads to the user, whose mail did not go out', async () => {
    server.use(answers(inviteUser, { user: ann, problem: 'mail.example.org:587 cannot be reached (ECONNREFUSED)' }));
    const router = renderArea(userScreens, `${list}/invite`);
    await userEvent.type(await screen.findByLabelText('User name'), 'ann');
    await userEvent.type(screen.getByLabelText('E-mail'), 'ann@example.test');
    await userEvent.click(screen.getByRole('button', { name: 'Send invitation' }));
    expect(await screen.findByText('ann was created, but the invitation was not mailed')).toBeVisible();
    await waitFor(() => expect(router.state.location.pathname).toBe(`${list}/ann/edit`));
  });

  it('says in the form why the server refuses, and keeps what was typed', async () => {
    server.use(refuses(inviteUser, new AppError(accessWords.mail_switched_off)));
    renderArea(userScreens, `${list}/invite`);
    await userEvent.type(await screen.findByLabelText('User name'), 'ann');
    await userEvent.type(screen.getByLabelText('E-mail'), 'ann@example.test');
    await userEvent.click(screen.getByRole('button', { name: 'Send invitation' }));
    expect(await screen.findByText('This platform sends no mail; ask an administrator')).toBeVisible();
    expect(screen.getByLabelText('User name')).toHaveValue('ann');
  });
});
