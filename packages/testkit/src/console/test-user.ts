import type { User } from '@packhouse/contract/access/access-user-routes.ts';

/** An account as tests read it. */
export const ann: User = {
  name: 'ann',
  email: 'ann@example.test',
  realm: 'internal',
  status: 'enabled',
  administrator: false,
  effectiveAdministrator: false,
  groups: [],
  profileUpdatable: true,
  consoleAccess: true,
  passwordEnabled: true,
  passwordExpired: false,
  lastLoggedInAt: null,
  createdAt: '2026-01-01T00:00:00.000Z',
};
