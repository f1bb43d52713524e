import type { RouteObject } from 'react-router';

/** Everything before sign-in stands at two addresses, the second only for old links. */
export type SignInPlace = 'login' | 'auth';

/** The name of a page before sign-in, which is that of its first address. */
export const nameRoute = (place: SignInPlace, name: string): string => (place === 'login' ? name : `auth.${name}`);

/** The ways into an account beside the password, below `/login` and `/auth`. */
export const accountPages = (place: SignInPlace): RouteObject[] => [
  {
    id: nameRoute(place, 'forgotPassword'),
    path: 'forgot-password',
    lazy: async () => ({ Component: (await import('./forgot-password-page.tsx')).ForgotPasswordPage }),
  },
  {
    id: nameRoute(place, 'resetPassword'),
    path: 'reset-password',
    lazy: async () => ({ Component: (await import('./reset-password-page.tsx')).ResetPasswordPage }),
  },
  { id: nameRoute(place, 'otpLogin'), path: 'otp-login', lazy: async () => ({ Component: (await import('./otp-login-page.tsx')).OtpLoginPage }) },
  { id: nameRoute(place, 'mfaEnroll'), path: 'mfa-enroll', lazy: async () => ({ Component: (await import('./mfa-enroll-page.tsx')).MfaEnrollPage }) },
  { id: nameRoute(place, 'invitation'), path: 'invitation', lazy: async () => ({ Component: (await import('./invitation-page.tsx')).InvitationPage }) },
  { id: nameRoute(place, 'registration'), path: 'registration', lazy: async () => ({ Component: (await import('./registration-page.tsx')).RegistrationPage }) },
];
