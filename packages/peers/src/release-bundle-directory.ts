/** What a version of a release bundle consists of. */
export interface ReleaseBundleContents {
  name: string;
  version: string;
  /** Key of the distribution repository that keeps its files. */
  repository: string;
  /** SHA-256 of its files. */
  contents: readonly string[];
}

/** The distribution service tells the others this about release bundles; who may read them, the caller has to ask. */
export interface ReleaseBundleDirectory {
  contents(name: string, version: string): Promise<ReleaseBundleContents | undefined>;
  /** Every version of all release bundles, page by page, in the order of their ids. */
  after(id: number, limit: number): Promise<readonly { id: number; name: string; version: string }[]>;
}
