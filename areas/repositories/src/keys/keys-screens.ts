import type { RouteObject } from 'react-router';

const base = '/admin/artifactory/security';
const page = (label: 'rsa' | 'trusted' | 'ssh') => async () => ({ Component: (await import('./keys-page.tsx')).keyPages[label] });

/** Keys and certificates: those that sign, those that are trusted, and those that say who we are. */
export const keyScreens: RouteObject[] = [
  { path: `${base}/ssh_server`, lazy: page('ssh') },
  { path: `${base}/rsa_keys`, lazy: page('rsa') },
  { path: `${base}/trusted_keys`, lazy: page('trusted') },
  { path: `${base}/signing_keys`, lazy: async () => ({ Component: (await import('../signing-keys/signing-keys-page.tsx')).SigningKeysPage }) },
  { path: `${base}/keys_management/:label?`, lazy: async () => ({ Component: (await import('./keys-management-page.tsx')).KeysManagementPage }) },
];
