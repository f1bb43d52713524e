import { readSignInOptions, updateSignInOptions } from '@packhouse/contract/access/access-external-rules.ts';
import * as routes from '@packhouse/contract/access/access-oauth-routes.ts';
import { signInWords } from '@packhouse/contract/access/sign-in-words.ts';
import { AppError } from '@packhouse/contract/errors.ts';
import { type AskedOf, answers, refuses } from '@packhouse/testkit/console/answers.ts';
import { prepareConsole, renderArea, server } from '@packhouse/testkit/console/render-area.tsx';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { oauthScreens } from './oauth-screens.ts';

prepareConsole();

const list = '/admin/security/oauth';
const callbackUrl = 'https://packages.example.org/back';
const keycloak: routes.OauthProvider = {
  name: 'Company',
  type: 'Keycloak',
  enabled: true,
  clientId: 'packhouse',
  issuerUrl: 'https://id.example.org/realms/main',
  authorizationUrl: '',
  tokenUrl: '',
  userInfoUrl: '',
  scopes: 'openid profile email',
  subjectClaim: 'sub',
  userNameClaim: 'preferred_username',
  emailClaim: 'email',
  groupsClaim: 'groups',
  createUsers: true,
  linkExisting: false,
  profileUpdatable: false,
  syncGroups: true,
  groupMapping: { 'cn=Dev,dc=org': 'developers' },
  hasSecret: true,
  createdAt: '2026-01-01T00:00:00.000Z',
};
const bodies: Record<string, unknown>[] = [];
const keep = ({ body }: AskedOf) => {
  bodies.push(body as Record<string, unknown>);
  return keycloak;
};

beforeEach(() => {
  bodies.length = 0;
  server.use(
    answers(routes.listOauthProviders, { items: [keycloak], callbackUrl }),
    answers(routes.readOauthProvider, keycloak),
    answers(routes.createOauthProvider, keep),
    answers(routes.updateOauthProvider, keep),
    answers(readSignInOptions, { externalOnly: false, autoRedirect: '' }),
  );
});

describe('OpenID Connect and OAuth providers', () => {
  it('ACC-004 are listed, and decide how the sign-in page looks', async () => {
    const sent: unknown[] = [];
    server.use(
      answers(updateSignInOptions, ({ body }) => {
        sent.push(body);
        return { externalOnly: true, autoRedirect: '' };
      }),
    );
    renderArea(oauthScreens, list);
    const row = await screen.findByRole('row', { name: /Company/ });
    expect(within(row).getByText('Offered')).toBeVisible();
    await userEvent.click(await screen.findByRole('checkbox', { name: 'Offer outside providers only' }));
    expect(await screen.findByText('The sign-in page was changed')).toBeVisible();
    expect(sent).toEqual([{ externalOnly: true }]);
  });

  it('are changed without touching the stored secret, and show the address to register', async () => {
    renderArea(oauthScreens, `${list}/Company/edit`);
    expect(await screen.findByText('A secret is stored. Leave the field empty to keep it.')).toBeVisible();
    expect(await screen.findByText(callbackUrl)).toBeVisible();
    const mapping = screen.getByLabelText(/Group names/);
    await userEvent.type(mapping, '\nnonsense');
    await userEvent.click(screen.getByRole('button', { name: 'Save changes' }));
    expect((await screen.findAllByText('Line 2: write the provider’s name, =, and our group'))[0]).toBeVisible();
    await userEvent.type(mapping, ' = others');
    await userEvent.click(screen.getByRole('button', { name: 'Save changes' }));
    await waitFor(() => expect(bodies).toHaveLength(1));
    expect(bodies[0]).toMatchObject({ groupMapping: { 'cn=Dev,dc=org': 'developers', nonsense: 'others' }, clientId: 'packhouse' });
    expect(bodies[0]).not.toHaveProperty('clientSecret');
  });

  it('ACC-004 are tried as they stand in the form', async () => {
    server.use(
      answers(routes.testOauthProvider, ({ body }) => {
        bodies.push(body as Record<string, unknown>);
        return {
          checks: [
            { check: 'discovery' as const, outcome: 'good' as const, message: 'https://id.example.org' },
            { check: 'clientSecret' as const, outcome: 'bad' as const, message: 'client authentication failed' },
          ],
        };
      }),
    );
    renderArea(oauthScreens, `${list}/Company/edit`);
    await userEvent.type(await screen.findByLabelText(/^Client secret/, { selector: 'input' }), 'fresh');
    await userEvent.click(screen.getByRole('button', { name: 'Test' }));
    expect(await screen.findByText('client authentication failed')).toBeVisible();
    expect(screen.getByText('The provider describes itself')).toBeVisible();
    expect(bodies[0]).toMatchObject({ name: 'Company', clientSecret: 'fresh' });
  });

  it('keep what was typed when the server refuses it', async () => {
    server.use(refuses(routes.createOauthProvider, new AppError(signInWords.provider_exists, { name: 'Company' })));
    renderArea(oauthScreens, `${list}/new`);
    await userEvent.type(await screen.findByLabelText('Name'), 'Company');
    await userEvent.type(screen.getByLabelText(/^Issuer/), 'https://id.example.org');
    await userEvent.type(screen.getByLabelText(/^Client id/), 'packhouse');
    await userEvent.click(screen.getByRole('button', { name: 'Create provider' }));
    await waitFor(() => expect(screen.getAllByText('A provider Company already exists')).toHaveLength(2));
    expect(screen.getByLabelText('Name')).toHaveAttribute('aria-invalid', 'true');
    expect(screen.getByLabelText('Name')).toHaveValue('Company');
  });
});
