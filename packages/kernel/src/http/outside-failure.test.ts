import { expect, it } from 'vitest';
import { outsideFailure } from './outside-failure.ts';

it('takes a database without a connection left for one that is away for the moment', () => {
  expect(outsideFailure(Object.assign(new Error('sorry, too many clients already'), { code: '53300' }))).toBe('unavailable');
  expect(outsideFailure(Object.assign(new Error('duplicate key'), { code: '23505' }))).toBeUndefined();
});
