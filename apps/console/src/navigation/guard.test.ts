import type { NavItem } from '@packhouse/console-kit/session/menu-visibility.ts';
import { nobody, type Session } from '@packhouse/console-kit/session/session.ts';
import { describe, expect, it } from 'vitest';
import { sidebarAt } from '../areas/shell-nav.ts';
import { judge } from './guard.ts';
import { hasProductPrefix } from './known-prefixes.ts';
import { administrationPath, isQuickSetupFirst, landingPath } from './landing.ts';
import { chooseLogo } from './logo-choice.ts';

const admin: Session = { ...nobody, kind: 'user', name: 'admin', administrator: true };
const user: Session = { ...nobody, kind: 'user', name: 'ann' };
const visitor: Session = { ...nobody, kind: 'anonymous', anonymousAllowed: true };
const items: NavItem[] = [
  {
    id: 'users',
    sidebar: 'administration',
    label: { en: 'Users' },
    path: '/admin/management/users',
    icon: 'user',
    order: 1,
    requires: { role: 'administrator' },
  },
  {
    id: 'proxies',
    sidebar: 'administration',
    label: { en: 'Proxies' },
    path: '/admin/proxies',
    icon: 'globe',
    order: 2,
    requires: { role: 'administrator', service: 'mc' },
  },
];

describe('guards', () => {
  it('SHELL-058 sends a visitor who is kept out of the pages to sign-in without a word', () => {
    expect(judge('/packages', { ...visitor, anonymousUiBlocked: true }, items)).toEqual({ enter: false, to: '/login', told: false });
    const closed = { ...visitor, kind: 'nobody' as const, anonymousAllowed: true, anonymousUiBlocked: true };
    expect(judge('/packages', closed, items)).toEqual({ enter: false, to: '/login', told: false });
  });

  it('SHELL-059 tells a stranger that the page is not for them and leads to sign-in with the logout flag', () => {
    expect(judge('/packages', nobody, items)).toEqual({ enter: false, to: '/login?logout=true', told: true });
    expect(judge('/', nobody, items)).toMatchObject({ told: false });
    expect(judge('/authorization', nobody, items)).toMatchObject({ enter: false, told: false });
    expect(judge('/packages', visitor, items)).toEqual({ enter: true });
  });

  it('SHELL-060 lets only those into an administration page who see its menu item', () => {
    expect(judge('/admin/management/users/new', admin, items)).toEqual({ enter: true });
    expect(judge('/admin/proxies', { ...admin, services: { mc: '1.0.0' } }, items)).toEqual({ enter: true });
  });

  it('SHELL-061 leads everybody else to the packages with the redirect flag and a notification', () => {
    const away = { enter: false, to: '/packages?redirect=true', told: true };
    expect(judge('/admin/management/users', user, items)).toEqual(away);
    expect(judge('/admin/proxies', admin, items)).toEqual(away);
  });

  it('SHELL-065 leads from the pages of security to the teaser where nothing scans, or the licence does not include it', () => {
    const teaser = { enter: false, to: '/security-and-compliance-teaser', told: false };
    const scanned = { ...user, services: { xray: '1.0.0' } };
    expect(judge('/security/policies', user, items)).toEqual(teaser);
    expect(judge('/security/violations/7', { ...scanned, licenceType: 'OSS' }, items)).toEqual(teaser);
    expect(judge('/security/policies', { ...scanned, administrator: true, licenceType: 'ENTERPRISE' }, items)).toEqual({ enter: true });
    expect(judge('/security-and-compliance-teaser', user, items)).toEqual({ enter: true });
  });

  it('leads away from pages of security and from the trends who does not see their menu lines', () => {
    const line = { sidebar: 'application' as const, label: { en: 'x' }, icon: 'shield' as const, order: 1 };
    const lines: NavItem[] = [
      { ...line, id: 'watches', path: '/security/watches', requires: { role: 'administrator' } },
      { ...line, id: 'violations', path: '/security/violations', requires: { role: 'user' } },
      { ...line, id: 'trends', path: '/insight/trends', requires: { role: 'administrator', service: 'insight' } },
    ];
    const session = { ...user, licenceType: 'ENTERPRISE' as const, services: { xray: '1.0.0', insight: '1.0.0' } };
    const away = { enter: false, to: '/packages?redirect=true', told: true };
    expect(judge('/security/watches/edit/a', session, lines)).toEqual(away);
    expect(judge('/insight/trends', session, lines)).toEqual(away);
    expect(judge('/security/violations/7', session, lines)).toEqual({ enter: true });
    expect(judge('/security/watches', { ...session, administrator: true }, lines)).toEqual({ enter: true });
    // Where the service does not run, its page says so.
    expect(judge('/insight/trends', { ...session, services: { xray: '1.0.0' } }, lines)).toEqual({ enter: true });
  });

  it('SHELL-062 without a licence leads administrators to the licences and others to sign-in', () => {
    expect(judge('/packages', { ...admin, licenceType: 'N/A' }, items)).toMatchObject({ to: '/admin/license_management/licenses' });
    expect(judge('/packages', { ...user, licenceType: 'N/A' }, items)).toMatchObject({ to: '/login' });
  });

  it('ADMIN-023 opens the profile to every signed-in user', () => {
    expect(judge('/admin/artifactory/user_profile', user, items)).toEqual({ enter: true });
    expect(judge('/admin/artifactory/user_profile', visitor, items)).toMatchObject({ enter: false, to: '/login' });
  });
});

