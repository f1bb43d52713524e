import { query, refresh, useSession } from '@packhouse/console-kit/console-kit.ts';
import { listLeftHooks } from '@packhouse/contract/scanning/git-hook-routes.ts';
import { listConnectedVcs, listIntegrationGroups, listIntegrations } from '@packhouse/contract/scanning/integration-routes.ts';
import { useQuery } from '@tanstack/react-query';

/** What was kept is asked for anew: a connection was made, changed or deleted. */
export const initialiseIntegrations = (): Promise<void> => refresh(listIntegrationGroups, listIntegrations, listConnectedVcs, listLeftHooks);

/**
 * What can be connected, and what is. Connections are asked for only where there can be any: by administrators, where Git repositories are scanned;
 * first the connections, then those that scanning uses.
 */
export function useIntegrations() {
  const { administrator, features, name, baseUrl, realm } = useSession();
  const groups = useQuery(query(listIntegrationGroups, {}));
  const isGitAvailable = administrator && features.gitRepoScanning === true && (groups.data?.groups.find(({ type }) => type === 'git')?.available ?? false);
  const git = useQuery({ ...query(listIntegrations, { params: { type: 'git' } }), enabled: isGitAvailable });
  const connected = useQuery({ ...query(listConnectedVcs, {}), enabled: isGitAvailable && git.isSuccess });
  return { groups, isGitAvailable, git, connected, userName: name, baseUrl, isOauthUser: realm === 'oauth' };
}
