import type { ComponentType, ReactElement } from 'react';
import { describe, expect, it } from 'vitest';
import { createRouter } from '../router.tsx';

const pages = [
  ['', 'LoginPage'],
  ['/otp-login', 'OtpLoginPage'],
  ['/mfa-enroll', 'MfaEnrollPage'],
  ['/forgot-password', 'ForgotPasswordPage'],
  ['/reset-password', 'ResetPasswordPage'],
  ['/change-password', 'ChangePasswordPage'],
  ['/change-password/ann', 'ChangePasswordPage'],
  ['/registration', 'RegistrationPage'],
  ['/invitation', 'InvitationPage'],
  ['/cli-registration', 'ClientLoginPage'],
] as const;

describe('AUTH-001 AUTH-002 AUTH-003 AUTH-004 AUTH-005 AUTH-006 AUTH-007 AUTH-008 AUTH-009 the addresses before sign-in', () => {
  it.each(pages)('/login%s, and its other name below /auth, show the %s', async (path, page) => {
    const router = createRouter();
    for (const area of ['/login', '/auth']) {
      await router.navigate(`${area}${path}`);
      expect(router.state.location.pathname).toBe(`/ui${area}${path}`);
      expect(router.state.errors).toBeNull();
      const route = router.state.matches.at(-1)?.route as { element?: ReactElement<object, ComponentType> } | undefined;
      expect(route?.element?.type.name).toBe(page);
    }
    expect(router.state.matches.at(-1)?.params).toEqual(path.endsWith('/ann') ? { userName: 'ann' } : {});
    router.dispose();
  });
});
