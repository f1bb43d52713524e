import { query } from '@packhouse/console-kit/console-kit.ts';
import { getDependencies, type PackageDependency } from '@packhouse/contract/repositories/package-routes.ts';
import { EmptyState, Skeleton, Tag } from '@packhouse/ui/core.ts';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { packagePath } from './package-path.ts';
import { t } from './packages-words.ts';
import { useVersion } from './version-page.tsx';

const scopeNames: Record<PackageDependency['scope'], () => string> = {
  runtime: () => t('scopeRuntime'),
  development: () => t('scopeDevelopment'),
  optional: () => t('scopeOptional'),
  peer: () => t('scopePeer'),
  build: () => t('scopeBuild'),
  test: () => t('scopeTest'),
};

/** Lists what the version says it needs; what is here is a link. What cannot be had is shown as none. */
export function DependenciesTab() {
  const { leadFile } = useVersion();
  const result = useQuery({ ...query(getDependencies, { query: leadFile ?? { path: '' } }), enabled: leadFile !== undefined });
  if (result.isLoading) return <Skeleton lines={6} height={20} />;
  const dependencies = result.data?.dependencies ?? [];
  if (dependencies.length === 0) return <EmptyState icon="package" title={t('noDependencies')} />;
  return (
    <div className="pkg-table-frame">
      <table className="pkg-table">
        <thead>
          <tr>
            <th scope="col">{t('packages')}</th>
            <th scope="col">{t('requirement')}</th>
            <th scope="col">{t('scope')}</th>
          </tr>
        </thead>
        <tbody>
          {dependencies.map((one) => (
            <tr key={`${one.scope} ${one.name}`}>
              <th scope="row">
                {one.packageId === null ? (
                  <code>{one.name}</code>
                ) : (
                  <Link to={packagePath(one.packageId)} className="ph-mono">
                    {one.name}
                  </Link>
                )}
              </th>
              <td data-label={t('requirement')}>
                <code>{one.requirement}</code>
              </td>
              <td data-label={t('scope')}>
                <Tag>{scopeNames[one.scope]()}</Tag>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
