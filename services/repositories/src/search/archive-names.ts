/** Files of the zip family that people look into. The index `artifact_archive` says the same. */
export function isSearchedArchive(name: string): boolean {
  return /\.(jar|war|ear|sar|har|hpi|jpi|aar|zip|nupkg|whl)$/i.test(name);
}
