import { Failure, query, useLive } from '@packhouse/console-kit/console-kit.ts';
import { getFormatTitle } from '@packhouse/contract/repositories/format-ids.ts';
import type { PackageDetails } from '@packhouse/contract/repositories/package-graphql.ts';
import { packageMigration, queryPackage, queryVersions } from '@packhouse/contract/repositories/package-routes.ts';
import { parsePackageId } from '@packhouse/contract/repositories/package-search.ts';
import {
  Banner,
  Copyable,
  type Crumb,
  EmptyState,
  Facts,
  FormatIcon,
  formatNumber,
  LinkButton,
  Page,
  RelativeTime,
  Skeleton,
  Tag,
} from '@packhouse/ui/core.ts';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { Link, useParams } from 'react-router';
import { nameClass } from '../class-names.ts';
import { Downloads } from './downloads-chart.tsx';
import { InstallCommand } from './install.tsx';
import { MigrationBanner } from './migration-banner.tsx';
import { packageDetails } from './package-data.ts';
import { repositoryPackagesPath, versionPath } from './package-path.ts';
import { t } from './packages-words.ts';
import { Security } from './security.tsx';
import { t as security } from './security-words.ts';
import { VersionTable } from './version-table.tsx';
import './packages.css';

export const DownloadsSection = lazy(async () => ({ default: (await import('./downloads-section.tsx')).DownloadsSection }));

/** Packages that are being read are looked after so often. */
const often = 3000;

/** One package over all repositories that hold it. */
export function PackagePage() {
  const { packageId = '' } = useParams();
  useLive(['artifact.', 'package.', 'repository.'], queryPackage, queryVersions);
  const result = useQuery(packageDetails(packageId));
  const name = parsePackageId(packageId)?.name ?? packageId;
  const breadcrumb: Crumb[] = [{ label: t('packages'), to: '/packages' }, { label: name }];
  if (result.data) return <Known item={result.data} breadcrumb={breadcrumb} />;
  return (
    <Page title={name} breadcrumb={breadcrumb}>
      {result.isPending && <Skeleton lines={5} shape="thing" />}
      {result.error && <Failure error={result.error} onRetry={() => void result.refetch()} />}
      {result.data === null && <NoPackage />}
    </Page>
  );
}

/** There is no such package, or not yet: it may be among those that are being read after an upgrade. */
function NoPackage() {
  const migration = useQuery({ ...query(packageMigration, {}), refetchInterval: ({ state }) => (state.data?.running ? often : false) }).data;
  const back = <LinkButton to="/packages">{t('backToPackages')}</LinkButton>;
  if (migration?.running)
    return (
      <EmptyState icon="clock" title={t('notIndexed')} action={back}>
        {t('notIndexedHelp', { done: formatNumber(migration.done), total: formatNumber(migration.total) })}
      </EmptyState>
    );
  return (
    <EmptyState title={t('noPackage')} action={back}>
      {t('noPackageHelp')}
    </EmptyState>
  );
}

function Known({ item, breadcrumb }: { item: PackageDetails; breadcrumb: readonly Crumb[] }) {
  const tagsByVersion = new Map<string, string[]>();
  for (const pointer of item.pointers) tagsByVersion.set(pointer.version, [...(tagsByVersion.get(pointer.version) ?? []), pointer.name]);
  return (
    <Page
      title={item.name}
      icon={<FormatIcon format={item.packageType} size={32} label={getFormatTitle(item.packageType)} />}
      breadcrumb={breadcrumb}
      subtitle={
        <>
          <Copyable value={item.id} what={t('packageId')} />
          {item.description && <span>{item.description}</span>}
        </>
      }
      aside={<PackageFacts item={item} />}
    >
      <MigrationBanner />
      {item.deprecated && <Banner kind="warning">{t('deprecated', { reason: item.deprecated })}</Banner>}
      <InstallCommand format={item.packageType} name={item.name} repo={item.repos[0]?.key} />
      <VersionTable packageId={item.id} packageName={item.name} format={item.packageType} tagsOf={tagsByVersion} />
      <Suspense>
        <DownloadsSection days={item.downloadDays} />
      </Suspense>
    </Page>
  );
}

function PackageFacts({ item }: { item: PackageDetails }) {
  return (
    <Facts
      title={t('packageDetails')}
      items={[
        [
          t('latestVersion'),
          item.latestVersion && (
            <Link key="latest" to={versionPath(item.id, item.latestVersion)} className="ph-mono">
              {item.latestVersion}
            </Link>
          ),
        ],
        [t('followers'), formatNumber(item.stats.followers)],
        [t('downloads'), <Downloads key="downloads" total={item.stats.downloads} days={item.downloadDays} />],
        [t('security'), <Security key="security" vulnerabilities={item.vulnerabilities} />],
        item.operationalRisk ? [security('section_risk'), <Risk key="risk" level={item.operationalRisk.riskLevel} />] : undefined,
        [t('licences'), <TagList key="licences" values={item.licenses} />],
        [t('changed'), <RelativeTime key="changed" at={item.modified} />],
        [t('firstSeen'), <RelativeTime key="created" at={item.created} />],
        [
          t('repositories'),
          <ul key="repositories" className="pkg-places">
            {item.repos.map((repo) => (
              <li key={repo.key}>
                <Link to={repositoryPackagesPath(repo.key)} className="ph-mono">
                  {repo.key}
                </Link>
                <Tag>{nameClass(repo.type)}</Tag>
                <span className="ph-muted">{t('versionsCount', { count: repo.versionsCount })}</span>
              </li>
            ))}
          </ul>,
        ],
        item.tags.length > 0 ? [t('keywords'), <TagList key="tags" values={item.tags} />] : undefined,
        item.homepage ? [t('homepage'), <WebLink key="homepage" url={item.homepage} />] : undefined,
        item.authors.length > 0 ? [t('authors'), item.authors.join(', ')] : undefined,
      ]}
    />
  );
}

const riskLevels = ['High', 'Medium', 'Low', 'None'] as const;

function Risk({ level }: { level: string }) {
  const known = riskLevels.find((one) => one === level);
  return known ? <span>{security(`risk_${known}`)}</span> : null;
}

/** Labels in a row; a dash where there is none. */
export function TagList({ values }: { values: readonly string[] }) {
  if (values.length === 0) return <span className="ph-muted">{t('unknownValue')}</span>;
  return (
    <span className="pkg-tags">
      {values.map((value) => (
        <Tag key={value}>{value}</Tag>
      ))}
    </span>
  );
}

/** A link that a package brought along: only to the web, and without telling where it was followed from. */
export function WebLink({ url }: { url: string }) {
  if (!/^https?:\/\//i.test(url)) return <span>{url}</span>;
  return (
    <a href={url} target="_blank" rel="noopener noreferrer nofollow" className="pkg-web">
      {url.replace(/^https?:\/\//i, '').replace(/\/$/, '')}
    </a>
  );
}
