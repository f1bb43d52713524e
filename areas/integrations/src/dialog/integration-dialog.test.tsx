import { errors } from '@packhouse/contract/errors.ts';
import { listLeftHooks } from '@packhouse/contract/scanning/git-hook-routes.ts';
import * as routes from '@packhouse/contract/scanning/integration-routes.ts';
import { answers, refuses } from '@packhouse/testkit/console/answers.ts';
import { enter, expectKept, fieldNamed, press } from '@packhouse/testkit/console/form-fields.ts';
import { prepareConsole, renderArea, server } from '@packhouse/testkit/console/render-area.tsx';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it } from 'vitest';
import area from '../area.ts';
import { gitSession, makeGroups, testIntegration } from '../test-integration.ts';

prepareConsole();

const bodies: unknown[] = [];
let asked = 0;
const passed = { result: 'success' as const, message: 'github.com knows the token as octocat' };

beforeEach(() => {
  bodies.length = 0;
  asked = 0;
  server.use(
    answers(routes.listIntegrationGroups, () => {
      asked += 1;
      return makeGroups([testIntegration]);
    }),
    answers(routes.listIntegrations, { items: [testIntegration] }),
    answers(listLeftHooks, { items: [], total: 0, next: null }),
    answers(routes.listConnectedVcs, []),
    answers(routes.testIntegration, ({ body }) => {
      bodies.push(body);
      return passed;
    }),
    answers(routes.createIntegration, ({ body }) => {
      bodies.push(body);
      return { key: 'shop-code' };
    }),
    answers(routes.updateIntegration, ({ body }) => {
      bodies.push(body);
      return { key: 'shop-code' };
    }),
  );
});

const button = (name: string) => screen.getByRole('button', { name });
const isRefused = (name: string) => button(name).getAttribute('aria-disabled') === 'true';
const popover = () => screen.queryByText('The connection works');

async function openNew() {
  const router = renderArea(area.routes, '/integrations', gitSession);
  await press('Connect GitLab');
  await screen.findByRole('dialog', { name: 'Connect GitLab' });
  return router;
}

async function fill(): Promise<void> {
  await enter('Integration name', 'Shop code');
  await enter('User name', 'octocat');
  await enter('Token', 'glpat-1');
}

async function openEdit(): Promise<void> {
  renderArea(area.routes, '/integrations/github', gitSession);
  await userEvent.click(await screen.findByRole('button', { name: 'Actions Shop code' }));
  await userEvent.click(await screen.findByRole('menuitem', { name: /^Edit Integration/ }));
  await screen.findByRole('dialog', { name: 'Edit Shop code' });
}

it('GIT-036 GIT-037 GIT-039 GIT-041 GIT-055 creates what was tried, and goes on to the services', async () => {
  await openNew();
  expect(isRefused('Create')).toBe(true);
  await fill();
  expect(isRefused('Create')).toBe(true);
  await press('Test connection');
  await waitFor(() => expect(popover()).toBeVisible());
  expect(isRefused('Create')).toBe(false);
  await press('Create');
  expect(await screen.findByText('Successfully created shop-code')).toBeVisible();
  expect(bodies[1]).toEqual({
    integrationName: 'Shop code',
    url: 'https://gitlab.com',
    userName: 'octocat',
    token: 'glpat-1',
    vendorName: 'gitlab',
    integrationType: 'git',
  });
  const dialog = within(await screen.findByRole('dialog', { name: 'Select a service' }));
  expect(dialog.getByText(/^shop-code is connected/)).toBeVisible();
});

it('GIT-043 leads from a service to where it is set up, and closes', async () => {
  const router = renderArea(area.routes, '/integrations', gitSession);
  await userEvent.click(await screen.findByRole('button', { name: 'Connect a service' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Select a service' }));
  await userEvent.click(dialog.getByRole('button', { name: /^Security scanning/ }));
  await waitFor(() => expect(router.state.location.pathname).toBe('/xray/git-scanning'));
  expect(router.state.location.search).toBe('?vcsType=github&integrationId=shop-code');
  expect(screen.queryByRole('dialog')).toBeNull();
});

it('GIT-040 takes back that it was tried as soon as something else is to be tried', async () => {
  await openNew();
  await fill();
  await press('Test connection');
  await waitFor(() => expect(popover()).toBeVisible());
  await enter('Integration name', 'Other name');
  expect(popover()).toBeVisible();
  await enter('Token', 'glpat-2');
  expect(popover()).toBeNull();
  expect(isRefused('Create')).toBe(true);
});

it('GIT-038 begins anew after it was closed', async () => {
  await openNew();
  await fill();
  await press('Test connection');
  await waitFor(() => expect(popover()).toBeVisible());
  await press('Cancel');
  await press('Leave');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await press('Connect GitLab');
  await screen.findByRole('dialog', { name: 'Connect GitLab' });
  expectKept('Integration name', '');
  expectKept('Token', '');
  expect(popover()).toBeNull();
  expect(isRefused('Create')).toBe(true);
});

it('GIT-054 says that the test failed, and why', async () => {
  server.use(
    answers(routes.testIntegration, {
      result: 'failure',
      message: 'Connection test failed, please check your credentials',
      details: { message: 'gitlab.com does not take the token' },
      vendorSays: '401 Unauthorized',
    }),
  );
  await openNew();
  await fill();
  await press('Test connection');
  expect(await screen.findByText('Connection test failed, please check your credentials')).toBeVisible();
  expect(screen.getByText('gitlab.com does not take the token 401 Unauthorized')).toBeVisible();
  expect(popover()).toBeNull();
  expect(isRefused('Create')).toBe(true);
});

it('GIT-056 says that nothing was created', async () => {
  server.use(refuses(routes.createIntegration, 'internal'));
  await openNew();
  await fill();
  await press('Test connection');
  await waitFor(() => expect(popover()).toBeVisible());
  await press('Create');
  expect(await screen.findByText('Error while creating integration')).toBeVisible();
  expect(screen.getByText(errors.internal.en)).toBeVisible();
  expectKept('Token', 'glpat-1');
});

it('GIT-042 GIT-047 GIT-057 asks for a test of a kept connection only once its token, user or URL changes', async () => {
  await openEdit();
  expect(fieldNamed('URL')).toHaveValue('https://github.com');
  expect(screen.queryByRole('button', { name: 'Test connection' })).toBeNull();
  expect(isRefused('Save')).toBe(false);
  for (const [field, value] of [
    ['Token', 'new'],
    ['User name', 'hubot'],
    ['URL', 'https://git.example.test'],
  ] as const) {
    const before = (fieldNamed(field) as HTMLInputElement).value;
    await enter(field, value);
    expect(button('Test connection')).toBeVisible();
    expect(isRefused('Save')).toBe(true);
    await enter(field, before);
    expect(screen.queryByRole('button', { name: 'Test connection' })).toBeNull();
  }
  await enter('Integration name', 'Renamed');
  const before = asked;
  await press('Save');
  expect(await screen.findByText('Successfully updated shop-code')).toBeVisible();
  expect(bodies).toEqual([expect.objectContaining({ integrationKey: 'shop-code', integrationName: 'Renamed', token: '' })]);
  await waitFor(() => expect(asked).toBeGreaterThan(before));
});

it('GIT-058 says that nothing was changed', async () => {
  server.use(refuses(routes.updateIntegration, 'internal'));
  await openEdit();
  await enter('Integration name', 'Renamed');
  await press('Save');
  expect(await screen.findByText('Error while updating integration')).toBeVisible();
});
