/** The address of a package's page. */
export function packagePath(packageId: string): string {
  return `/packages/${encodeURIComponent(packageId)}`;
}

/** The address of a version's page, or of one of its tabs. */
export function versionPath(packageId: string, version: string, tab?: string): string {
  const path = `${packagePath(packageId)}/${encodeURIComponent(version)}`;
  return tab === undefined ? path : `${path}/${tab}`;
}

/** Packages of one repository. */
export function repositoryPackagesPath(key: string): string {
  return `/packages?repo=${encodeURIComponent(key)}`;
}
