/** How a platform deployment is; the order is that of the list of statuses. */
export const deploymentStatuses = ['ONLINE', 'PARTIAL', 'OFFLINE', 'UNAUTHORIZED', 'UNAVAILABLE'] as const;
export type DeploymentStatus = (typeof deploymentStatuses)[number];

interface Naming {
  label: { en: string; de: string };
  /** Says how many of the parts of a deployment are there. */
  collective: { en: string; de: string };
}

/** What statuses are called, alone and of all parts together. */
export const deploymentStatusNames: Readonly<Record<DeploymentStatus, Naming>> = {
  ONLINE: { label: { en: 'Online', de: 'Online' }, collective: { en: 'All', de: 'Alle' } },
  PARTIAL: { label: { en: 'Partial', de: 'Teilweise' }, collective: { en: 'Some', de: 'Einige' } },
  OFFLINE: { label: { en: 'Offline', de: 'Offline' }, collective: { en: 'None', de: 'Keine' } },
  UNAUTHORIZED: { label: { en: 'Unauthorized', de: 'Nicht zugelassen' }, collective: { en: 'None', de: 'Keine' } },
  UNAVAILABLE: { label: { en: 'Unavailable', de: 'Nicht verfügbar' }, collective: { en: 'None', de: 'Keine' } },
};

/** Whether a licence can be attached to a deployment that is like this: it has to be there to take it. */
export function takesLicences(status: DeploymentStatus): boolean {
  return status === 'ONLINE' || status === 'PARTIAL';
}
