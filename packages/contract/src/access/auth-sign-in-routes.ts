import { z } from 'zod';
import { accessRules } from '../access-rule-words.ts';
import { duties } from '../duties.ts';
import { prefixes } from '../prefixes.ts';
import { route } from '../route.ts';
import { GivenPassword, NewPassword } from './access-names.ts';

const auth = `${prefixes.consoleApi}/ui/auth`;
const accessAuth = `${prefixes.consoleApi}/access/auth`;

/** Who has just signed in. */
export const UserData = z.object({
  name: z.string(),
  realm: z.string(),
  mfaStatus: z.enum(['enroll', 'verify', 'none']),
});

const GivenName = z.string().min(1, accessRules.enter_your_user_name.en).max(200);
const RememberMe = z.object({ 'remember-me': z.stringbool().default(false) });

export const login = route('login', {
  summary: 'Sign in with a user name and a password; answers with a session cookie',
  method: 'POST',
  url: `${auth}/login`,
  access: 'public',
  query: RememberMe,
  body: z.object({ user: GivenName, password: GivenPassword, type: z.literal('login').default('login') }),
  reply: UserData,
});

export const accessLogin = route('accessLogin', {
  summary: 'Sign in, second spelling',
  method: 'POST',
  url: `${accessAuth}/login`,
  access: 'public',
  query: RememberMe,
  body: z.object({ username: GivenName, password: GivenPassword }),
  reply: UserData,
});

export const logout = route('logout', {
  summary: 'End the session',
  method: 'POST',
  url: `${auth}/logout`,
  access: 'public',
  reply: z.void(),
});

const Actions = z.array(z.enum(['read', 'annotate', 'deploy', 'delete', 'manage']));

/** Who is asking, and what they may do somewhere. */
const CurrentUser = UserData.extend({
  kind: z.enum(['user', 'anonymous']),
  administrator: z.boolean(),
  email: z.string(),
  groups: z.array(z.string()),
  /** May change their own e-mail address and password. */
  profileUpdatable: z.boolean(),
  /** Actions held on at least one resource of each type. */
  actions: z.object({ repository: Actions, build: Actions, releaseBundle: Actions }),
  /** Parts of the platform that they keep without administering all of it; absent when there are none. */
  duties: z.array(z.enum(duties)).optional(),
});

export const currentUser = route('currentUser', {
  summary: 'Who is signed in; refused when nobody is and anonymous access is off',
  method: 'GET',
  url: `${auth}/current`,
  access: 'visitor',
  reply: CurrentUser,
});

const LoginRelatedData = z.object({ forgotPassword: z.boolean(), canRememberMe: z.boolean(), ssoProviderLink: z.string().nullable() });

export const loginRelatedData = route('loginRelatedData', {
  summary: 'What the sign-in screen offers',
  method: 'POST',
  url: `${auth}/loginRelatedData`,
  access: 'public',
  body: z.looseObject({}),
  reply: LoginRelatedData,
});

export const accessLoginRelatedData = route('accessLoginRelatedData', {
  summary: 'What the sign-in screen offers, second spelling',
  method: 'GET',
  url: `${accessAuth}/loginRelatedData`,
  access: 'public',
  reply: LoginRelatedData,
});

export const loginPageVisualMode = route('loginPageVisualMode', {
  summary: 'Whether people sign in through outside providers only',
  method: 'GET',
  url: `${auth}/loginPageVisualMode`,
  access: 'public',
  reply: z.object({ loginIsExternal: z.boolean() }),
});

export const oauthProviders = route('oauthProviders', {
  summary: 'Outside providers to sign in with; with the token of an invitation, to take it up with',
  method: 'GET',
  url: `${auth}/oauth/providers`,
  access: 'public',
  query: z.looseObject({ registrationToken: z.string().max(4096).optional() }),
  reply: z.array(z.object({ name: z.string(), type: z.string(), url: z.string() })),
});

export const autoRedirect = route('autoRedirect', {
  summary: 'Whether sign-in goes to the outside provider at once',
  method: 'GET',
  url: `${auth}/autoRedirect`,
  access: 'public',
  reply: z.object({ autoRedirect: z.boolean(), url: z.string().nullable() }),
});

export const samlLogoutUrl = route('samlLogoutUrl', {
  summary: 'Where a user who came through SAML signs out',
  method: 'GET',
  url: `${auth}/saml/logoutUrl`,
  access: 'public',
  reply: z.object({ logoutUrl: z.string().nullable() }),
});

export const redirectTarget = route('redirectTarget', {
  summary: 'Checks where to go after sign-in: only addresses of this platform',
  method: 'GET',
  url: `${auth}/redirect`,
  access: 'public',
  query: z.object({ redirectTo: z.string().min(1).max(2048) }),
  reply: z.object({ url: z.string() }),
});

export const changePassword = route('changePassword', {
  summary: 'Change a password, proving the old one; also the way out of an expired password',
  method: 'POST',
  url: `${auth}/changePassword`,
  access: 'public',
  query: z.object({ prefix: z.string().max(200).optional() }),
  body: z.object({ userName: GivenName, oldPassword: GivenPassword, newPassword: NewPassword }),
  reply: z.void(),
});

export const verifyToken = route('verifyToken', {
  summary: 'Whether a token is ours, not expired and not revoked, and whose it is',
  method: 'POST',
  url: `${accessAuth}/verifyToken`,
  access: 'public',
  body: z.object({ token: z.string().min(1).max(8192) }),
  /** `invitation`: it lets its user choose a first password, and nothing else. */
  reply: z.object({ userName: z.string(), expiresAt: z.iso.datetime().nullable(), invitation: z.boolean() }),
});
