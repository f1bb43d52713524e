/** The access service tells the others this about projects. */
export interface ProjectDirectory {
  /** Whether there is such a project, which environments its repositories can be in, and how many bytes they may hold together. */
  find(key: string): Promise<{ environments: readonly string[]; quota?: { bytes: number; onlyWarns: boolean } } | undefined>;
  /** Environments of repositories that belong to no project. */
  globalEnvironments(): Promise<readonly string[]>;
  /** Those among them that take promotions; absent: all do. */
  promotionStages?(): Promise<readonly string[]>;
}
