import { Failure, query } from '@packhouse/console-kit/console-kit.ts';
import { parsePackageId } from '@packhouse/contract/repositories/package-search.ts';
import { type FoundArtifact, searchArtifacts } from '@packhouse/contract/repositories/search-routes.ts';
import { EmptyState, LinkButton, Page, Skeleton } from '@packhouse/ui/core.ts';
import { useQuery } from '@tanstack/react-query';
import { Navigate, useParams } from 'react-router';
import { packagePath, versionPath } from './package-path.ts';
import { t } from './packages-words.ts';

/** The tag among the files with the image's content: they are called `image/tag/manifest.json`. */
function findTag(name: string, files: readonly FoundArtifact[]): string | undefined {
  const places = files.map(({ path }) => path).filter((path) => path.startsWith(`${name}/`));
  return places.map((path) => path.slice(name.length + 1).split('/')).find((rest) => rest.length === 2)?.[0];
}

/** Looks for the version that has a digest, and goes there. */
export function ImagePage() {
  const { packageId = '', digest = '' } = useParams();
  const name = parsePackageId(packageId)?.name ?? packageId;
  const result = useQuery(query(searchArtifacts, { params: { searchType: 'checksum' }, query: { limit: 500 }, body: { name: digest } }));
  const tag = result.data && findTag(name, result.data.items);
  if (tag !== undefined) return <Navigate to={versionPath(packageId, tag)} replace />;
  return (
    <Page
      title={name}
      breadcrumb={[{ label: t('packages'), to: '/packages' }, { label: name, to: packagePath(packageId) }, { label: `sha256:${digest.slice(0, 12)}` }]}
    >
      {result.isPending && <Skeleton lines={6} shape="thing" />}
      {result.error && <Failure error={result.error} onRetry={() => void result.refetch()} />}
      {result.data && (
        <EmptyState title={t('noVersion')} action={<LinkButton to={packagePath(packageId)}>{t('backToPackage')}</LinkButton>}>
          {t('noVersionHelp')}
        </EmptyState>
      )}
    </Page>
  );
}
