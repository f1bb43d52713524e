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

/** Services that an installation can choose, by our own names. */
export const chosenServices = ['access', 'repositories', 'scanning', 'distribution', 'events', 'mission-control', 'insight', 'pipelines'] as const;

/** Our own names of services, and their names on the wire. */
const wireNames: Readonly<Record<string, ServiceName>> = {
  access: 'access',
  repositories: 'artifactory',
  scanning: 'xray',
  events: 'event',
  'mission-control': 'mc',
};

/** A service's name on the wire; a service that has no other keeps its own. */
export function getWireName(service: string): string {
  return wireNames[service] ?? service;
}

/** The release of the calls that each service serves: existing clients, and the console, choose by it what they call. */
export const interfaceVersions = { artifactory: '7.146.10', xray: '3.152.0', xsc: '1.15.0', distribution: '2.26.1' } as const;

/** Gives what a service says its version is; a service whose calls are only ours has that of the platform. */
export function getReportedVersion(wireName: string, platformVersion: string): string {
  return wireName in interfaceVersions ? interfaceVersions[wireName as keyof typeof interfaceVersions] : platformVersion;
}

/** Types under which services are listed when it is asked how they are. */
const serviceTypes: Readonly<Record<string, string>> = {
  artifactory: 'jfrt',
  xray: 'jfxr',
  distribution: 'jfds',
  mc: 'jfmc',
  pipelines: 'jfpip',
  insight: 'jfisv',
  access: 'jfac',
  event: 'jfevt',
};

/** The type of a service, from its name on the wire. */
export function getServiceType(wireName: string): string {
  return serviceTypes[wireName] ?? wireName;
}

/** Gives what people know a type of service by; the type itself where it is none of ours. */
export function findTitleOfType(type: string): { en: string; de: string } {
  const [name] = Object.entries(serviceTypes).find(([, one]) => one === type) ?? [];
  return name !== undefined && name in serviceTitles ? serviceTitles[name as ServiceName] : { en: type, de: type };
}
