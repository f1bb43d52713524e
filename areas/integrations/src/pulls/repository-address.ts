import { query } from '@packhouse/console-kit/console-kit.ts';
import { useAddress } from '@packhouse/console-kit/lists.ts';
import { readGitRepository } from '@packhouse/contract/scanning/git-repository-routes.ts';
import { useQuery } from '@tanstack/react-query';
import { gitScanningPath, pullRequestsPath } from '../integrations-screens.ts';
import { getWay } from '../scanning/connection-of.ts';
import { t } from './pull-words.ts';

/** The repository that the address names, as calls take it, and the way to it. */
export function useRepositoryAddress() {
  const [{ vcsType, integrationId, repository }] = useAddress('vcsType', 'integrationId', 'repository');
  const isNamed = integrationId !== '' && /^\d{1,15}$/.test(repository);
  return {
    vcsType,
    isNamed,
    params: { integrationId, id: Number(repository) },
    pullsPath: pullRequestsPath({ vcsType, integrationId, repository }),
    way: [...getWay(vcsType), { label: integrationId, to: gitScanningPath({ vcsType, integrationId }) }],
    address: { vcsType, integrationId, repository },
  };
}

/** Its name, once that is known. */
export function useRepositoryName(address: ReturnType<typeof useRepositoryAddress>): string {
  const { data } = useQuery({ ...query(readGitRepository, { params: address.params }), enabled: address.isNamed });
  return data?.fullName ?? t('pullRequests');
}
