import type { FormatId, RepositoryClass } from '@packhouse/contract/repositories/format-ids.ts';

export interface RepositorySharing {
  /** Keys of the projects. */
  projects: readonly string[] | 'all';
  /** To read only, whatever the roles of their members allow. */
  readOnly: boolean;
}

/** A repository as other services see it. */
export interface DirectoryEntry {
  key: string;
  class: RepositoryClass;
  format: FormatId;
  projectKey?: string | undefined;
  environments?: readonly string[];
  /** Projects that use it besides the one that it belongs to; absent where there are none. */
  sharing?: RepositorySharing | undefined;
  /** False where nothing that comes in is to be scanned. */
  scanned?: boolean;
}

/** The repositories service offers the others this. */
export interface RepositoryDirectory {
  /** Those that hold packages and files. */
  list(): Promise<readonly DirectoryEntry[]>;
  /** Those that keep builds and release bundles: permissions on these decide who may read what is in them. */
  keepers(): Promise<readonly DirectoryEntry[]>;
  /** Keys of the repositories that store what these keys lead to: of a virtual one its members, of `<key>-cache` the remote one. */
  storing(keys: readonly string[]): Promise<readonly string[]>;
  /** Gives what is remembered of a repository; undefined also when it has not been read yet. */
  peek(key: string): DirectoryEntry | undefined;
  /** Puts a repository into a project (or none) and into environments. @throws AppError `repository_not_found` */
  place(key: string, place: { projectKey: string | undefined; environments: readonly string[] }, by: { actor: string; address: string }): Promise<void>;
  /** Shares a repository with the projects that `change` answers, given those with which it is shared; undefined: with none. @throws AppError `repository_not_found` */
  share(key: string, change: (before: RepositorySharing | undefined) => RepositorySharing | undefined, by: { actor: string; address: string }): Promise<void>;
  /** Leaves nothing to a project of this key that one had before it: neither what was shared with it nor its retention policies. */
  forgetProject(projectKey: string): Promise<void>;
  /** Says whether what comes into a local or remote repository is scanned. @throws AppError `repository_not_found` */
  setScanned(key: string, scanned: boolean, by: { actor: string; address: string }): Promise<void>;
  /** Gives an environment another name wherever repositories are in it. */
  renameEnvironment(from: string, to: string): Promise<void>;
  /** Formats that repositories can have. */
  readonly formats: readonly FormatId[];
}
