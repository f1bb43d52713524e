import { session } from '@packhouse/console-kit/session/session.ts';
import { readOwnSecondFactor } from '@packhouse/contract/access/auth-mfa-routes.ts';
import * as profile from '@packhouse/contract/access/auth-profile-routes.ts';
import { changePassword } from '@packhouse/contract/access/auth-sign-in-routes.ts';
import { signInWords } from '@packhouse/contract/access/sign-in-words.ts';
import { AppError, errors } from '@packhouse/contract/errors.ts';
import type { RouteReply } from '@packhouse/contract/route.ts';
import { answers, refuses } from '@packhouse/testkit/console/answers.ts';
import { prepareConsole, renderArea, server } from '@packhouse/testkit/console/render-area.tsx';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it, vi } from 'vitest';
import { paths } from '../navigation/landing.ts';
import { EditProfilePage } from './edit-profile-page.tsx';

prepareConsole();

const ann: RouteReply<typeof profile.userProfile> = {
  name: 'ann',
  email: 'ann@example.org',
  realm: 'internal',
  groups: ['readers'],
  profileUpdatable: true,
  password: 'here',
  apiKey: null,
};
const bodies: unknown[] = [];
const open = (realm = 'internal') =>
  renderArea([{ path: paths.profile, Component: EditProfilePage }], '/admin/artifactory/user_profile', { name: 'ann', realm, administrator: false });
const section = async (name: string) => within((await screen.findByRole('heading', { name })).closest('section')!);

beforeEach(() => {
  bodies.length = 0;
  server.use(
    answers(readOwnSecondFactor, { enabled: false, required: false, recoveryCodesLeft: 0 }),
    answers(profile.userProfile, ({ body }) => {
      bodies.push(body);
      return { ...ann, apiKey: (body as { password: string }).password === 'Secret123' ? 'AKCp8key' : null };
    }),
    answers(profile.updateUserProfile, ({ body }) => {
      bodies.push(body);
      return { ...ann, email: (body as { email: string }).email };
    }),
  );
});

async function unlock() {
  open();
  await userEvent.type(await screen.findByLabelText('Current password'), 'Secret123');
  await userEvent.click(screen.getByRole('button', { name: 'Unlock' }));
}

it('ADMIN-022 shows the profile at its address under the heading Edit Profile', async () => {
  open();
  expect(await screen.findByRole('heading', { level: 1, name: 'Edit Profile' })).toBeVisible();
  expect(paths.profile).toBe('/admin/artifactory/user_profile');
});

it('ADMIN-024 stays locked without the current password, and says beside the field what is wrong', async () => {
  open();
  await userEvent.click(await screen.findByRole('button', { name: 'Unlock' }));
  expect(screen.getByText('Enter your password')).toBeVisible();
  expect(screen.getByLabelText('Current password')).toHaveFocus();
  server.use(refuses(profile.userProfile, new AppError(signInWords.password_wrong)));
  await userEvent.type(screen.getByLabelText('Current password'), 'guess');
  await userEvent.click(screen.getByRole('button', { name: 'Unlock' }));
  expect(await screen.findByText('The password is wrong')).toBeVisible();
  expect(screen.getByLabelText('Current password')).toHaveValue('guess');
  for (const name of ['API key', 'Identity token', 'Password', 'E-mail']) expect(screen.queryByRole('heading', { name })).toBeNull();
});

it('ADMIN-024 then allows to change e-mail and password and shows API key, identity token and second factor', async () => {
  await unlock();
  expect(await section('API key')).toBeTruthy();
  expect(bodies).toEqual([{}, { password: 'Secret123' }]);
  for (const name of ['Identity token', 'Password', 'E-mail', 'Second factor']) expect(screen.getByRole('heading', { name })).toBeVisible();
  const email = await section('E-mail');
  await userEvent.clear(email.getByLabelText('E-mail'));
  await userEvent.type(email.getByLabelText('E-mail'), 'no address');
  await userEvent.click(email.getByRole('button', { name: 'Save' }));
  expect(email.getByText('Enter a valid e-mail address')).toBeVisible();
  expect(email.getByLabelText('E-mail')).toHaveFocus();
  await userEvent.clear(email.getByLabelText('E-mail'));
  await userEvent.type(email.getByLabelText('E-mail'), 'new@example.org');
  await userEvent.click(email.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(session().email).toBe('new@example.org'));
  expect(bodies.at(-1)).toEqual({ password: 'Secret123', email: 'new@example.org' });
});

it('ADMIN-024 says beside the old password that it is wrong, and loses nothing typed', async () => {
  server.use(refuses(changePassword, 'bad_credentials'));
  await unlock();
  const fields = await section('Password');
  await userEvent.type(fields.getByLabelText('Current password'), 'Wrong-pass-1');
  await userEvent.type(fields.getByLabelText('New password'), 'Better-pass-1');
  await userEvent.type(fields.getByLabelText('Confirm new password'), 'Better-pass-1');
  await userEvent.click(fields.getByRole('button', { name: 'Change password' }));
  expect(await fields.findByText('The password is wrong')).toBeVisible();
  await waitFor(() => expect(fields.getByLabelText('Current password')).toHaveFocus());
  expect(fields.getByLabelText('New password')).toHaveValue('Better-pass-1');
});

it('AUTH-016 opens at once for somebody from OAuth, who has no password, with the API key and without passwords to change', async () => {
  server.use(answers(profile.userProfile, { ...ann, realm: 'oauth', profileUpdatable: false, password: 'none', apiKey: 'AKCp8key' }));
  open('oauth');
  const key = await section('API key');
  expect(key.getByRole('button', { name: 'Replace' })).toBeVisible();
  expect(screen.queryByLabelText('Current password')).toBeNull();
  expect(screen.getByText(/You sign in through “oauth”/)).toBeVisible();
});

it('AUTH-083 only logs that the API key cannot be fetched, notifies of nothing, and fetches it again when asked to', async () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  server.use(refuses(profile.userProfile, 'internal'));
  open('oauth');
  expect(await screen.findByText('The API key could not be read.')).toBeVisible();
  expect(warn).toHaveBeenCalledWith(expect.stringContaining('API key'), errors.internal.en);
  expect(screen.queryByText(/Something went wrong/)).toBeNull();
  server.use(answers(profile.userProfile, { ...ann, realm: 'oauth', password: 'none', apiKey: 'AKCp8key' }));
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('button', { name: 'Replace' })).toBeVisible();
  warn.mockRestore();
});
