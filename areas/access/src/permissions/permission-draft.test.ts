import type { Permission } from '@packhouse/contract/access/access-permission-routes.ts';
import { describe, expect, it } from 'vitest';
import { getInput, getPlace, makeChange, makeDraft, newSection, sectionProblem } from './permission-draft.ts';

const permission: Permission = {
  name: 'Releases',
  description: '',
  sections: [
    {
      resourceType: 'repository',
      names: ['npm-local'],
      include: ['org/**', 'com/**'],
      exclude: [],
      users: [{ name: 'ann', actions: ['read'] }],
      groups: [{ name: 'developers', actions: ['read', 'deploy'] }],
    },
  ],
  createdAt: '2026-01-01T00:00:00.000Z',
  modifiedAt: '2026-01-01T00:00:00.000Z',
};

describe('the draft of a permission', () => {
  it('gives back what it was made from', () => {
    const { createdAt: _, modifiedAt: __, ...input } = permission;
    expect(getInput(makeDraft(permission))).toEqual(input);
    expect(makeChange(makeDraft(permission), makeDraft(permission))).toEqual({});
  });

  it('leaves empty lines out of the patterns and sends all sections when one changed', () => {
    const draft = makeDraft(permission);
    const sections = draft.sections.map((section) => ({ ...section, exclude: '\n **/*.tmp \n\n' }));
    expect(makeChange({ ...draft, sections }, draft).sections?.[0]?.exclude).toEqual(['**/*.tmp']);
  });

  it('says what a section lacks', () => {
    const empty = newSection('repository');
    const whom = { kind: 'user' as const, name: 'ann', actions: [] };
    expect(sectionProblem(empty)).toEqual({ kind: 'noNames' });
    expect(sectionProblem({ ...empty, names: ['ANY'], include: 'a\\b' })).toMatchObject({ kind: 'pattern', pattern: 'a\\b' });
    expect(sectionProblem({ ...empty, names: ['ANY'] })).toEqual({ kind: 'noPrincipals' });
    expect(sectionProblem({ ...empty, names: ['ANY'], principals: [whom] })).toEqual({ kind: 'noActions', name: 'ann' });
    expect(sectionProblem({ ...empty, names: ['ANY'], principals: [{ ...whom, actions: ['read'] }] })).toBeUndefined();
  });

  it('knows which section the server complains about', () => {
    expect(getPlace('sections.1.users')).toEqual({ field: 'sections', section: 1 });
    expect(getPlace('name')).toEqual({ field: 'name' });
  });
});
