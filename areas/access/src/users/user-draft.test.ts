import { describe, expect, it } from 'vitest';
import { getField, getInput, makeChange, newDraft, passwordProblem } from './user-draft.ts';

const ann = { ...newDraft, name: 'ann', email: 'ann@example.test', groups: ['developers'] };

describe('the draft of a user', () => {
  it('becomes the body that creates the user, without a password where none is used', () => {
    expect(getInput({ ...ann, password: 'Engineer-1' })).toMatchObject({ name: 'ann', password: 'Engineer-1', status: 'enabled', groups: ['developers'] });
    expect(getInput({ ...ann, password: 'left over', passwordEnabled: false })).not.toHaveProperty('password');
  });

  it('sends only what was changed', () => {
    expect(makeChange(ann, ann)).toEqual({});
    expect(makeChange({ ...ann, disabled: true }, ann)).toEqual({ status: 'disabled' });
    expect(makeChange({ ...ann, groups: [], password: 'Engineer-2' }, ann)).toEqual({ groups: [], password: 'Engineer-2' });
  });

  it('wants a password for a new user and leaves a stored one alone', () => {
    expect(passwordProblem({ password: '', passwordEnabled: true }, true)).toBe('Enter a password');
    expect(passwordProblem({ password: '', passwordEnabled: true }, false)).toBeUndefined();
    expect(passwordProblem({ password: '', passwordEnabled: false }, true)).toBeUndefined();
    expect(passwordProblem({ password: 'Sh0rt', passwordEnabled: true }, false)).toBe('Use at least 8 characters');
  });

  it('knows the server’s names of its fields', () => {
    expect(getField('status')).toBe('disabled');
    expect(getField('groups.0')).toBe('groups');
  });
});
