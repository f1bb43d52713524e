import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createApplication, listUserApplications } from '@packhouse/contract/access/access-application-routes.ts';
import { createUser } from '@packhouse/contract/access/access-user-routes.ts';
import { currentUser } from '@packhouse/contract/access/auth-sign-in-routes.ts';
import { createClient } from '@packhouse/contract/client.ts';
import type { Page } from '@playwright/test';
import * as client from 'openid-client';
import { expect, test } from './console-test.ts';

const ann = { name: 'ann', password: 'Secret-pass-1' };

/** A program of somebody who uses an ordinary library; people come back to it with their code. */
async function startBoard() {
  const server = createServer((_, answer) => answer.setHeader('content-type', 'text/html').end('<title>Board</title><h1>Board</h1>'));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const callback = `http://127.0.0.1:${(server.address() as AddressInfo).port}/back`;
  return { callback, stop: () => server.close() };
}

function configure(issuer: string, id: string, secret: string): client.Configuration {
  const server = { issuer, authorization_endpoint: `${issuer}/ui/authorization`, token_endpoint: `${issuer}/access/api/v1/integration/token` };
  const configuration = new client.Configuration(server, id, {}, client.ClientSecretBasic(secret));
  client.allowInsecureRequests(configuration);
  return configuration;
}

async function signInAs(page: Page, { name, password }: typeof ann): Promise<void> {
  await expect(page).toHaveURL(/\/ui\/login/);
  await page.getByLabel('User name').fill(name);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}

test('SHELL-050 OAPP-021 OAPP-013 an application acts for who signs in and allows it, until they take it back', async ({ page, platform, call }) => {
  const board = await startBoard();
  await call(createUser, { body: ann });
  const { id, secret } = await call(createApplication, { body: { name: 'board', description: 'Shows builds', callbackUrls: [board.callback] } });
  const configuration = configure(platform.url, id, secret ?? '');
  const pkceCodeVerifier = client.randomPKCECodeVerifier();
  const expectedState = client.randomState();
  const address = client.buildAuthorizationUrl(configuration, {
    redirect_uri: board.callback,
    state: expectedState,
    code_challenge: await client.calculatePKCECodeChallenge(pkceCodeVerifier),
    code_challenge_method: 'S256',
  });

  await page.goto(address.href);
  await signInAs(page, ann);
  await expect(page.getByRole('heading', { name: 'board wants to act for you, ann' })).toBeVisible();
  await page.getByRole('button', { name: 'Allow' }).press('Enter');
  await expect(page).toHaveTitle('Board');
  const got = await client.authorizationCodeGrant(configuration, new URL(page.url()), { pkceCodeVerifier, expectedState });
  const asBoard = createClient({ baseUrl: platform.url, headers: () => ({ authorization: `Bearer ${got.access_token}` }) });
  expect(await asBoard(currentUser, {})).toMatchObject({ name: 'ann' });
  await expect(asBoard(listUserApplications, { params: { username: 'ann' } })).rejects.toMatchObject({ status: 403 });

  await page.goto(address.href);
  await page.getByRole('button', { name: 'Deny' }).click();
  await expect(page).toHaveTitle('Board');
  expect(Object.fromEntries(new URL(page.url()).searchParams)).toEqual({ error: 'access_denied', state: expectedState, iss: platform.url });

  const elsewhere = new URL(address);
  elsewhere.searchParams.set('redirect_uri', 'https://evil.example.org/');
  await page.goto(elsewhere.href);
  await expect(page.getByText('This request for access is not valid')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Allow' })).toHaveCount(0);
  expect(new URL(page.url()).origin).toBe(platform.url);

  await page.goto('/ui/access/integrations');
  await page.getByRole('row', { name: /board/ }).getByRole('button').last().click();
  await page.getByRole('menuitem', { name: /Take back/ }).click();
  await page.getByRole('button', { name: 'Take back access' }).click();
  await expect(page.getByText('You have allowed no application')).toBeVisible();
  await expect(asBoard(currentUser, {})).rejects.toMatchObject({ status: 401 });
  board.stop();
});
