import type { ComponentType, ReactElement } from 'react';
import { describe, expect, it } from 'vitest';
import { createRouter } from '../router.tsx';

const pages = [
  ['', 'LoginPage', 'login'],
  ['/otp-login', 'OtpLoginPage', 'otpLogin'],
  ['/mfa-enroll', 'MfaEnrollPage', 'mfaEnroll'],
  ['/forgot-password', 'ForgotPasswordPage', 'forgotPassword'],
  ['/reset-password', 'ResetPasswordPage', 'resetPassword'],
  ['/change-password', 'ChangePasswordPage', 'changePassword'],
  ['/change-password/ann', 'ChangePasswordPage', 'changePassword'],
  ['/registration', 'RegistrationPage', 'registration'],
  ['/invitation', 'InvitationPage', 'invitation'],
  ['/cli-registration', 'ClientLoginPage', 'cli-registration'],
  ['/sso/none', 'SsoPage', 'sso-login'],
] as const;

describe('AUTH-001 AUTH-002 AUTH-003 AUTH-004 AUTH-005 AUTH-006 AUTH-007 AUTH-008 AUTH-009 AUTH-010 the addresses before sign-in', () => {
  it.each(pages)('/login%s, and its other name below /auth, show the %s', async (path, page, name) => {
    const router = createRouter();
    for (const area of ['/login', '/auth']) {
      await router.navigate(`${area}${path}`);
      expect(router.state.location.pathname).toBe(`/ui${area}${path}`);
      expect(router.state.errors).toBeNull();
      const route = router.state.matches.at(-1)?.route as { id: string; element?: ReactElement<object, ComponentType> } | undefined;
      expect(route?.element?.type.name).toBe(page);
      expect(route?.id).toBe(area === '/login' ? name : `auth.${name}`);
    }
    expect(router.state.matches.at(-1)?.params).toEqual(path.endsWith('/ann') ? { userName: 'ann' } : path.endsWith('/none') ? { ssoLoginType: 'none' } : {});
    router.dispose();
  });
});
