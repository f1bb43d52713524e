import { examineScreens, getScreens } from '@packhouse/testkit/console/examine-screens.tsx';
import { expect, it } from 'vitest';
import area from './area.ts';

const values = { key: 'red', name: 'readers', username: 'alice', groupname: 'developers', providername: 'github', issuer: 'ci' };

it('finds every screen of the area', () => {
  expect(getScreens(area.routes, values).length).toBeGreaterThan(40);
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
