import type { RouteObject } from 'react-router';

/** The SAML identity provider. */
export const samlScreens: RouteObject[] = [
  { path: '/admin/security/saml', lazy: async () => ({ Component: (await import('./saml-settings-page.tsx')).SamlSettingsPage }) },
];
