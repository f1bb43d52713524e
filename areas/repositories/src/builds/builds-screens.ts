import type { RouteObject } from 'react-router';

const word = encodeURIComponent;

/** Runs of one build. */
export function buildRunsPath(name: string, repository: string): string {
  return `/builds/${word(name)}?buildRepo=${word(repository)}`;
}

/** One run, at the address that command lines print when they have published it. */
export function buildPath({ name, number, startedMillis, repository }: { name: string; number: string; startedMillis: number; repository: string }): string {
  return `/builds/${word(name)}/${word(number)}/${startedMillis}/published?buildRepo=${word(repository)}`;
}

interface RunPlace {
  name: string;
  number: string;
  startedMillis: number;
  repository: string;
}

/** Two runs beside each other; the later one is the one that is looked at. */
export function comparePath(one: RunPlace, other: RunPlace): string {
  const [earlier, later] = one.startedMillis <= other.startedMillis ? [one, other] : [other, one];
  const where = new URLSearchParams({ with: earlier.number, withStarted: String(earlier.startedMillis), buildRepo: later.repository });
  return `/builds/${word(later.name)}/${word(later.number)}/${later.startedMillis}/compare?${where}`;
}

const build = async () => ({ Component: (await import('./build-page.tsx')).BuildPage });

/** Builds: the list, the runs of one, and a run with what it used and made. */
export const buildScreens: RouteObject[] = [
  { id: 'BUILDS_LIST', path: '/builds', lazy: async () => ({ Component: (await import('./build-list-page.tsx')).BuildListPage }) },
  { path: '/builds/:name', lazy: async () => ({ Component: (await import('./build-runs-page.tsx')).BuildRunsPage }) },
  { path: '/builds/:name/:number/:started/compare', lazy: async () => ({ Component: (await import('./compare-page.tsx')).ComparePage }) },
  { path: '/builds/:name/:number', lazy: build },
  { path: '/builds/:name/:number/:started/:view', lazy: build },
];
