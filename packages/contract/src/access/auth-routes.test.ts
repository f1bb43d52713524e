import { describe, expect, it } from 'vitest';
import * as invitation from './auth-invitation-routes.ts';
import * as mfa from './auth-mfa-routes.ts';
import * as reset from './auth-password-reset-routes.ts';
import * as profile from './auth-profile-routes.ts';
import * as signIn from './auth-sign-in-routes.ts';

describe('AUTH-082 the calls of signing in', () => {
  // Clients and the console rely on these addresses; whoever changes one changes it here and there.
  it.each([
    [signIn.login, 'POST /ui/auth/login'],
    [signIn.accessLogin, 'POST /access/auth/login'],
    [signIn.loginPageVisualMode, 'GET /ui/auth/loginPageVisualMode'],
    [mfa.mfaEnroll, 'GET /ui/auth/mfa/enroll'],
    [mfa.accessMfaEnroll, 'GET /access/auth/mfa/enroll'],
    [mfa.mfaVerify, 'POST /ui/auth/mfa/verify'],
    [mfa.accessMfaVerify, 'POST /access/auth/mfa/verify'],
    [invitation.setInvitedPassword, 'POST /access/auth/invitation/setPassword'],
    [signIn.samlLogoutUrl, 'GET /ui/auth/saml/logoutUrl'],
    [signIn.verifyToken, 'POST /access/auth/verifyToken'],
    [signIn.logout, 'POST /ui/auth/logout'],
    [signIn.loginRelatedData, 'POST /ui/auth/loginRelatedData'],
    [signIn.accessLoginRelatedData, 'GET /access/auth/loginRelatedData'],
    [signIn.oauthProviders, 'GET /ui/auth/oauth/providers'],
    [reset.forgotPassword, 'POST /ui/auth/forgotPassword'],
    [reset.validateToken, 'POST /ui/auth/validateToken'],
    [reset.resetPassword, 'POST /ui/auth/resetPassword'],
    [signIn.changePassword, 'POST /ui/auth/changePassword'],
    [signIn.redirectTarget, 'GET /ui/auth/redirect'],
    [signIn.autoRedirect, 'GET /ui/auth/autoRedirect'],
    [profile.userIdentifyToken, 'POST /ui/userIdentifyToken/:name'],
    [profile.userProfile, 'POST /ui/userProfile'],
    [profile.readApiKey, 'GET /ui/apiKey/:name'],
  ])('have one address, stated here for the console, the server and the tests: $1', (route, address) => {
    expect(`${route.method} ${route.url}`).toBe(address.replace(' ', ' /ui/api/v1'));
  });
});
