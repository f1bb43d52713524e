import { HeaderSsoSettings, readHeaderSsoSettings, testHeaderSso, updateHeaderSsoSettings } from '@packhouse/contract/access/access-header-sso-routes.ts';
import { answers, refuses } from '@packhouse/testkit/console/answers.ts';
import { prepareConsole, renderArea, server } from '@packhouse/testkit/console/render-area.tsx';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { headerSsoScreens } from './header-sso-screens.ts';

prepareConsole();

const stored = HeaderSsoSettings.parse({ enabled: true, proxies: ['10.0.0.5'] });
const bodies: unknown[] = [];
const open = () => renderArea(headerSsoScreens, '/admin/security/header-sso');

beforeEach(() => {
  bodies.length = 0;
  server.use(
    answers(readHeaderSsoSettings, stored),
    answers(updateHeaderSsoSettings, ({ body }) => {
      bodies.push(body);
      return stored;
    }),
  );
});

describe('sign-in through a proxy', () => {
  it('takes one address a line', async () => {
    open();
    await userEvent.type(await screen.findByLabelText('Addresses of the proxy'), '{Enter}10.1.0.0/24');
    await userEvent.click(screen.getByRole('button', { name: 'Save changes' }));
    await waitFor(() => expect(bodies).toEqual([{ ...stored, proxies: ['10.0.0.5', '10.1.0.0/24'] }]));
  });
  it('shows what this very request says', async () => {
    server.use(answers(testHeaderSso, { peer: '10.0.0.5', trusted: true, userName: 'ann', email: '', groups: [] }));
    open();
    await userEvent.click(await screen.findByRole('button', { name: 'Test' }));
    expect(await screen.findByText('This request came from 10.0.0.5, which is trusted and says: ann. E-mail: none. Groups: none')).toBeVisible();
  });
  it('says beside the field what is wrong, and sends nothing', async () => {
    open();
    const header = await screen.findByLabelText('User name');
    await userEvent.clear(header);
    await userEvent.type(header, 'two words');
    await userEvent.click(screen.getByRole('button', { name: 'Save changes' }));
    expect(await screen.findByText('One field needs attention')).toBeVisible();
    expect(header).toHaveValue('two words');
    expect(bodies).toEqual([]);
  });
  it('says so when it cannot be read', async () => {
    server.use(refuses(readHeaderSsoSettings, 'internal'));
    open();
    expect(await screen.findByRole('button', { name: 'Try again' })).toBeVisible();
  });
});
