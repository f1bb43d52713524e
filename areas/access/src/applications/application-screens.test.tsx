import * as routes from '@packhouse/contract/access/access-application-routes.ts';
import { accessWords } from '@packhouse/contract/access/access-words.ts';
import { AppError } from '@packhouse/contract/errors.ts';
import { type AskedOf, answers, refuses } from '@packhouse/testkit/console/answers.ts';
import { prepareConsole, renderArea, server } from '@packhouse/testkit/console/render-area.tsx';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import area from '../area.ts';
import { manifest } from '../manifest.ts';
import { applicationScreens } from './applications-screens.ts';

prepareConsole();

const list = '/admin/configuration/integrations';
const board: routes.Application = {
  id: '0123456789abcdef0123456789abcdef',
  name: 'board',
  type: 'confidential',
  description: 'Shows builds',
  callbackUrls: ['https://board.example.org/back'],
  baseUrl: 'https://packages.example.test',
  createdAt: '2026-01-01T00:00:00.000Z',
  users: 2,
};
const secret = 'the-secret-of-the-board';
const asked: AskedOf[] = [];

beforeEach(() => {
  asked.length = 0;
  server.use(
    answers(routes.listApplications, [board]),
    answers(routes.createApplication, (one) => {
      asked.push(one);
      return { ...board, clientId: board.id, secret };
    }),
    answers(routes.deleteApplication, (one) => {
      asked.push(one);
    }),
  );
});

const enter = async (label: string | RegExp, text: string) => {
  await userEvent.click(await screen.findByLabelText(label));
  await userEvent.paste(text);
};

const openMenu = async () => {
  const row = await screen.findByRole('row', { name: /board/ });
  await userEvent.click(within(row).getByRole('button', { name: /actions|more/i }));
};

