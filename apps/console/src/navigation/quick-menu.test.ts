import { nobody, type Session } from '@packhouse/console-kit/session.ts';
import { describe, expect, it } from 'vitest';
import { quickEntries } from './quick-menu.ts';

const session = (change: Partial<Session>): Session => ({ ...nobody, kind: 'user', name: 'ann', ...change });
const entries = (change: Partial<Session>) =>
  Object.fromEntries(quickEntries(session(change), () => undefined).flatMap((entry) => ('label' in entry ? [[entry.label, entry.to]] : [])));

describe('the quick menu', () => {
  it('SHELL-086 starts and makes things for administrators, SHELL-087 and SHELL-088 at the addresses of their forms', () => {
    expect(entries({ administrator: true })).toEqual({
      'Getting Started': '/quick-setup',
      'Quick Repository Creation': '/quick-setup',
      'Set Me Up': '/set-me-up',
      'New local repository': '/admin/repositories/local/new',
      'New remote repository': '/admin/repositories/remote/new',
      'New virtual repository': '/admin/repositories/virtual/new',
      'New user': '/admin/management/users/new',
      'New group': '/admin/management/groups/new',
      'New permission': '/admin/management/permissions/create',
    });
  });

  it('SHELL-090 sets clients up, switches the interface and logs out for everybody else', () => {
    const others = entries({ features: { navigationSwitch: true } });
    expect(Object.keys(others)).toEqual(['Set Me Up', expect.any(String), expect.stringMatching(/log ?out/i)]);
    expect(others['Set Me Up']).toBe('/set-me-up');
    expect(entries({ kind: 'anonymous' })).not.toHaveProperty('New user');
  });
});
