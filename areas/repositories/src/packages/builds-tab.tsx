import { query, useLive } from '@packhouse/console-kit/console-kit.ts';
import { buildsOfArtifact } from '@packhouse/contract/repositories/build-routes.ts';
import { EmptyState, RelativeTime, Skeleton } from '@packhouse/ui/core.ts';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { buildPath, buildRunsPath } from '../builds/builds-screens.ts';
import { t } from './packages-words.ts';
import { useVersion } from './version-page.tsx';

/** The runs of builds that produced the version's lead file. What cannot be had is shown as none. */
export function BuildsTab() {
  const { leadFile } = useVersion();
  useLive(['artifact.'], buildsOfArtifact);
  const result = useQuery({ ...query(buildsOfArtifact, { query: leadFile ?? { repoKey: '', path: '' } }), enabled: leadFile !== undefined });
  if (result.isLoading) return <Skeleton lines={6} height={20} />;
  const builds = result.data?.builds ?? [];
  if (builds.length === 0) return <EmptyState icon="build" title={t('noBuilds')} />;
  return (
    <div className="pkg-table-frame">
      <table className="pkg-table">
        <thead>
          <tr>
            <th scope="col">{t('build')}</th>
            <th scope="col">{t('buildRun')}</th>
            <th scope="col">{t('buildModule')}</th>
            <th scope="col">{t('buildStarted')}</th>
          </tr>
        </thead>
        <tbody>
          {builds.map((run) => (
            <tr key={`${run.repository}/${run.name}/${run.number}/${run.startedMillis}`}>
              <th scope="row">
                <Link to={buildRunsPath(run.name, run.repository)}>{run.name}</Link>
              </th>
              <td data-label={t('buildRun')}>
                <Link to={buildPath(run)} aria-label={`${run.name} ${run.number}`}>
                  {run.number}
                </Link>
              </td>
              <td data-label={t('buildModule')}>
                <code>{run.module}</code>
              </td>
              <td data-label={t('buildStarted')}>
                <RelativeTime at={run.started} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
