import type { RepositoryClass } from '@packhouse/contract/repositories/format-ids.ts';

/** A snippet of the Set Me Up screen, run by the tests exactly as shown. */
export interface Snippet {
  step: 'configure' | 'publish' | 'resolve';
  title: string;
  /** File to put it in, e.g. `~/.npmrc`; absent for a command. */
  file?: string;
  language: 'shell' | 'xml' | 'ini' | 'groovy' | 'json' | 'yaml' | 'toml';
  text: string;
}

export interface SetupContext {
  /** Absolute URL of the repository's protocol, no trailing slash. */
  url: string;
  /** Host with port. */
  host: string;
  /** Where container clients find it, when not at this host below its key: the registry's host, and what stands before an image's name. */
  registry?: { host: string; prefix: string };
  key: string;
  user: string;
  /** A local repository holds only what was deployed to it; the others can stand for everything. */
  class?: RepositoryClass;
  /** Class decides whether publishing is offered. */
  canDeploy: boolean;
}
