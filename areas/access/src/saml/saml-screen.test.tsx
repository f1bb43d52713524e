import { readSamlSettings, testSamlSettings, updateSamlSettings } from '@packhouse/contract/access/access-saml-routes.ts';
import { answers, refuses } from '@packhouse/testkit/console/answers.ts';
import { prepareConsole, renderArea, server } from '@packhouse/testkit/console/render-area.tsx';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { samlScreens } from './saml-screens.ts';

prepareConsole();

const path = '/admin/security/saml';
const base = 'https://packages.example.org/access/saml';
const settings = {
  enabled: true,
  entryPoint: 'https://idp.example.org/sso',
  issuer: 'https://idp.example.org/metadata',
  certificate: 'PEM',
  entityId: '',
  verifyAudience: true,
  logoutUrl: '',
  userNameAttribute: '',
  emailAttribute: 'email',
  groupsAttribute: 'groups',
  createUsers: true,
  linkExisting: false,
  profileUpdatable: false,
  syncGroups: false,
  groupMapping: {},
};
const stored = {
  ...settings,
  certificates: [{ subject: 'CN=idp', validUntil: '2021-01-01T00:00:00.000Z' }],
  ourSide: { entityId: `${base}/metadata`, acsUrl: `${base}/acs`, metadataUrl: `${base}/metadata` },
};
const bodies: unknown[] = [];

beforeEach(() => {
  bodies.length = 0;
  server.use(
    answers(readSamlSettings, stored),
    answers(updateSamlSettings, ({ body }) => {
      bodies.push(body);
      return stored;
    }),
  );
});

describe('the SAML settings', () => {
  it('ACC-004 show what to register, and are saved', async () => {
    renderArea(samlScreens, path);
    expect(await screen.findByText(`${base}/acs`)).toBeVisible();
    await userEvent.type(screen.getByLabelText(/^Sign-out address/), 'https://idp.example.org/out');
    await userEvent.click(screen.getByRole('button', { name: 'Save changes' }));
    expect(await screen.findByText('The SAML settings were saved')).toBeVisible();
    expect(bodies).toEqual([{ ...settings, logoutUrl: 'https://idp.example.org/out' }]);
  });

  it('ACC-004 are tried as they stand in the form', async () => {
    server.use(answers(testSamlSettings, { checks: [{ check: 'certificate' as const, outcome: 'bad' as const, message: 'not a certificate' }] }));
    renderArea(samlScreens, path);
    await userEvent.click(await screen.findByRole('button', { name: 'Test' }));
    expect(await screen.findByText('not a certificate')).toBeVisible();
  });

  it('say beside the field what is wrong', async () => {
    renderArea(samlScreens, path);
    const field = await screen.findByLabelText(/^Sign-in address/);
    await userEvent.clear(field);
    await userEvent.type(field, 'http://example.org');
    await userEvent.click(screen.getByRole('button', { name: 'Save changes' }));
    expect((await screen.findAllByText('Enter an address that begins with https://'))[0]).toBeVisible();
    expect(field).toHaveValue('http://example.org');
    expect(bodies).toEqual([]);
  });

  it('ACC-004 say that a stored certificate has expired, while it stands there', async () => {
    renderArea(samlScreens, path);
    const field = await screen.findByLabelText(/^Certificate/);
    expect(screen.getByText('CN=idp')).toBeVisible();
    expect(screen.getByText(/^Expired on .*202[01]/)).toBeVisible();
    await userEvent.type(field, 'more');
    expect(screen.queryByText('CN=idp')).not.toBeInTheDocument();
  });

  it('say so when they cannot be read', async () => {
    server.use(refuses(readSamlSettings, 'internal'));
    renderArea(samlScreens, path);
    expect(await screen.findByRole('button', { name: 'Try again' })).toBeVisible();
  });
});
