import type { RoleAction } from '@packhouse/contract/access/access-project-names.ts';
import { type Actor, isAllowed, mayDistribute, mayEditVerdicts, type Resource } from '@packhouse/kernel/access/authorisation.ts';
import { describe, expect, it } from 'vitest';
import { getGrantsOfRole } from './role-grants.ts';

function holder(type: 'CUSTOM' | 'ADMIN', ...actions: RoleAction[]): Actor {
  const role = { name: 'some', type, environments: ['DEV'], actions };
  const grants = getGrantsOfRole({ role, project: { key: 'shop', manageMembers: true, manageResources: true }, through: 'user ann' });
  return { kind: 'user', name: 'ann', administrator: false, groups: [], grants, realm: 'internal', via: 'session' };
}

const repository: Resource = { type: 'repository', name: 'shop-libs', project: 'shop', environments: ['DEV'], path: 'a.txt' };
const build: Resource = { type: 'build', name: 'site', project: 'shop' };
const bundle: Resource = { type: 'releaseBundle', name: 'site', project: 'shop', path: 'site/1' };
const part = (path: string, name = 'shop'): Resource => ({ type: 'project', name, path });

describe('what actions of a role give beside reading and changing', () => {
  it('API-002 lets findings be edited where a role says so, and only in its project and environments', () => {
    const editor = holder('CUSTOM', 'MANAGE_XRAY_MD_REPOSITORY');
    expect(mayEditVerdicts(editor, repository)).toBe(true);
    expect(mayEditVerdicts(editor, { ...repository, environments: ['PROD'] })).toBe(false);
    expect(mayEditVerdicts(editor, { ...repository, project: 'other' })).toBe(false);
    expect([mayEditVerdicts(editor, build), mayEditVerdicts(editor, bundle), isAllowed(editor, 'annotate', repository)]).toEqual([false, false, false]);
    expect(mayEditVerdicts(holder('CUSTOM', 'MANAGE_XRAY_MD_BUILD'), build)).toBe(true);
    expect(mayEditVerdicts(holder('CUSTOM', 'MANAGE_XRAY_MD_RELEASE_BUNDLE'), bundle)).toBe(true);
    expect(mayEditVerdicts(holder('CUSTOM', 'ANNOTATE_REPOSITORY'), repository)).toBe(false);
  });

  it('API-002 lets release bundles be distributed where a role says so', () => {
    expect(mayDistribute(holder('CUSTOM', 'DISTRIBUTE_RELEASE_BUNDLE'), bundle)).toBe(true);
    expect(mayDistribute(holder('CUSTOM', 'DISTRIBUTE_RELEASE_BUNDLE'), { ...bundle, project: 'other' })).toBe(false);
    expect(mayDistribute(holder('CUSTOM', 'CREATE_RELEASE_BUNDLE'), bundle)).toBe(false);
  });

  it('API-002 lets policies, watches and reports of the project be kept, rules be made, scans be asked for and policies be seen, each by its own action', () => {
    const parts = ['policies', 'watches', 'reports', 'rules', 'scans', 'seen-policies', 'members', 'settings'];
    const kept = (actor: Actor) => parts.filter((one) => isAllowed(actor, 'manage', part(one)));
    expect(kept(holder('CUSTOM', 'POLICIES_SECURITY'))).toEqual(['policies']);
    expect(kept(holder('CUSTOM', 'WATCHES_SECURITY', 'REPORTS_SECURITY'))).toEqual(['watches', 'reports']);
    expect(kept(holder('CUSTOM', 'RULES_SECURITY'))).toEqual(['rules']);
    expect(kept(holder('CUSTOM', 'TRIGGER_SECURITY'))).toEqual(['scans']);
    expect(kept(holder('CUSTOM', 'READ_POLICIES_SECURITY'))).toEqual(['seen-policies']);
    expect(kept(holder('CUSTOM', 'READ_REPOSITORY'))).toEqual([]);
    expect(isAllowed(holder('CUSTOM', 'POLICIES_SECURITY'), 'manage', part('policies', 'other'))).toBe(false);
  });

  it('gives administrators of a project all of it', () => {
    const chief = holder('ADMIN');
    expect([mayEditVerdicts(chief, repository), mayDistribute(chief, bundle), isAllowed(chief, 'manage', part('watches'))]).toEqual([true, true, true]);
    expect(mayEditVerdicts(chief, { ...repository, project: 'other' })).toBe(false);
  });
});
