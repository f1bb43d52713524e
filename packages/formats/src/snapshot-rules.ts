/** For formats whose versions may be snapshots: names that stay while their content changes. */
export interface SnapshotRules {
  /** Whether a file is of a snapshot or of a release; undefined where it is about both. */
  stageOf(path: string): 'snapshot' | 'release' | undefined;
  /** Whether the files of one snapshot are in this folder, all its builds side by side. */
  isFolder(folder: string): boolean;
  /** The names among those in such a folder that belong to builds beyond the newest `keep`. */
  surplus(names: readonly string[], keep: number): ReadonlySet<string>;
}
