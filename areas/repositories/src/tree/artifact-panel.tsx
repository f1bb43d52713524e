import { Failure, isApiError, query, useLive, useSession } from '@packhouse/console-kit/console-kit.ts';
import { artifactDetails } from '@packhouse/contract/repositories/artifact-routes.ts';
import {
  Banner,
  Copyable,
  CopyField,
  Digest,
  EmptyState,
  Facts,
  FormatIcon,
  formatBytes,
  formatNumber,
  Icon,
  LinkButton,
  RelativeTime,
  Section,
  Skeleton,
  StatusTag,
} from '@packhouse/ui/core.ts';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { Link } from 'react-router';
import { useAlert } from '../alerts/alert.ts';
import { AlertMark } from '../alerts/alert-mark.tsx';
import type { Details } from '../item-details.ts';
import { ArtifactActions } from './artifact-actions.tsx';
import { isExpired } from './expiry.ts';
import { IndexRun } from './index-run.tsx';
import { PropertySection } from './property-section.tsx';
import { treePath } from './tree-path.ts';
import { t } from './tree-words.ts';

const RepositoryTrends = lazy(async () => ({ default: (await import('./repository-trends.tsx')).RepositoryTrends }));
const EvidenceSection = lazy(async () => ({ default: (await import('../evidence/evidence-section.tsx')).EvidenceSection }));

/** Everything about one file, folder or repository, and what can be done with it. */
export function ArtifactPanel({ repoKey, path, onRefresh }: { repoKey: string; path: string; onRefresh: () => void }) {
  const result = useQuery(query(artifactDetails, { query: { repoKey, path } }));
  useLive(['artifact.'], artifactDetails);
  const details = result.data;
  const { services } = useSession();
  const alert = useAlert({ repoKey, path }, details?.type === 'file');
  if (!details) return <Without repoKey={repoKey} path={path} result={result} />;
  return (
    <article className="tree-panel" aria-label={details.name || repoKey}>
      <header className="tree-panel-head">
        {path === '' ? <FormatIcon format={details.format} size={32} /> : <Icon name={details.type === 'file' ? 'file' : 'folder'} size={24} />}
        <h2>{details.name || repoKey}</h2>
        {isExpired(details) && <StatusTag kind="warning">{t('expired')}</StatusTag>}
        <AlertMark alert={alert} />
        <ArtifactActions details={details} onRefresh={onRefresh} />
      </header>
      {isExpired(details) && <Banner kind="warning">{t('expiredText')}</Banner>}
      {path === '' && details.class === 'local' && details.allowed.manage && <IndexRun repoKey={repoKey} />}
      <CopyField label={t('url')} value={details.url} />
      <GeneralFacts details={details} />
      <PropertySection details={details} />
      <Suspense>{path === '' && 'insight' in services && <RepositoryTrends repository={repoKey.replace(/-cache$/, '')} />}</Suspense>
      <Suspense>{details.type === 'file' && <EvidenceSection details={details} />}</Suspense>
      {details.sharedWith.length > 0 && <SameContent places={details.sharedWith} />}
    </article>
  );
}

/** Stands there while nothing is known of a place, and when there is nothing at it, or no more. */
function Without({ repoKey, path, result }: { repoKey: string; path: string; result: { error: Error | null; refetch: () => unknown } }) {
  const { error, refetch } = result;
  if (isApiError(error) && error.status === 404)
    return (
      <EmptyState
        icon="file"
        title={t('noSuchItem')}
        action={path === '' ? undefined : <LinkButton to={treePath({ repoKey, path: '' })}>{repoKey}</LinkButton>}
      >
        <span className="ph-mono">{path === '' ? repoKey : `${repoKey}/${path}`}</span>
      </EmptyState>
    );
  return error ? <Failure error={error} onRetry={() => void refetch()} /> : <Skeleton lines={8} height={18} />;
}

function readKind({ type, path, kind }: Details): string {
  if (type === 'file') return { artifact: t('file'), build: t('buildDocument'), releaseBundle: t('releaseBundle') }[kind];
  return path === '' ? t('repository') : t('folder');
}

function byWhom(at: string, name: string) {
  return (
    <>
      <RelativeTime at={at} /> {name && <span className="ph-muted">{t('by', { name })}</span>}
    </>
  );
}

function GeneralFacts({ details }: { details: Details }) {
  const { belongsTo, checksums, format } = details;
  const packageId = belongsTo && `${format}://${belongsTo.package}`;
  return (
    <div className="tree-facts">
      <Facts
        title={t('general')}
        items={[
          [t('type'), details.mediaType ? `${readKind(details)} · ${details.mediaType}` : readKind(details)],
          [
            t('path'),
            <span key="path" className={details.path.length > 48 ? 'tree-long' : undefined}>
              <Copyable value={`${details.repoKey}/${details.path}`} what={t('path')} />
            </span>,
          ],
          details.size === undefined
            ? undefined
            : [
                t('size'),
                <span key="size" title={formatNumber(details.size)}>
                  {formatBytes(details.size)}
                </span>,
              ],
          packageId && belongsTo
            ? [
                t('package'),
                <Link key="package" to={`/packages/${encodeURIComponent(packageId)}/${encodeURIComponent(belongsTo.version)}`}>
                  {belongsTo.package} {belongsTo.version}
                </Link>,
              ]
            : undefined,
          [t('created'), byWhom(details.createdAt, details.createdBy)],
          [t('changed'), byWhom(details.modifiedAt, details.modifiedBy)],
          details.expiresAt ? [t('expires'), <RelativeTime key="expires" at={details.expiresAt} />] : undefined,
          details.downloads === undefined ? undefined : [t('downloads'), formatNumber(details.downloads)],
          details.lastDownloadedAt ? [t('lastDownload'), byWhom(details.lastDownloadedAt, details.lastDownloadedBy ?? '')] : undefined,
        ]}
      />
      {checksums && (
        <Facts
          title={t('checksums')}
          items={[
            ['SHA-256', <Digest key="sha256" value={checksums.sha256} />],
            ['SHA-1', <Digest key="sha1" value={checksums.sha1} />],
            ['MD5', <Digest key="md5" value={checksums.md5} />],
          ]}
        />
      )}
    </div>
  );
}

function SameContent({ places }: { places: Details['sharedWith'] }) {
  return (
    <Section title={t('sameContent')}>
      <ul className="tree-same">
        {places.map((place) => (
          <li key={`${place.repoKey}/${place.path}`}>
            <Link to={treePath(place)} className="ph-mono">
              {place.repoKey}/{place.path}
            </Link>
            {place.belongsTo && (
              <span className="ph-muted">
                {place.belongsTo.package} {place.belongsTo.version}
              </span>
            )}
          </li>
        ))}
      </ul>
    </Section>
  );
}
