import { describe, expect, it } from 'vitest';
import { newDraft, secondsOf } from './token-draft.ts';
import { scopeOf, scopeParts } from './token-scope.ts';

const draft = newDraft('ann');

describe('the scope of a token', () => {
  it('is written as the server reads it', () => {
    expect(scopeOf(draft)).toBe('applied-permissions/user');
    expect(scopeOf({ ...draft, powers: 'administrator' })).toBe('applied-permissions/admin');
    expect(scopeOf({ ...draft, powers: 'groups', groups: ['developers', 'release managers'] })).toBe(
      'applied-permissions/groups:developers,"release managers"',
    );
    const place = { ...draft, powers: 'repository' as const, repository: 'npm-local', actions: ['read', 'deploy'] as const };
    expect(scopeOf(place)).toBe('artifact:npm-local:r,w');
    expect(scopeOf({ ...place, pattern: '/org/**' })).toBe('artifact:npm-local/org/**:r,w');
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
    expect(secondsOf({ life: '3600', days: 1 })).toBe(3600);
    expect(secondsOf({ life: 'custom', days: 180 })).toBe(180 * 86_400);
    expect(secondsOf({ life: '0', days: 1 })).toBe(0);
  });
});
