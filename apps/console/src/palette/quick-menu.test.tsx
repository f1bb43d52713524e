import { nobody, type Session } from '@packhouse/console-kit/session/session.ts';
import { describe, expect, it } from 'vitest';
import { rememberedInterface, rememberInterface } from '../navigation/interface-choice.ts';
import { quickEntries } from './quick-menu.ts';

const session = (change: Partial<Session>): Session => ({ ...nobody, kind: 'user', name: 'ann', ...change });
const entries = (change: Partial<Session>) =>
  Object.fromEntries(quickEntries(session(change), () => undefined).flatMap((entry) => ('label' in entry ? [[entry.label, entry.to]] : [])));

describe('the quick menu', () => {
  it('SHELL-086 starts and makes things for administrators, SHELL-087 and SHELL-088 at the addresses of their forms', () => {
    expect(entries({ administrator: true })).toEqual({
      'Getting Started': undefined,
      'Quick Repository Creation': undefined,
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

  it('switches between the classic interface and unified navigation, where that is supported', () => {
    const chosen: string[] = [];
    const label = (change: Partial<Session>) =>
      quickEntries(session({ features: { navigationSwitch: true }, ...change }), () => chosen.push('switched')).find(
        (entry) => 'label' in entry && entry.icon === 'monitor',
      );
    expect(label({ interface: 'unified' })).toMatchObject({ label: 'Classic interface' });
    expect(label({ interface: 'classic' })).toMatchObject({ label: 'Unified navigation' });
    expect(label({ features: {} })).toBeUndefined();
    const entry = label({});
    if (entry && 'onSelect' in entry) entry.onSelect?.();
    expect(chosen).toEqual(['switched']);
    rememberInterface('classic');
    expect(rememberedInterface()).toBe('classic');
    rememberInterface('unified');
    expect(rememberedInterface()).toBe('unified');
  });

  it('SHELL-092 has the cloud subscription on shared cloud installations only, for everybody', () => {
    const name = 'Cloud Subscription and Usage';
    expect(entries({ cloud: true })).toMatchObject({ [name]: '/cloud-subscription' });
    expect(entries({ cloud: true, administrator: true })).toHaveProperty([name]);
    expect(entries({ cloud: true, dedicated: true })).not.toHaveProperty([name]);
    expect(entries({})).not.toHaveProperty([name]);
    expect(entries({ administrator: true })).not.toHaveProperty([name]);
  });
});
