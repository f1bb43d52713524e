import type { LicenceType } from '@packhouse/contract/access/licence-types.ts';
import type { ServiceName } from '@packhouse/contract/shell/service-names.ts';
import type { FeatureName } from '@packhouse/contract/shell/shell-routes.ts';
import { useSyncExternalStore } from 'react';

export type Action = 'read' | 'annotate' | 'deploy' | 'delete' | 'manage';
export type ResourceType = 'repository' | 'build' | 'releaseBundle';

/** Who looks at the console, and what this installation is. */
export interface Session {
  kind: 'user' | 'anonymous' | 'nobody';
  /** Somebody was signed in here until the server forgot their session. */
  ended: boolean;
  name: string;
  email: string;
  realm: string;
  groups: readonly string[];
  administrator: boolean;
  profileUpdatable: boolean;
  /** Actions held on at least one resource of each type. */
  actions: Readonly<Record<ResourceType, readonly Action[]>>;
  /** Parts of the platform that the user keeps without administering all of it. */
  duties?: readonly string[];
  /** A project is chosen and the user administers it. */
  managesProject: boolean;
  /** Key of the chosen project; undefined means all. */
  projectKey: string | undefined;
  anonymousAllowed: boolean;
  /** Anonymous visitors may use the protocols but not these pages. */
  anonymousUiBlocked: boolean;
  /** Services that run, by wire name, with their versions. */
  services: Readonly<Partial<Record<ServiceName, string>>>;
  features: Readonly<Partial<Record<FeatureName, boolean>>>;
  licenceType: LicenceType;
  /** Says what kind of product this is; `JCR` serves containers only. */
  flavour: string;
  lightweight: boolean;
  cloud: boolean;
  trial: boolean;
  dedicated: boolean;
  interface: 'classic' | 'unified';
  /** Address under which clients reach the platform. */
  baseUrl: string;
  serverName: string;
  version: string;
}

/** As much of a session as is about a person, while none is known. */
export const stranger = {
  kind: 'nobody',
  ended: false,
  name: '',
  email: '',
  realm: '',
  groups: [],
  administrator: false,
  profileUpdatable: false,
  actions: { repository: [], build: [], releaseBundle: [] },
  duties: [],
  managesProject: false,
  projectKey: undefined,
} as const satisfies Partial<Session>;

export const nobody: Session = {
  ...stranger,
  anonymousAllowed: false,
  anonymousUiBlocked: false,
  services: {},
  features: {},
  licenceType: 'OSS',
  flavour: 'OSS',
  lightweight: false,
  cloud: false,
  trial: false,
  dedicated: false,
  interface: 'unified',
  baseUrl: '',
  serverName: '',
  version: '',
};

let current = nobody;
const watchers = new Set<() => void>();

/** The session outside of React. */
export function session(): Session {
  return current;
}

/** Changes what is known; only the shell (and tests) do. */
export function setSession(change: Partial<Session>): void {
  current = { ...current, ...change };
  for (const watcher of watchers) watcher();
}

/** Who looks at the console, and what this installation is; renders again when it changes. */
export function useSession(): Session {
  return useSyncExternalStore(
    (watcher) => {
      watchers.add(watcher);
      return () => watchers.delete(watcher);
    },
    () => current,
  );
}
