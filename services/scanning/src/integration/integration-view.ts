import { type VendorName, vendorCodes } from '@packhouse/contract/scanning/git-vendors.ts';
import { type Integration, type IntegrationGroup, toolNames, type Vendor, vendorNames } from '@packhouse/contract/scanning/integration-routes.ts';
import { findSaid } from '@packhouse/kernel/database/said-columns.ts';
import type { IntegrationRow } from './integration-queries.ts';

/** As cards spell them. */
const displayNames: Readonly<Record<string, string>> = {
  github: 'GitHub',
  gitlab: 'GitLab',
  bitbucket_cloud: 'Bitbucket Cloud',
  bitbucket_server: 'Bitbucket Server',
  gitea: 'Gitea',
  jetbrains: 'Jetbrains',
  vscode: 'Visual Studio Code',
  android_studio: 'Android Studio',
  docker_desktop: 'Docker Desktop',
  jfrog_cli: 'JFrog CLI',
  github_actions: 'GitHub Actions',
  azure_devops: 'Azure DevOps',
  frogbot: 'Frogbot',
};

/** The name of a vendor as its card spells it. */
export const getDisplayName = (id: string): string => displayNames[id] ?? id;

/** The service that scans repositories, by wire name: the only one that connections serve. */
export const scanningProduct = 'xray';

export function getVendorName({ vendor }: Pick<IntegrationRow, 'vendor'>): VendorName {
  return vendorNames.find((name) => vendorCodes[name] === vendor)!;
}

/** A connection as it is told: nothing secret is in it. */
export function toIntegration(row: IntegrationRow): Integration {
  return {
    key: row.key,
    name: row.name,
    url: row.url,
    userName: row.user_name,
    vendorName: getVendorName(row),
    products: row.products,
    updatedOn: row.updated_on.toISOString(),
    createdBy: row.created_by,
    contact: { state: row.state, checkedAt: row.checked_at?.toISOString() ?? null, error: findSaid(row) ?? null, quota: row.quota },
  };
}

function getStatus(integrations: readonly Integration[], connections: number): Vendor['status'] {
  if (integrations.length === 0) return 'DISCONNECTED';
  return connections > 0 ? 'CONFIGURED' : 'CONNECTED';
}

function toVendor(id: VendorName, all: readonly Integration[]): Vendor {
  const integrations = all.filter(({ vendorName }) => vendorName === id);
  const connections = integrations.filter(({ products }) => products.includes(scanningProduct)).length;
  return {
    id,
    code: vendorCodes[id],
    name: id,
    displayName: getDisplayName(id),
    status: getStatus(integrations, connections),
    connected: integrations.length > 0,
    integrations,
    configuredServices: [{ serviceName: scanningProduct, icon: scanningProduct, connected: connections > 0, disabled: false, connections }],
    products: [...new Set(integrations.flatMap(({ products }) => products))],
  };
}

const toTool = (id: string): Vendor => ({
  id,
  code: 0,
  name: id,
  displayName: getDisplayName(id),
  status: 'DISCONNECTED',
  connected: false,
  integrations: [],
  configuredServices: [],
  products: [],
});

/** Everything that can be connected. Who may not see connections is told of tools only. */
export function toGroups(vendors: readonly VendorName[], integrations: readonly Integration[], isGitAvailable: boolean): IntegrationGroup[] {
  return [
    { type: 'git', available: isGitAvailable, items: vendors.map((id) => toVendor(id, integrations)) },
    { type: 'ide', available: true, items: toolNames.ide.map(toTool) },
    { type: 'cli', available: true, items: toolNames.cli.map(toTool) },
  ];
}
