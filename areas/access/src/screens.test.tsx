import { examineScreens, getScreens } from '@packhouse/testkit/console/examine-screens.tsx';
import { matchRoutes } from 'react-router';
import { expect, it } from 'vitest';
import area from './area.ts';

const values = { key: 'red', name: 'readers', username: 'alice', groupname: 'developers', providername: 'github', issuer: 'ci' };

it('finds every screen of the area', () => {
  expect(getScreens(area.routes, values).length).toBeGreaterThan(40);
});

it.each([
  ['ADMIN-001', 'users', '/admin/management/users'],
  ['ADMIN-002', 'users.edit', '/admin/management/users/ann/edit'],
  ['ADMIN-003', 'users.new', '/admin/management/users/new'],
  ['ADMIN-004', 'groups', '/admin/management/groups'],
  ['ADMIN-005', 'groups.edit', '/admin/management/groups/developers/edit'],
  ['ADMIN-006', 'groups.new', '/admin/management/groups/new'],
  ['OAPP-001', 'admin.configuration.integrations', '/admin/configuration/integrations'],
  ['OAPP-002', 'admin.configuration.integrations.new', '/admin/configuration/integrations/new'],
])('%s the route %s is %s', (_, name, path) => {
  expect(matchRoutes(area.routes, path)?.at(-1)?.route.id).toBe(name);
});

const asksNothing = [
  '/admin/management/users/new',
  '/admin/management/users/invite',
  '/admin/management/groups/new',
  '/admin/management/permissions/create',
  '/admin/projects/new',
  '/admin/security/oauth/new',
  '/admin/configuration/integrations/new',
  '/admin/security/ldap/servers/new',
];

examineScreens({ routes: area.routes, values, asksNothing });
