import { createSearchParams, type RouteObject } from 'react-router';

const part = encodeURIComponent;

export const integrationsPath = '/integrations';
const selectRepositoriesPath = '/git-repo-scan/select-repos';
const scanningPath = '/xray/git-scanning';
export const leftHooksPath = `${scanningPath}/left-hooks`;

export function vendorPath(vendorName: string, serviceName?: string): string {
  return [integrationsPath, vendorName, ...(serviceName === undefined ? [] : [serviceName])].map((one, at) => (at === 0 ? one : part(one))).join('/');
}

/** Which connection a page of scanning is about. */
export interface GitConnection {
  /** Name of its vendor. */
  vcsType: string;
  /** Its key. */
  integrationId: string;
}

/** One of its repositories. */
interface GitRepositoryAddress extends GitConnection {
  /** Its id. */
  repository: string;
}

const withQuery = (path: string, connection: GitConnection) => `${path}?${createSearchParams({ ...connection })}`;

export const gitScanningPath = (connection: GitConnection): string => withQuery(scanningPath, connection);
export const selectRepositoriesOf = (connection: GitConnection): string => withQuery(selectRepositoriesPath, connection);

export const pullRequestsPath = (repository: GitRepositoryAddress): string => withQuery(`${scanningPath}/pull-requests`, repository);
export const pullRequestPath = (pull: GitRepositoryAddress & { number: string }): string => withQuery(`${scanningPath}/pull-request`, pull);

/** Integrations: cards, the connections of a vendor, and what is scanned through one of them. */
export const integrationScreens: RouteObject[] = [
  { id: 'integrations', path: integrationsPath, lazy: async () => ({ Component: (await import('./cards/integrations-page.tsx')).IntegrationsPage }) },
  {
    id: 'integrations.vendor.list',
    path: `${integrationsPath}/:vendorName`,
    lazy: async () => ({ Component: (await import('./vendor/vendor-list-page.tsx')).VendorListPage }),
  },
  {
    id: 'integrations.vendor.service.list',
    path: `${integrationsPath}/:vendorName/:serviceName`,
    lazy: async () => ({ Component: (await import('./vendor/vendor-list-page.tsx')).VendorListPage }),
  },
  {
    id: 'gitRepoScan.selectRepos',
    path: selectRepositoriesPath,
    lazy: async () => ({ Component: (await import('./scanning/select-repositories-page.tsx')).SelectRepositoriesPage }),
  },
  { id: 'XRAY_GIT_SCANNING', path: scanningPath, lazy: async () => ({ Component: (await import('./scanning/git-scanning-page.tsx')).GitScanningPage }) },
  { path: leftHooksPath, lazy: async () => ({ Component: (await import('./left-hooks/left-hook-page.tsx')).LeftHookPage }) },
  { path: `${scanningPath}/pull-requests`, lazy: async () => ({ Component: (await import('./pulls/pull-list-page.tsx')).PullListPage }) },
  { path: `${scanningPath}/pull-request`, lazy: async () => ({ Component: (await import('./pulls/pull-page.tsx')).PullPage }) },
];
