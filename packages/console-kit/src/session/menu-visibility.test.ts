import { describe, expect, it } from 'vitest';
import { isVisible } from './menu-visibility.ts';
import { nobody, type Session } from './session.ts';

const user: Session = { ...nobody, kind: 'user' };
const admin: Session = { ...user, administrator: true };

describe('menu items', () => {
  it('SHELL-096 shows administration to administrators only', () => {
    expect(isVisible({ role: 'administrator' }, admin)).toBe(true);
    expect(isVisible({ role: 'administrator' }, user)).toBe(false);
  });

  it('SHELL-097 shows cloud items on shared cloud instances only', () => {
    expect(isVisible({ cloudOnly: true }, { ...user, cloud: true })).toBe(true);
    expect(isVisible({ cloudOnly: true }, { ...user, cloud: true, dedicated: true })).toBe(false);
    expect(isVisible({ cloudOnly: true }, user)).toBe(false);
  });

  it('SHELL-098 hides what needs a licence where there is none', () => {
    expect(isVisible({ licence: true }, { ...user, licenceType: 'N/A' })).toBe(false);
    expect(isVisible({ licence: true }, { ...user, licenceType: 'OSS' })).toBe(true);
    expect(isVisible({ licence: ['ENTERPRISE'] }, { ...user, licenceType: 'OSS' })).toBe(false);
  });

  it('shows items of one interface on that interface', () => {
    expect(isVisible({ interface: 'classic' }, { ...user, interface: 'classic' })).toBe(true);
    expect(isVisible({ interface: 'classic' }, { ...user, interface: 'unified' })).toBe(false);
  });

  it('SHELL-100 shows the profile to those who may change it', () => {
    expect(isVisible({ profileUpdatable: true }, { ...user, profileUpdatable: true })).toBe(true);
    expect(isVisible({ profileUpdatable: true }, user)).toBe(false);
  });

  it('hides what a flavour or a switched-off feature lacks', () => {
    expect(isVisible({ beyondContainers: true }, { ...user, flavour: 'JCR' })).toBe(false);
    expect(isVisible({ fullInstance: true }, { ...user, lightweight: true })).toBe(false);
    expect(isVisible({ helpLink: true }, { ...user, features: { helpLinks: false } })).toBe(false);
    expect(isVisible({ feature: 'educationCenter' }, user)).toBe(false);
    expect(isVisible({ feature: 'navigationSwitch' }, { ...user, features: { navigationSwitch: true } })).toBe(true);
  });

  it("SRCH-014 takes a switch with a leading '!' to be wanted off", () => {
    expect(isVisible({ feature: '!coldStorage' }, user)).toBe(true);
    expect(isVisible({ feature: '!coldStorage' }, { ...user, features: { coldStorage: false } })).toBe(true);
    expect(isVisible({ feature: '!coldStorage' }, { ...user, features: { coldStorage: true } })).toBe(false);
  });
});
