import * as routes from '@packhouse/contract/access/access-ldap-routes.ts';
import { answers, refuses } from '@packhouse/testkit/console/answers.ts';
import { prepareConsole, renderArea, server } from '@packhouse/testkit/console/render-area.tsx';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { ldapScreens } from './ldap-screens.ts';

prepareConsole();

const url = 'ldaps://ldap.example.org/dc=example,dc=org';
const { managerPassword: _, ...fields } = routes.LdapServerInput.parse({ url, managerDn: 'cn=reader,dc=example,dc=org' });
const stored: routes.LdapServer = { ...fields, key: 'main', hasManagerPassword: true, authorities: [] };
const second: routes.LdapServer = { ...stored, key: 'second', enabled: false };
const setting: routes.LdapGroupSetting = { ...routes.LdapGroupSettingInput.parse({ serverKey: 'main' }), key: 'teams' };
const bodies: unknown[] = [];
const note =
  <Reply,>(reply: Reply) =>
  ({ body }: { body: unknown }) => {
    bodies.push(body);
    return reply;
  };
const open = (path = '') => renderArea(ldapScreens, `/admin/security/ldap${path}`);

beforeEach(() => {
  bodies.length = 0;
  server.use(
    answers(routes.listLdapServers, { items: [stored, second] }),
    answers(routes.listLdapGroupSettings, { items: [setting] }),
    answers(routes.createLdapServer, note(stored)),
    answers(routes.updateLdapServer, note(stored)),
    answers(routes.orderLdapServers, note({ items: [second, stored] })),
  );
});

describe('the LDAP page', () => {
  it('lists servers in their order and group settings, and moves a server up', async () => {
    open();
    const table = await screen.findByRole('table', { name: 'Directory servers' });
    expect(await within(table).findByRole('link', { name: 'second' })).toBeVisible();
    expect(within(table).getByText('Disabled')).toBeVisible();
    expect(await screen.findByRole('link', { name: 'teams' })).toBeVisible();
    await userEvent.click(within(table).getAllByRole('button', { name: /actions/i })[1]!);
    await userEvent.click(await screen.findByRole('menuitem', { name: /Ask earlier/ }));
    await waitFor(() => expect(bodies).toEqual([{ keys: ['second', 'main'] }]));
  });
  it('says what it is for while there is no server', async () => {
    server.use(answers(routes.listLdapServers, { items: [] }));
    open();
    expect(await screen.findByText('No directory server yet')).toBeVisible();
    expect(screen.queryByRole('heading', { name: 'Group settings' })).not.toBeInTheDocument();
  });
  it('says so when it cannot be read', async () => {
    server.use(refuses(routes.listLdapServers, 'internal'));
    open();
    expect((await screen.findAllByRole('button', { name: 'Try again' }))[0]).toBeVisible();
  });
});

describe('a directory server', () => {
  it('keeps the stored password unless another one is typed', async () => {
    open('/servers/main/edit');
    expect(await screen.findByText('A password is stored. Leave the field empty to keep it.')).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Save changes' }));
    await waitFor(() => expect(bodies).toEqual([fields]));
  });
  it('says beside the field what is wrong, and loses nothing typed', async () => {
    open('/servers/new');
    await userEvent.type(await screen.findByLabelText('Name'), 'Main Server');
    await userEvent.type(screen.getByLabelText('Address'), 'ldap.example.org');
    await userEvent.click(screen.getByRole('button', { name: 'Create' }));
    expect(await screen.findByText('2 fields need attention')).toBeVisible();
    expect(screen.getByLabelText('Address')).toHaveValue('ldap.example.org');
    expect(bodies).toEqual([]);
  });
  it('is tried with a user, and the answer is told in words', async () => {
    const found = { ok: true, step: 'done', message: '', dn: 'uid=ann,ou=people', email: 'ann@example.org', groups: ['builders'] } as const;
    server.use(answers(routes.testLdapServer, note({ ...found, groups: ['builders'] })));
    open('/servers/main/edit');
    await userEvent.type(await screen.findByLabelText('User name'), 'ann');
    await userEvent.click(screen.getByRole('button', { name: 'Test' }));
    expect(await screen.findByText('The user can sign in. Entry: uid=ann,ou=people. E-mail: ann@example.org. Groups: builders')).toBeVisible();
    expect(bodies).toEqual([{ key: 'main', server: fields, user: 'ann', password: '' }]);
  });
  it('ACC-004 says until when its authorities are valid', async () => {
    const authorities = [
      { subject: 'CN=root', validUntil: '2120-01-01T00:00:00.000Z' },
      { subject: '', validUntil: '2021-01-01T00:00:00.000Z' },
    ];
    server.use(answers(routes.listLdapServers, { items: [{ ...stored, certificateAuthorities: 'PEM', authorities }] }));
    open('/servers/main/edit');
    expect(await screen.findByText('CN=root')).toBeVisible();
    expect(screen.getByText(/valid until .*21(?:19|20)/)).toBeVisible();
    expect(screen.getByText('A certificate without a name')).toBeVisible();
    expect(screen.getByText(/^Expired on .*202[01]/)).toBeVisible();
  });
  it('says how far a try came', async () => {
    const missed = { ok: false, step: 'manager', message: 'wrong password', dn: '', email: '', groups: [] } as const;
    server.use(answers(routes.testLdapServer, { ...missed, groups: [] }));
    open('/servers/main/edit');
    await userEvent.click(await screen.findByRole('button', { name: 'Test' }));
    expect(await screen.findByText('The server refuses the manager: wrong password')).toBeVisible();
  });
});

describe('importing groups', () => {
  it('imports what is selected and tells what was left out', async () => {
    const group = (name: string, here = '') => ({ name, dn: `cn=${name}`, description: '', group: here });
    server.use(
      answers(routes.listLdapGroups, { items: [group('builders'), group('testers', 'testers')], isCut: false }),
      answers(routes.importLdapGroups, note({ imported: ['builders'], refused: [], synced: 2, missing: ['fay'] })),
    );
    open('/groups/teams/import');
    await userEvent.click(await screen.findByRole('checkbox', { name: /builders/ }));
    await userEvent.click(screen.getByRole('button', { name: 'Import selected groups' }));
    expect(await screen.findByText('Groups imported: 1. Users brought up to date: 2.')).toBeVisible();
    expect(screen.getByText('The directory does not know these users any more: fay')).toBeVisible();
    expect(bodies).toEqual([{ names: ['builders'] }]);
  });
});
