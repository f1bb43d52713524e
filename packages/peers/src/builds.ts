import type { Actor } from '@packhouse/kernel/access/authorisation.ts';

/** A file that a run of a build made or used, as its document names it. */
export interface BuildFile {
  kind: 'artifact' | 'dependency';
  /** The kind of the module: `npm`, `maven` …, as the client wrote it. */
  type: string | null;
  /** Name of an artifact; id of a dependency, which ends with its version. */
  name: string;
  sha1: string | null;
  /** Also of what the document names by SHA-1 alone, where such content is known. */
  sha256: string | null;
}

export interface BuildContents {
  name: string;
  number: string;
  startedAt: Date;
  /** Key of the repository that keeps its document. */
  repositoryKey: string;
  /** Where in it. */
  path: string;
  files: readonly BuildFile[];
}

/** A run of a build by the document that tells of it. */
export interface BuildDocumentPlace {
  /** Grows with every new run. */
  id: number;
  repositoryKey: string;
  path: string;
  name: string;
}

/** The repositories service tells the others this about builds. */
export interface BuildDirectory {
  /** The newest runs of a build that the actor may read, newest first. */
  history(actor: Actor, build: { name: string; projectKey?: string | undefined }, limit: number): Promise<readonly { number: string; startedAt: Date }[]>;
  /** Files here that the run made, each where it is stored; who may read them, the caller has to ask. Undefined where there is no such run that the actor may read. */
  stored(
    actor: Actor,
    build: { name: string; number: string; projectKey?: string | undefined },
  ): Promise<readonly { repository: string; path: string }[] | undefined>;
  /** The newest run of that number that the actor may read; which of its files exist here, and who may read them, the caller has to ask. */
  contents(actor: Actor, build: { name: string; number: string; projectKey?: string | undefined }): Promise<BuildContents | undefined>;
  /** The run that a document tells of; who may read it, the caller has to ask. */
  at(repositoryKey: string, path: string): Promise<BuildContents | undefined>;
  /** Every run of all builds, page by page, in the order of their ids; who may read them, the caller has to ask. */
  after(id: number, limit: number): Promise<readonly BuildDocumentPlace[]>;
}
