import { listPermissions } from '@packhouse/contract/access/access-permission-routes.ts';
import { readAccessSettings, updateAccessSettings } from '@packhouse/contract/access/access-setting-routes.ts';
import { answers, refuses } from '@packhouse/testkit/console/answers.ts';
import { prepareConsole, renderArea, server } from '@packhouse/testkit/console/render-area.tsx';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { settingScreens } from './settings-screens.ts';

prepareConsole();

const path = '/admin/security/settings';
const stored = {
  anonymousAccess: false,
  anonymousUiBlocked: false,
  requireSecondFactor: false,
  passwordExpiryDays: 0,
  lockAfterFailures: 0,
  basicRealm: 'Artifactory Realm',
};

describe('the security settings', () => {
  it('SHELL-076 carry their title and switch anonymous access', async () => {
    const bodies: unknown[] = [];
    server.use(
      answers(readAccessSettings, stored),
      answers(listPermissions, { items: [], total: 0, next: null }),
      answers(updateAccessSettings, ({ body }) => {
        bodies.push(body);
        return { ...stored, anonymousAccess: true };
      }),
    );
    renderArea(settingScreens, path);
    expect(await screen.findByRole('heading', { name: 'Security Settings' })).toBeVisible();
    expect(document.title).toBe('Security Settings');
    await userEvent.click(await screen.findByRole('checkbox', { name: 'Let visitors in who do not sign in' }));
    expect(await screen.findByText('No permission names the user anonymous yet, so visitors reach nothing.')).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Save changes' }));
    expect(await screen.findByText('The security settings were saved')).toBeVisible();
    expect(bodies).toEqual([{ ...stored, anonymousAccess: true }]);
  });

  it('ask for a second factor and a new password after so many days, and lock users after so many failures', async () => {
    const bodies: unknown[] = [];
    server.use(
      answers(readAccessSettings, stored),
      answers(listPermissions, { items: [], total: 0, next: null }),
      answers(updateAccessSettings, ({ body }) => {
        bodies.push(body);
        return { ...stored, requireSecondFactor: true, passwordExpiryDays: 90, lockAfterFailures: 5 };
      }),
    );
    renderArea(settingScreens, path);
    await userEvent.click(await screen.findByRole('checkbox', { name: 'Require a second factor' }));
    const days = screen.getByLabelText('Days until a new password must be chosen');
    await userEvent.clear(days);
    await userEvent.type(days, '90');
    const failures = screen.getByLabelText('Wrong passwords in a row that lock a user');
    await userEvent.clear(failures);
    await userEvent.type(failures, '5');
    await userEvent.click(screen.getByRole('button', { name: 'Save changes' }));
    expect(await screen.findByText('The security settings were saved')).toBeVisible();
    expect(bodies).toEqual([
      {
        anonymousAccess: false,
        anonymousUiBlocked: false,
        requireSecondFactor: true,
        passwordExpiryDays: 90,
        lockAfterFailures: 5,
        basicRealm: 'Artifactory Realm',
      },
    ]);
  });

  it('say so when they cannot be read', async () => {
    server.use(refuses(readAccessSettings, 'unavailable'));
    renderArea(settingScreens, path);
    expect(await screen.findByText('The service is not ready; try again in a moment')).toBeVisible();
  });
});
