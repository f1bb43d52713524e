import type { RouteObject } from 'react-router';
import { deepLinks } from './deep-links-screens.ts';
import { policyExceptionScreens } from './exceptions/exception-screens.ts';
import { firewallScreens } from './firewall/firewall-screens.ts';
import { coverageScreens } from './gaps/coverage-screens.ts';
import { governingScreens } from './governing/governing-screens.ts';
import { indexingScreens } from './indexing/indexing-screens.ts';
import { issueScreens } from './issues/issues-screens.ts';
import { overviewScreens } from './overview/overview-screens.ts';
import { ownLicenceScreens } from './own-licences/own-licence-screens.ts';
import { reportScreens } from './reports/reports-screens.ts';
import { vexScreens } from './vex/vex-screens.ts';

/** Search over what was scanned, where advisories come from, and what is ignored. */
export const scanningScreens: RouteObject[] = [
  { path: '/xray/search', lazy: async () => ({ Component: (await import('./search/security-search-page.tsx')).SecuritySearchPage }) },
  { path: '/xray/where', lazy: async () => ({ Component: (await import('./where/where-page.tsx')).WherePage }) },
  { path: '/admin/security/advisory-sources', lazy: async () => ({ Component: (await import('./sources/source-list-page.tsx')).SourceListPage }) },
  { path: '/admin/security/advisory-sources/presets', lazy: async () => ({ Component: (await import('./sources/preset-page.tsx')).PresetPage }) },
  { path: '/admin/security/ignore-rules', lazy: async () => ({ Component: (await import('./ignoring/rule-list-page.tsx')).RuleListPage }) },
  { path: '/project/ignore-rules', lazy: async () => ({ Component: (await import('./ignoring/rule-list-page.tsx')).ProjectRuleListPage }) },
  ...issueScreens,
  ...ownLicenceScreens,
  ...vexScreens,
  ...firewallScreens,
  { path: '/scans-list', lazy: async () => ({ Component: (await import('./scans/scans-list-page.tsx')).ScansListPage }) },
  ...deepLinks,
  ...governingScreens,
  ...policyExceptionScreens,
  ...reportScreens,
  ...indexingScreens,
  ...overviewScreens,
  ...coverageScreens,
];
