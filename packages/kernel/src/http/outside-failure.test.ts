import { expect, it } from 'vitest';
import { outsideFailure } from './outside-failure.ts';

it('takes a database without a connection left for one that is away for the moment', () => {
  expect(outsideFailure(Object.assign(new Error('sorry, too many clients already'), { code: '53300' }))).toBe('unavailable');
  expect(outsideFailure(Object.assign(new Error('connect EAGAIN'), { code: 'EAGAIN', syscall: 'connect' }))).toBe('unavailable');
  expect(outsideFailure(Object.assign(new Error('duplicate key'), { code: '23505' }))).toBeUndefined();
});

it('takes a row whose other row is gone for a change that came second, which the user may look at and try again', () => {
  expect(outsideFailure(Object.assign(new Error('insert or update on table violates foreign key constraint'), { code: '23503' }))).toBe('conflict');
});
