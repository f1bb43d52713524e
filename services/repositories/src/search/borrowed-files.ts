/** Files that belong to a folder as well, although they are stored in another: the layers of an image, for the folder of its tag. */
export type BorrowedFiles = ReadonlyMap<string, readonly { repositoryId: number; path: string }[]>;

/** Some clients name a manifest's folder by its digest as it is. */
export function manifestFolder(path: string): string {
  return path.replace(/\/sha256:([0-9a-f]{64})$/, '/sha256__$1');
}
