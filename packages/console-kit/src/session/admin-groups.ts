import type { Label } from '../words/i18n.ts';

/**
 * The groups of the administration sidebar. An area puts its line under one of them; the lines of several areas meet there.
 * No imports but types: manifests are read without the console.
 */
export const adminGroups = {
  platform: { en: 'Platform', de: 'Plattform' },
  deployments: { en: 'Deployments', de: 'Deployments' },
  repositories: { en: 'Repositories', de: 'Repositorys' },
  people: { en: 'Identity and access', de: 'Identitäten und Zugriff' },
  signIn: { en: 'Sign-in', de: 'Anmeldung' },
  security: { en: 'Security', de: 'Sicherheit' },
  connections: { en: 'Connections', de: 'Verbindungen' },
  monitoring: { en: 'Monitoring', de: 'Überwachung' },
} as const satisfies Record<string, Label>;
