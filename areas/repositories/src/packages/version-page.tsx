import { Failure, query, useLive, useSession } from '@packhouse/console-kit/console-kit.ts';
import { releaseBundlesOfChecksum } from '@packhouse/contract/distribution/release-bundle-routes.ts';
import { type FormatId, getCard, getFormatTitle } from '@packhouse/contract/repositories/format-ids.ts';
import type { PackageVersionDetails } from '@packhouse/contract/repositories/package-graphql.ts';
import { queryVersions } from '@packhouse/contract/repositories/package-routes.ts';
import { parsePackageId } from '@packhouse/contract/repositories/package-search.ts';
import {
  Banner,
  Bytes,
  Copyable,
  type Crumb,
  Digest,
  EmptyState,
  Facts,
  FormatIcon,
  LinkButton,
  Page,
  RelativeTime,
  RouteTabs,
  Skeleton,
  Tag,
} from '@packhouse/ui/core.ts';
import { useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import { Outlet, useOutletContext, useParams } from 'react-router';
import { nameClass } from '../class-names.ts';
import { isExpired } from '../tree/expiry.ts';
import { Downloads } from './downloads-chart.tsx';
import { factName } from './fact-names.ts';
import { InstallCommand } from './install.tsx';
import { versionDetails } from './package-data.ts';
import { DownloadsSection, TagList, WebLink } from './package-page.tsx';
import { packagePath, versionPath } from './package-path.ts';
import { t } from './packages-words.ts';
import { Security } from './security.tsx';
import './packages.css';

/** The tabs of a version share this. */
export interface VersionContext {
  version: PackageVersionDetails;
  format: FormatId;
  packageName: string;
  /** Where the version's lead file is, repository and path in one; undefined when it has none. */
  leadFile: { repoKey: string; path: string } | undefined;
}

export function useVersion(): VersionContext {
  return useOutletContext<VersionContext>();
}

/** One version of a package; its parts are tabs with addresses of their own. */
export function VersionPage() {
  const { packageId = '', versionId = '' } = useParams();
  useLive(['artifact.', 'package.', 'repository.'], queryVersions);
  const result = useQuery(versionDetails(packageId, versionId));
  const named = parsePackageId(packageId);
  const name = named?.name ?? packageId;
  const breadcrumb: Crumb[] = [{ label: t('packages'), to: '/packages' }, { label: name, to: packagePath(packageId) }, { label: versionId }];
  if (result.data && named) return <Known version={result.data} format={named.format} name={name} breadcrumb={breadcrumb} />;
  return (
    <Page title={`${name} ${versionId}`} breadcrumb={breadcrumb}>
      {result.isPending && <Skeleton lines={6} shape="thing" />}
      {result.error && <Failure error={result.error} onRetry={() => void result.refetch()} />}
      {result.data === null && (
        <EmptyState title={t('noVersion')} action={<LinkButton to={packagePath(packageId)}>{t('backToPackage')}</LinkButton>}>
          {t('noVersionHelp')}
        </EmptyState>
      )}
    </Page>
  );
}

interface KnownProps {
  version: PackageVersionDetails;
  format: FormatId;
  name: string;
  breadcrumb: readonly Crumb[];
}

function Known({ version, format, name, breadcrumb }: KnownProps) {
  const [place] = version.repos;
  const leadFile = place?.leadFilePath ? { repoKey: place.name, path: place.leadFilePath } : undefined;
  const context: VersionContext = { version, format, packageName: name, leadFile };
  const { tabs: extraTabs = [] } = getCard(format);
  const tab = (part: string, label: string, count?: number) => ({ to: versionPath(version.packageId, version.name, part), label, count });
  return (
    <Page
      title={name}
      documentTitle={`${name} ${version.name}`}
      icon={<FormatIcon format={format} size={32} label={getFormatTitle(format)} />}
      breadcrumb={breadcrumb}
      subtitle={
        <>
          <Copyable value={version.name} what={t('version')} />
          {version.description && <span>{version.description}</span>}
        </>
      }
      aside={<VersionFacts version={version} />}
    >
      {version.yanked && <Banner kind="warning">{t('yanked')}</Banner>}
      {version.files.some((file) => isExpired(file)) && <Banner kind="warning">{t('expiredFiles')}</Banner>}
      {version.deprecated && <Banner kind="warning">{t('deprecated', { reason: version.deprecated })}</Banner>}
      <InstallCommand format={format} name={name} version={version.name} repo={place?.key} />
      <RouteTabs
        label={t('tabs')}
        tabs={[
          ...(extraTabs.includes('readme') ? [tab('readme', t('readme'))] : []),
          tab('properties', t('properties')),
          tab('files', t('files'), version.filesCount),
          tab('dependencies', t('dependencies')),
          tab('builds', t('builds')),
          tab('security', t('security')),
          ...(extraTabs.includes('layers') ? [tab('layers', t('layers'))] : []),
        ]}
      />
      <Outlet context={context} />
      <Suspense>
        <DownloadsSection days={version.downloadDays} />
      </Suspense>
    </Page>
  );
}

/** Formats write moments as machines do. */
const isMoment = (text: string) => /^\d{4}-\d\d-\d\dT[\d:.]+(Z|[+-]\d\d:\d\d)$/.test(text) && !Number.isNaN(Date.parse(text));

/** Release bundles with the version's file; none where nothing distributes them, or when they cannot be had. */
function useReleaseBundles({ digest }: PackageVersionDetails) {
  const checksum = digest?.replace(/^sha256:/, '') ?? '';
  const { services } = useSession();
  const result = useQuery({ ...query(releaseBundlesOfChecksum, { params: { checksum }, query: {} }), enabled: checksum !== '' && 'distribution' in services });
  return result.data?.data.data ?? [];
}

function VersionFacts({ version }: { version: PackageVersionDetails }) {
  const bundles = useReleaseBundles(version);
  return (
    <Facts
      title={t('versionDetails')}
      items={[
        [t('published'), <RelativeTime key="published" at={version.created} />],
        [t('size'), <Bytes key="size" value={version.size} />],
        [t('downloads'), <Downloads key="downloads" total={version.stats.downloadCount} days={version.downloadDays} />],
        version.digest ? [t('digest'), <Digest key="digest" value={version.digest} />] : undefined,
        [t('security'), <Security key="security" vulnerabilities={version.vulnerabilities} />],
        [t('licences'), <TagList key="licences" values={version.licenses} />],
        bundles.length > 0
          ? [t('releaseBundles'), <TagList key="bundles" values={bundles.map(({ name, version: bundle }) => `${name} ${bundle}`)} />]
          : undefined,
        [
          t('repositories'),
          <ul key="repositories" className="pkg-places">
            {version.repos.map((repo) => (
              <li key={repo.key}>
                <span className="ph-mono">{repo.key}</span>
                <Tag>{nameClass(repo.type)}</Tag>
              </li>
            ))}
          </ul>,
        ],
        // An image's facts name its digest too; here it stands above, with a button to copy it.
        ...version.display
          .filter(({ label }) => !(version.digest && label === 'Digest'))
          .map(({ label, text }) => [factName(label), isMoment(text) ? <RelativeTime key={label} at={text} /> : text] as const),
        version.tags.length > 0 ? [t('keywords'), <TagList key="tags" values={version.tags} />] : undefined,
        version.homepage ? [t('homepage'), <WebLink key="homepage" url={version.homepage} />] : undefined,
        version.authors.length > 0 ? [t('authors'), version.authors.join(', ')] : undefined,
      ]}
    />
  );
}
