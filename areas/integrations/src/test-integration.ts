import type { GitConnectionView, GitRepository } from '@packhouse/contract/scanning/git-repository-routes.ts';
import type { Integration, IntegrationGroup, Vendor } from '@packhouse/contract/scanning/integration-routes.ts';

/** A connection that nothing uses yet, for tests. */
export const testIntegration: Integration = {
  key: 'shop-code',
  name: 'Shop code',
  url: 'https://github.com',
  userName: 'octocat',
  vendorName: 'github',
  products: [],
  updatedOn: '2026-11-01T10:00:00.000Z',
  createdBy: 'admin',
  contact: { state: 'unchecked', checkedAt: null, error: null, quota: null },
};

/** One that scanning uses. */
export const usedIntegration: Integration = { ...testIntegration, key: 'tools-code', name: 'Tools code', url: 'https://git.example.test', products: ['xray'] };

/** A vendor as the platform tells of it, with its connections. */
export function makeVendor(id: string, displayName: string, integrations: Integration[] = []): Vendor {
  const connections = integrations.filter(({ products }) => products.includes('xray')).length;
  return {
    id,
    code: 1,
    name: id,
    displayName,
    status: integrations.length === 0 ? 'DISCONNECTED' : connections > 0 ? 'CONFIGURED' : 'CONNECTED',
    connected: integrations.length > 0,
    integrations,
    configuredServices: [{ serviceName: 'xray', icon: 'xray', connected: connections > 0, disabled: false, connections }],
    products: connections > 0 ? ['xray'] : [],
  };
}

const makeTool = (id: string, displayName: string): Vendor => ({ ...makeVendor(id, displayName), code: 0, configuredServices: [] });

/** Everything that can be connected, as administrators are told. */
export function makeGroups(github: Integration[] = [], isGitAvailable = true): { groups: IntegrationGroup[] } {
  return {
    groups: [
      {
        type: 'git',
        available: isGitAvailable,
        items: [
          makeVendor('github', 'GitHub', github),
          makeVendor('gitlab', 'GitLab'),
          makeVendor('bitbucket_cloud', 'Bitbucket Cloud'),
          makeVendor('bitbucket_server', 'Bitbucket Server'),
        ],
      },
      {
        type: 'ide',
        available: true,
        items: [
          makeTool('jetbrains', 'Jetbrains'),
          makeTool('vscode', 'Visual Studio Code'),
          makeTool('android_studio', 'Android Studio'),
          makeTool('docker_desktop', 'Docker Desktop'),
        ],
      },
      {
        type: 'cli',
        available: true,
        items: [
          makeTool('jfrog_cli', 'JFrog CLI'),
          makeTool('github_actions', 'GitHub Actions'),
          makeTool('azure_devops', 'Azure DevOps'),
          makeTool('frogbot', 'Frogbot'),
        ],
      },
    ],
  };
}

/** An administrator where Git repositories are scanned. */
export const gitSession = { features: { gitRepoScanning: true }, services: { xray: '3.152.0' } };

/** A connection as its own page is told of it. */
export const testConnection: GitConnectionView = {
  ...usedIntegration,
  contact: { state: 'good', checkedAt: '2026-11-01T10:00:00.000Z', error: null, quota: { remaining: 4200, limit: 5000 } },
  selection: { all: false, patterns: ['shop/**'] },
  repositories: { total: 2, selected: 1, waiting: 0, looking: 0 },
  lastHookAt: null,
  lastLookAt: '2026-11-01T10:00:00.000Z',
};

export const testRepository: GitRepository = {
  id: 1,
  fullName: 'shop/pages',
  isPrivate: true,
  defaultBranch: 'main',
  selected: true,
  picked: false,
  activity: 'idle',
  openPullRequests: 1,
  lastHookAt: null,
  lastLookAt: '2026-11-01T10:00:00.000Z',
  error: null,
  lastScan: {
    at: '2026-11-01T10:00:00.000Z',
    ref: 'main',
    commit: '0123456789abcdef0123456789abcdef01234567',
    state: 'scanned',
    reason: null,
    files: 4,
    filesRead: 3,
    unread: [{ path: 'go.sum', reason: { message: 'It is too large' } }],
    components: 120,
    newFindings: { High: 2 },
    judgedBy: [{ name: 'OSV: npm', at: '2026-11-01T10:00:00.000Z' }],
  },
};
