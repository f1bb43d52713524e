import { AppError } from '@packhouse/contract/errors.ts';
import { expect, it } from 'vitest';
import { tellFailure } from './tell-failure.ts';

it.each([
  Object.assign(new Error('write failed'), { code: 'ENOSPC' }),
  new Error('The embedded PostgreSQL ended at once: FATAL:  could not write lock file "postmaster.pid": No space left on device'),
  new AppError('storage_full'),
])('says what to do where a full disk stopped it', (error) => {
  expect(tellFailure(error)).toBe(`${error.message}\n${tellFailure(new AppError('storage_full')).split('\n').at(-1)}`);
  expect(tellFailure(error)).toContain('make room on it');
});

it('tells of everything else as it is', () => {
  expect(tellFailure(new Error('The database cannot be used'))).toBe('The database cannot be used');
});
