import { Failure, isApiError, query, useLive } from '@packhouse/console-kit/console-kit.ts';
import { listDistributions } from '@packhouse/contract/distribution/distribution-routes.ts';
import { listPromotions } from '@packhouse/contract/distribution/promotion-routes.ts';
import { getReleaseBundle, listReleaseBundleFiles, type ReleaseBundle } from '@packhouse/contract/distribution/release-bundle-routes.ts';
import { type Crumb, EmptyState, LinkButton, Page, Section, Skeleton } from '@packhouse/ui/core.ts';
import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { findTab, paths } from '../distribution-screens.ts';
import { t } from '../distribution-words.ts';
import { releaseBundleEvents } from '../live.ts';
import { ProgressTag, StateTag } from '../release-bundles/release-bundle-status.tsx';
import { Notes } from './notes.tsx';
import { Promotions } from './promotions.tsx';
import { ReleaseBundleActions } from './release-bundle-actions.tsx';
import { ReleaseBundleFacts } from './release-bundle-facts.tsx';
import { ReleaseBundleFiles } from './release-bundle-files.tsx';
import { Runs } from './runs.tsx';
import '../distribution.css';

/** One version of a release bundle: what is in it, who vouches for it, and where it went. */
export function ReleaseBundlePage() {
  const { activeTab, name = '', version = '' } = useParams();
  const type = findTab(activeTab) ?? 'source';
  useLive(releaseBundleEvents, getReleaseBundle, listDistributions, listPromotions, listReleaseBundleFiles);
  const result = useQuery(query(getReleaseBundle, { params: { name, version }, query: { type } }));
  const breadcrumb: Crumb[] = [
    { label: t('distribution'), to: `${paths.bundles}/${type}` },
    { label: name, to: `${paths.bundles}/${type}?query=${encodeURIComponent(name)}` },
    { label: version },
  ];
  const bundle = result.isPlaceholderData ? undefined : result.data;
  if (bundle) return <Known bundle={bundle} breadcrumb={breadcrumb} />;
  const isMissing = isApiError(result.error) && result.error.status === 404;
  return (
    <Page title={`${name} ${version}`} breadcrumb={breadcrumb}>
      {isMissing ? (
        <EmptyState icon="tag" title={t('noSuchBundle')} action={<LinkButton to={`${paths.bundles}/${type}`}>{t('allBundles')}</LinkButton>}>
          {t('noSuchBundleHelp')}
        </EmptyState>
      ) : result.error ? (
        <Failure error={result.error} onRetry={() => void result.refetch()} />
      ) : (
        <Skeleton lines={6} shape="thing" />
      )}
    </Page>
  );
}

function Known({ bundle, breadcrumb }: { bundle: ReleaseBundle; breadcrumb: readonly Crumb[] }) {
  const { name, version, type, state, status, description, releaseNotes } = bundle;
  const subtitle = (
    <>
      <StateTag state={state} />
      <ProgressTag status={status} />
      {description && <span>{description}</span>}
    </>
  );
  return (
    <Page
      title={`${name} ${version}`}
      breadcrumb={breadcrumb}
      subtitle={subtitle}
      actions={<ReleaseBundleActions bundle={bundle} />}
      aside={<ReleaseBundleFacts bundle={bundle} />}
    >
      {type === 'source' && state === 'SIGNED' && <Runs bundle={bundle} />}
      {state === 'SIGNED' && <Promotions bundle={bundle} />}
      {releaseNotes.content.trim() !== '' && (
        <Section title={t('releaseNotes')}>
          <Notes notes={releaseNotes} />
        </Section>
      )}
      <ReleaseBundleFiles key={`${type} ${name} ${version}`} bundle={bundle} />
    </Page>
  );
}
