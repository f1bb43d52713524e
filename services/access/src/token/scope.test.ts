import { describe, expect, it } from 'vitest';
import { parseScope } from './scope.ts';

describe('token scopes', () => {
  it.each([
    ['applied-permissions/user', 'user'],
    ['member-of-groups:*', 'user'],
    ['member-of-groups:* api:*', 'user'],
    ['applied-permissions/groups:*', 'user'],
    ['applied-permissions/admin', 'administrator'],
    ['jfrt@01abc:admin', 'administrator'],
    ['applied-permissions/groups:a,b', ['a', 'b']],
    ['member-of-groups:"Team One",b', ['Team One', 'b']],
    ['member-of-groups:"x,y"', ['x,y']],
  ])('%s gives the powers of %s', (text, powers) => {
    expect(parseScope(text)).toEqual({ powers });
  });
  it.each([
    '',
    ' ',
    'api:*',
    'nonsense',
    'applied-permissions/user applied-permissions/admin',
    'applied-permissions/groups:',
    'applied-permissions/groups:,',
    'member-of-groups:"open',
    'applied-permissions/roles:project',
    'applied-permissions/roles:project:',
    'applied-permissions/roles::Developer',
    'applied-permissions/user applied-permissions/roles:project:Developer',
    'applied-permissions/roles:project:Developer applied-permissions/roles:other:Developer',
    'artifact:libs',
    'artifact:libs:z',
    'artifact::r',
    'artifact:libs:r,',
  ])('refuses %j, so that no token is wider than was meant', (text) => {
    expect(parseScope(text)).toBeUndefined();
  });
  it('reads roles in a project', () => {
    expect(parseScope('applied-permissions/roles:web:Developer,"Release Manager"')).toEqual({
      powers: [],
      roles: { project: 'web', names: ['Developer', 'Release Manager'] },
    });
  });
  it('reads places inside repositories', () => {
    expect(parseScope('artifact:libs/com/**:r,w artifact:*:* member-of-groups:a')).toMatchObject({
      powers: ['a'],
      within: [
        { names: ['libs'], include: ['com/**'], actions: ['read', 'deploy'] },
        { names: ['ANY'], include: [], actions: ['read', 'annotate', 'deploy', 'delete', 'manage'] },
      ],
    });
  });
});