describe('landing', () => {
  it('SHELL-051 leads users to the packages', () => expect(landingPath(user)).toBe('/packages'));
  it('SHELL-052 leads administrators to the topology where there is one', () => {
    expect(landingPath({ ...admin, services: { mc: '1.0.0' } })).toBe('/admin/mission_control/topology');
    expect(landingPath(admin)).toBe('/packages');
  });
  it('SHELL-053 leads everybody to the tree on a lightweight instance', () => {
    expect(landingPath({ ...admin, lightweight: true, services: { mc: '1.0.0' } })).toBe('/repos/tree');
  });
  it('SHELL-063 leads an administrator to the quick setup at the first sign-in on a free installation that has only default repositories', () => {
    const free = { ...admin, licenceType: 'OSS', features: { quickDeployLandingPage: true } } as const;
    const builds = { key: 'artifactory-build-info' };
    const facts = { firstLogin: true, repositories: [builds] };
    expect(isQuickSetupFirst(free, facts)).toBe(true);
    expect(isQuickSetupFirst(free, { ...facts, repositories: [] })).toBe(true);
    expect(isQuickSetupFirst({ ...free, administrator: false }, facts)).toBe(false);
    expect(isQuickSetupFirst({ ...free, licenceType: 'ENTERPRISE' }, facts)).toBe(false);
    expect(isQuickSetupFirst({ ...free, features: {} }, facts)).toBe(false);
    expect(isQuickSetupFirst(free, { ...facts, firstLogin: false })).toBe(false);
    expect(isQuickSetupFirst(free, { ...facts, repositories: [builds, { key: 'libs' }] })).toBe(false);
  });
  it('SHELL-056 opens the Administration sidebar at its default page', () => {
    const served = [{ path: '/admin/mission_control/topology' }, { path: '/admin/projects/list' }];
    expect(administrationPath({ mc: '1.0.0' }, served)).toBe('/admin/mission_control/topology');
    expect(administrationPath({}, served)).toBe('/admin/projects/list');
  });
});

describe('SHELL-055 addresses of product areas', () => {
  it.each(['/artifactory', '/repos', '/packages', '/builds', '/xray', '/security', '/distribution', '/bundles', '/pipelines', '/insight', '/admin', '/mc'])(
    'SHELL-055 keeps %s for its product area',
    (prefix) => {
      expect(hasProductPrefix(prefix)).toBe(true);
      expect(hasProductPrefix(`${prefix}/whatever`)).toBe(true);
      expect(hasProductPrefix(`${prefix}x`)).toBe(false);
    },
  );
});

it('SHELL-083 the active sidebar follows the route', () => {
  const offered = ['application', 'administration'] as const;
  expect(sidebarAt('/admin/management/users', offered)).toBe('administration');
  expect(sidebarAt('/packages', offered)).toBe('application');
  expect(sidebarAt('/admin/management/users', ['application'])).toBe('application');
});

it('SHELL-102 chooses the user logo, then the footer logo, then one by licence', () => {
  expect(chooseLogo({ userLogo: true, logoUrl: 'https://logo.test/a.svg', licenceType: 'EDGE' })).toEqual({ url: '/ui/api/v1/ui/logo' });
  expect(chooseLogo({ userLogo: false, logoUrl: 'https://logo.test/a.svg', licenceType: 'EDGE' })).toEqual({ url: 'https://logo.test/a.svg' });
});

describe('default logos', () => {
  it.each([
    ['JCR', 'containers'],
    ['CONAN', 'recipes'],
    ['EDGE', 'edge'],
    ['EDGE_TRIAL', 'edge'],
    ['OSS', 'open'],
    ['ENTERPRISE', 'default'],
  ] as const)('gives %s its own default logo', (licenceType, variant) => {
    expect(chooseLogo({ userLogo: false, logoUrl: null, licenceType })).toEqual({ variant });
  });
});
