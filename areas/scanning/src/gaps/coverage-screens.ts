import type { CoverageGap } from '@packhouse/contract/scanning/coverage-routes.ts';
import { createSearchParams, type RouteObject } from 'react-router';

export const coveragePath = '/security/coverage';
const versionsPath = `${coveragePath}/versions`;

/** The versions of a gap. */
export const gapPath = ({ reason, repository, ecosystem }: Pick<CoverageGap, 'reason' | 'repository' | 'ecosystem'>) =>
  `${versionsPath}?${createSearchParams({ reason, repository, ...(ecosystem === null ? {} : { ecosystem }) })}`;

/** What is not judged, and why. */
export const coverageScreens: RouteObject[] = [
  { path: coveragePath, lazy: async () => ({ Component: (await import('./coverage-page.tsx')).CoveragePage }) },
  { path: versionsPath, lazy: async () => ({ Component: (await import('./not-judged-page.tsx')).NotJudgedPage }) },
];