describe('application integrations', () => {
  it('OAPP-001 OAPP-002 have their pages and their line in the Administration sidebar', () => {
    expect(area.routes.map(({ path }) => path)).toEqual(expect.arrayContaining([list, `${list}/new`, '/access/integrations']));
    expect(manifest.nav.find(({ path }) => path === list)).toMatchObject({ sidebar: 'administration', requires: { role: 'administrator' } });
    expect(manifest.nav.find(({ path }) => path === '/access/integrations')).toMatchObject({ sidebar: 'application', requires: { role: 'user' } });
  });

  it('OAPP-005 are listed without their secrets', async () => {
    renderArea(applicationScreens, list);
    const row = await screen.findByRole('row', { name: /board/ });
    expect(within(row).getByText('https://board.example.org/back')).toBeVisible();
    expect(within(row).getByText(board.id)).toBeVisible();
  });

  it('OAPP-003 OAPP-014 OAPP-017 OAPP-020 are created, and the secret is shown this once', async () => {
    const router = renderArea(applicationScreens, `${list}/new`);
    await enter('Application Name', 'board');
    expect(screen.getByRole('radio', { name: 'Runs on a server' })).toBeChecked();
    await enter(/^Description/, 'Shows builds');
    await enter('Callback URL', 'https://board.example.org/back\nhttp://127.0.0.1:4711/back');
    expect(screen.getByLabelText(/^Platform Base Url/)).toHaveValue('https://packages.example.test');
    await userEvent.click(screen.getByRole('button', { name: 'Create integration' }));
    const dialog = await screen.findByRole('dialog', { name: 'Integration board' });
    expect(within(dialog).getByText(/The secret is visible now and will not be retrievable later/)).toBeVisible();
    expect(within(dialog).getByText(secret)).toBeVisible();
    expect(within(dialog).getByText('https://packages.example.test/ui/authorization')).toBeVisible();
    expect(within(dialog).getByText('https://packages.example.test/access/api/v1/integration/token')).toBeVisible();
    expect(screen.getByText('Successfully created integration board')).toBeVisible();
    expect(asked[0]?.body).toEqual({
      name: 'board',
      type: 'confidential',
      description: 'Shows builds',
      callbackUrls: ['https://board.example.org/back', 'http://127.0.0.1:4711/back'],
      baseUrl: 'https://packages.example.test',
    });
    await userEvent.click(within(dialog).getByRole('button', { name: 'Done' }));
    await waitFor(() => expect(router.state.location.pathname).toBe(list));
    await waitFor(() => expect(screen.queryByText(secret)).toBeNull());
  });

  it('OAPP-006 OAPP-007 say beside the field what is wrong, and keep what was typed', async () => {
    renderArea(applicationScreens, `${list}/new`);
    await userEvent.click(await screen.findByRole('button', { name: 'Create integration' }));
    expect((await screen.findAllByText('This field is mandatory')).length).toBeGreaterThan(1);
    const name = screen.getByLabelText('Application Name');
    await enter('Application Name', 'my board!');
    await enter('Callback URL', 'http://board.example.org');
    await userEvent.click(screen.getByRole('button', { name: 'Create integration' }));
    expect((await screen.findAllByText('Name cannot contain spaces or special characters'))[0]).toBeVisible();
    expect((await screen.findAllByText('Enter an address that begins with https://'))[0]).toBeVisible();
    expect(name).toHaveValue('my board!');
    expect(asked).toEqual([]);
  });

  it('whose name is taken say so at the name', async () => {
    server.use(refuses(routes.createApplication, new AppError(accessWords.application_exists)));
    renderArea(applicationScreens, `${list}/new`);
    await enter('Application Name', 'board');
    await enter('Callback URL', 'https://board.example.org/back');
    await userEvent.click(screen.getByRole('button', { name: 'Create integration' }));
    await waitFor(() => expect(screen.getByLabelText('Application Name')).toHaveAttribute('aria-invalid', 'true'));
    expect(screen.getByLabelText('Callback URL')).toHaveValue('https://board.example.org/back');
  });

  it('OAPP-018 OAPP-019 are deleted after a question; declining deletes nothing', async () => {
    renderArea(applicationScreens, list);
    await openMenu();
    await userEvent.click(await screen.findByRole('menuitem', { name: /Delete/ }));
    const question = await screen.findByRole('dialog', { name: 'Delete board?' });
    expect(within(question).getByText('This will permanently delete the Integration board. Continue?')).toBeVisible();
    expect(within(question).getByText(/2 users/)).toBeVisible();
    await userEvent.click(within(question).getByRole('button', { name: 'Cancel' }));
    expect(asked).toEqual([]);
    await openMenu();
    await userEvent.click(await screen.findByRole('menuitem', { name: /Delete/ }));
    await userEvent.click(await screen.findByRole('button', { name: 'Delete integration' }));
    expect(await screen.findByText('Successfully deleted integration board')).toBeVisible();
    expect(asked[0]?.params).toMatchObject({ id: board.id });
  });
});

describe('allowed applications', () => {
  const integration: routes.UserApplication = {
    username: 'ann',
    client_id: board.id,
    name: 'board',
    type: 'confidential',
    description: 'Shows builds',
    scopes: ['applied-permissions/user'],
    allowed_at: '2026-01-01T00:00:00.000Z',
    last_used_at: null,
  };

  it('OAPP-004 OAPP-012 OAPP-013 are seen by their user, who takes them back', async () => {
    server.use(
      answers(routes.listUserApplications, ({ params }) => (params.username === 'ann' && asked.length === 0 ? [integration] : [])),
      answers(routes.deleteUserApplication, (one) => {
        asked.push(one);
      }),
    );
    renderArea(applicationScreens, '/access/integrations', { name: 'ann', administrator: false });
    await openMenu();
    await userEvent.click(await screen.findByRole('menuitem', { name: /Take back/ }));
    await userEvent.click(await screen.findByRole('button', { name: 'Take back access' }));
    expect(await screen.findByText('board can no longer act for you')).toBeVisible();
    expect(asked[0]?.params).toMatchObject({ client_id: board.id, username: 'ann' });
    expect(await screen.findByText('You have allowed no application')).toBeVisible();
  });
});
