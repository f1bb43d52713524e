/**
 * The services a platform can have, by wire name, with the words people know them by.
 * The first six are products; access and event serve the administration of all of them.
 */
export const serviceTitles = {
  artifactory: { en: 'Repository management', de: 'Repository-Verwaltung' },
  xray: { en: 'Security scanning', de: 'Sicherheitsprüfung' },
  distribution: { en: 'Release distribution', de: 'Verteilung von Releases' },
  mc: { en: 'Mission control', de: 'Leitstand' },
  pipelines: { en: 'Pipelines', de: 'Pipelines' },
  insight: { en: 'Insight', de: 'Auswertungen' },
  access: { en: 'Access', de: 'Zugriff' },
  event: { en: 'Webhooks', de: 'Webhooks' },
} as const;

/** Name of a service on the wire, in logs and in support bundles. */
export type ServiceName = keyof typeof serviceTitles;
