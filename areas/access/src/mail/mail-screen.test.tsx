import { type MailSettings, readMailSettings, sendTestMail, updateMailSettings } from '@packhouse/contract/access/auth-mail-routes.ts';
import { AppError } from '@packhouse/contract/errors.ts';
import { kernelWords } from '@packhouse/contract/kernel-words.ts';
import { answers, refuses } from '@packhouse/testkit/console/answers.ts';
import { prepareConsole, renderArea, server } from '@packhouse/testkit/console/render-area.tsx';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { mailScreens } from './mail-screens.ts';

prepareConsole();

const stored: MailSettings = {
  enabled: true,
  host: 'mail.example.org',
  port: 587,
  security: 'starttls',
  user: 'packhouse',
  hasPassword: true,
  from: 'packhouse@example.org',
  fromName: 'Packhouse',
  linkBase: 'https://packages.example.org',
  allowPrivate: false,
};
const open = () => renderArea(mailScreens, '/admin/security/mail', { email: 'admin@example.org' });
const bodies: unknown[] = [];

beforeEach(() => {
  bodies.length = 0;
  server.use(
    answers(readMailSettings, stored),
    answers(updateMailSettings, ({ body }) => {
      bodies.push(body);
      return stored;
    }),
    answers(sendTestMail, ({ body }) => {
      bodies.push(body);
      return { response: '250 OK: queued' };
    }),
  );
});

describe('outgoing mail', () => {
  it('keeps the stored password unless another one is typed', async () => {
    open();
    expect(await screen.findByRole('heading', { name: 'Outgoing mail' })).toBeVisible();
    expect(await screen.findByText('A password is stored. Leave the field empty to keep it.')).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Save changes' }));
    expect(await screen.findByText('The settings for outgoing mail were saved')).toBeVisible();
    await userEvent.type(screen.getByLabelText(/^Password/, { selector: 'input' }), 'fresh');
    await userEvent.click(screen.getByRole('button', { name: 'Save changes' }));
    const { hasPassword: _, ...sent } = stored;
    await waitFor(() => expect(bodies).toEqual([sent, { ...sent, password: 'fresh' }]));
  });

  it('tries the values in the form before they are saved, and says what the server said', async () => {
    open();
    const host = await screen.findByLabelText('Server');
    await userEvent.clear(host);
    await userEvent.type(host, 'other.example.org');
    await userEvent.click(screen.getByRole('button', { name: 'Send test mail' }));
    expect(await screen.findByText('The mail server took the mail and said: 250 OK: queued')).toBeVisible();
    expect(bodies).toEqual([expect.objectContaining({ host: 'other.example.org', to: 'admin@example.org' })]);
  });

  it('shows why a test mail did not go out', async () => {
    server.use(refuses(sendTestMail, new AppError(kernelWords.host_unreachable, { host: 'mail.example.org:587', reason: 'ECONNREFUSED' })));
    open();
    await userEvent.click(await screen.findByRole('button', { name: 'Send test mail' }));
    expect(await screen.findByText('mail.example.org:587 cannot be reached (ECONNREFUSED)')).toBeVisible();
    expect(screen.getByLabelText('Server')).toHaveValue('mail.example.org');
  });

  it('says beside the field what is wrong, and sends nothing', async () => {
    open();
    const host = await screen.findByLabelText('Server');
    await userEvent.clear(host);
    await userEvent.type(host, 'https://mail.example.org');
    await userEvent.click(screen.getByRole('button', { name: 'Save changes' }));
    expect(await screen.findByText('One field needs attention')).toBeVisible();
    expect(bodies).toEqual([]);
  });

  it('says so when it cannot be read', async () => {
    server.use(refuses(readMailSettings, 'internal'));
    open();
    expect(await screen.findByRole('button', { name: 'Try again' })).toBeVisible();
  });
});
