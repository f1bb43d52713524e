import { Failure, isApiError, query, useLive } from '@packhouse/console-kit/console-kit.ts';
import { listDistributions } from '@packhouse/contract/distribution/distribution-routes.ts';
import { type Bundle, getReleaseBundle, listBundleFiles } from '@packhouse/contract/distribution/release-bundle-routes.ts';
import { type Crumb, EmptyState, LinkButton, Page, Section, Skeleton } from '@packhouse/ui/core.ts';
import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { ProgressTag, StateTag } from '../bundles/bundle-status.tsx';
import { t } from '../distribution-words.ts';
import { bundleEvents } from '../live.ts';
import { paths, tabOf } from '../paths.ts';
import { BundleActions } from './bundle-actions.tsx';
import { BundleFacts } from './bundle-facts.tsx';
import { BundleFiles } from './bundle-files.tsx';
import { Notes } from './notes.tsx';
import { Runs } from './runs.tsx';
import '../distribution.css';

/** One version of a release bundle: what is in it, who vouches for it, and where it went. */
export function BundlePage() {
  const { activeTab, name = '', version = '' } = useParams();
  const type = tabOf(activeTab) ?? 'source';
  useLive(bundleEvents, getReleaseBundle, listDistributions, listBundleFiles);
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

function Known({ bundle, breadcrumb }: { bundle: Bundle; breadcrumb: readonly Crumb[] }) {
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
      actions={<BundleActions bundle={bundle} />}
      aside={<BundleFacts bundle={bundle} />}
    >
      {type === 'source' && state === 'SIGNED' && <Runs bundle={bundle} />}
      {releaseNotes.content.trim() !== '' && (
        <Section title={t('releaseNotes')}>
          <Notes notes={releaseNotes} />
        </Section>
      )}
      <BundleFiles key={`${type} ${name} ${version}`} bundle={bundle} />
    </Page>
  );
}
