import { beforeEach, describe, expect, it } from 'vitest';
import { forgetPath, pathAfterLogin, rememberPath } from './redirect-memory.ts';

const hour = 3_600_000;
beforeEach(() => sessionStorage.clear());

it('AUTH-043 holds the path and its expiration in session storage', () => {
  rememberPath('/packages', 1000);
  expect(JSON.parse(sessionStorage.getItem('packhouse.login-redirect') ?? '')).toEqual({ pathAfterLogin: '/packages', expiration: 1000 + hour });
  expect(pathAfterLogin(false, 1000)).toBe('/packages');
});

it('AUTH-044 ignores it after an hour', () => {
  rememberPath('/packages', 0);
  expect(pathAfterLogin(false, hour - 1)).toBe('/packages');
  expect(pathAfterLogin(false, hour)).toBe('/home');
});

it('AUTH-045 lands at home once it is cleared', () => {
  rememberPath('/packages');
  forgetPath();
  expect(pathAfterLogin(false)).toBe('/home');
});

it('AUTH-046 ignores administration paths for everybody but administrators', () => {
  rememberPath('/admin/management/users');
  expect(pathAfterLogin(false)).toBe('/home');
  expect(pathAfterLogin(true)).toBe('/admin/management/users');
});

describe('AUTH-047 a remembered path', () => {
  it.each(['/login', '/login/change-password/ann', '/auth', '/logout', '/404', '/406/x', '/500', '//elsewhere.test', 'https://elsewhere.test'])(
    'ignores %s',
    (path) => {
      rememberPath(path);
      expect(pathAfterLogin(true)).toBe('/home');
    },
  );
});

it('AUTH-048 permits the page that ends a sign-in from the command line', () => {
  rememberPath('/login/cli-registration?code=1');
  expect(pathAfterLogin(false)).toBe('/login/cli-registration?code=1');
});
