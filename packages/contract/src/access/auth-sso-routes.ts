import { prefixes } from '../prefixes.ts';
import { route } from '../route.ts';
import { UserData } from './auth-sign-in-routes.ts';

const sso = `${prefixes.consoleApi}/ui/auth/sso`;

export const crowdSsoLogin = route('crowdSsoLogin', {
  summary: 'Sign in with the cookie of a Crowd single sign-on',
  method: 'GET',
  url: `${sso}/crowd`,
  access: 'public',
  reply: UserData,
});

export const httpSsoLogin = route('httpSsoLogin', {
  summary: 'Sign in as the user whom a trusted proxy names in a header',
  method: 'GET',
  url: `${sso}/http`,
  access: 'public',
  reply: UserData,
});
