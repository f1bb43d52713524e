import type { RouteObject } from 'react-router';

/** The ways into an account beside the password, below `/login` and `/auth`. */
export const accountPages = (): RouteObject[] => [
  { path: 'forgot-password', lazy: async () => ({ Component: (await import('./forgot-password-page.tsx')).ForgotPasswordPage }) },
  { path: 'reset-password', lazy: async () => ({ Component: (await import('./reset-password-page.tsx')).ResetPasswordPage }) },
  { path: 'otp-login', lazy: async () => ({ Component: (await import('./otp-login-page.tsx')).OtpLoginPage }) },
  { path: 'mfa-enroll', lazy: async () => ({ Component: (await import('./mfa-enroll-page.tsx')).MfaEnrollPage }) },
  { path: 'invitation', lazy: async () => ({ Component: (await import('./invitation-page.tsx')).InvitationPage }) },
  { path: 'registration', lazy: async () => ({ Component: (await import('./registration-page.tsx')).RegistrationPage }) },
];
