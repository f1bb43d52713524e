import { describe, expect, it } from 'vitest';
import { getSeconds, newDraft } from './token-draft.ts';
import { getScope, scopeParts } from './token-scope.ts';

const draft = newDraft('ann');

describe('the scope of a token', () => {
  it('is written as the server reads it', () => {
    expect(getScope(draft)).toBe('applied-permissions/user');
    expect(getScope({ ...draft, powers: 'administrator' })).toBe('applied-permissions/admin');
    expect(getScope({ ...draft, powers: 'groups', groups: ['developers', 'release managers'] })).toBe(
      'applied-permissions/groups:developers,"release managers"',
    );
    const place = { ...draft, powers: 'repository' as const, repository: 'npm-local', actions: ['read', 'deploy'] as const };
    expect(getScope(place)).toBe('artifact:npm-local:r,w');
    expect(getScope({ ...place, pattern: '/org/**' })).toBe('artifact:npm-local/org/**:r,w');
  });

  it('is read back in parts, also where several stand together', () => {
    expect(scopeParts('applied-permissions/groups:a,"b c" artifact:npm-local/x/**:r,m other:thing')).toEqual([
      { kind: 'groups', names: 'a, b c' },
      { kind: 'repository', place: 'npm-local/x/**', actions: ['read', 'manage'] },
      { kind: 'other', text: 'other:thing' },
    ]);
    expect(scopeParts('artifact:generic:*')).toEqual([{ kind: 'repository', place: 'generic', actions: ['read', 'annotate', 'deploy', 'delete', 'manage'] }]);
  });

  it('lasts as long as was chosen', () => {
    expect(getSeconds({ life: '3600', days: 1 })).toBe(3600);
    expect(getSeconds({ life: 'custom', days: 180 })).toBe(180 * 86_400);
    expect(getSeconds({ life: '0', days: 1 })).toBe(0);
  });
});
