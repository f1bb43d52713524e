import { query } from '@packhouse/console-kit/calls/calls.ts';
import { isVisible } from '@packhouse/console-kit/session/menu-visibility.ts';
import { useSession } from '@packhouse/console-kit/session/session.ts';
import { listGroups } from '@packhouse/contract/access/access-group-routes.ts';
import { listUsers } from '@packhouse/contract/access/access-user-routes.ts';
import { distributionLicences } from '@packhouse/contract/access/licence-types.ts';
import { listReleaseBundles } from '@packhouse/contract/distribution/release-bundle-routes.ts';
import { listBuilds } from '@packhouse/contract/repositories/build-routes.ts';
import { listPackages } from '@packhouse/contract/repositories/package-routes.ts';
import { repositoryData } from '@packhouse/contract/shell/shell-routes.ts';
import { FormatIcon } from '@packhouse/ui/core.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { t } from '../console-words.ts';
import { t as say } from '../navigation/navigation-words.ts';
import { type Choice, line } from './choices.tsx';
import { rank } from './rank.ts';

const most = 6;
const name = (text: string) => encodeURIComponent(text);

/** Repositories by what is known already, the rest as the server finds it. */
export function useFound(text: string): { choices: Choice[]; busy: boolean; failed: boolean } {
  const session = useSession();
  const { administrator } = session;
  const distributes = isVisible({ service: 'distribution', licence: distributionLicences }, session);
  const asks = text.length > 1;
  const options = (enabled: boolean) => ({ enabled, placeholderData: keepPreviousData as never });
  const repositories = useQuery(query(repositoryData, {}));
  const packages = useQuery({ ...query(listPackages, { query: { name: `*${text}*`, limit: most } }), ...options(asks) });
  const builds = useQuery({ ...query(listBuilds, { query: { name: text, limit: most } }), ...options(asks) });
  const bundles = useQuery({ ...query(listReleaseBundles, { query: { search: text, limit: most } }), ...options(asks && distributes) });
  const users = useQuery({ ...query(listUsers, { query: { search: text, limit: most } }), ...options(asks && administrator) });
  const groups = useQuery({ ...query(listGroups, { query: { search: text, limit: most } }), ...options(asks && administrator) });
  const asked = [packages, builds, bundles, users, groups];
  const known = rank(repositories.data ?? [], text, ({ key }) => key).slice(0, text === '' ? 5 : most);
  const ofServer = asks
    ? [
        ...(packages.data?.packages ?? []).map(({ id, name: label, packageType, latestVersion }) => ({
          id: `package ${id}`,
          group: t('packages'),
          label,
          hint: latestVersion ?? '',
          icon: <FormatIcon format={packageType} size={20} />,
          path: `/packages/${name(id)}`,
        })),
        ...(builds.data?.items ?? []).map(({ name: label, repository, lastNumber }) => ({
          id: `build ${repository} ${label}`,
          group: say('builds'),
          label,
          hint: lastNumber,
          icon: line('build'),
          path: `/builds/${name(label)}?buildRepo=${name(repository)}`,
        })),
        ...(distributes ? (bundles.data?.items ?? []) : []).map(({ name: label, version }) => ({
          id: `bundle ${label} ${version}`,
          group: say('bundlesTeaser'),
          label,
          hint: version,
          icon: line('tag'),
          path: `/release-bundles/source/${name(label)}/${name(version)}`,
        })),
        ...(administrator ? (users.data?.items ?? []) : []).map(({ name: label, email }) => ({
          id: `user ${label}`,
          group: say('users'),
          label,
          hint: email,
          icon: line('user'),
          path: `/admin/management/users/${name(label)}/edit`,
        })),
        ...(administrator ? (groups.data?.items ?? []) : []).map(({ name: label }) => ({
          id: `group ${label}`,
          group: t('groups'),
          label,
          icon: line('group'),
          path: `/admin/management/groups/${name(label)}/edit`,
        })),
      ]
    : [];
  return {
    busy: repositories.isLoading || asked.some(({ isFetching }) => isFetching),
    failed: [repositories, ...asked].some(({ isError }) => isError),
    choices: [
      ...known.map(({ key, format, class: kind }) => ({
        id: `repository ${key}`,
        group: t('repositories'),
        label: key,
        hint: kind,
        icon: <FormatIcon format={format} size={20} />,
        path: `/repos/tree/${name(key)}`,
      })),
      ...ofServer,
    ],
  };
}
