import type { ComponentType, ReactElement } from 'react';
import { expect, it } from 'vitest';
import { createRouter } from '../router.tsx';

it.each([
  ['AUTH-001', '', 'LoginPage'],
  ['AUTH-002', '/otp-login', 'OtpLoginPage'],
  ['AUTH-003', '/mfa-enroll', 'MfaEnrollPage'],
  ['AUTH-004', '/forgot-password', 'ForgotPasswordPage'],
  ['AUTH-005', '/reset-password', 'ResetPasswordPage'],
  ['AUTH-006', '/change-password', 'ChangePasswordPage'],
  ['AUTH-006', '/change-password/ann', 'ChangePasswordPage'],
  ['AUTH-007', '/registration', 'RegistrationPage'],
  ['AUTH-008', '/invitation', 'InvitationPage'],
  ['AUTH-009', '/cli-registration', 'ClientLoginPage'],
])('%s /login%s and its other name below /auth show the %s', async (_, path, page) => {
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
