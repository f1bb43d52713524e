/** For formats whose versions may be snapshots: names that stay while their content changes. */
export interface SnapshotRules {
  /** Whether a file is of a snapshot or of a release; undefined where it is about both. */
  stageOf(path: string): 'snapshot' | 'release' | undefined;
  /** Whether the files of one snapshot are in this folder, all its builds side by side. */
  isFolder(folder: string): boolean;
  /** The name without time and number of the build: the one that stays while builds come. */
  plainName(path: string): string;
  /**
   * The name with time and number of a build. What of the newest build among the names in the folder is not there yet belongs to that one,
   * and so does a checksum; anything else begins the next build.
   */
  uniqueName(path: string, names: readonly string[], now: Date): string;
  /** The names among those in such a folder that belong to builds beyond the newest `keep`. */
  surplus(names: readonly string[], keep: number): ReadonlySet<string>;
}
