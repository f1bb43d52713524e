import type { CoverageGap, CoverageReason } from '@packhouse/contract/scanning/coverage-routes.ts';
import { formatNumber, RelativeTime, type StatusKind, StatusTag } from '@packhouse/ui/core.ts';
import type { Column } from '@packhouse/ui/table/data.ts';
import { Link } from 'react-router';
import { indexedResourcesPath } from '../indexing/indexing-screens.ts';
import { gapPath } from './coverage-screens.ts';
import { t } from './coverage-words.ts';

const sourcesPath = '/admin/security/advisory-sources';

/** How bad it is that something is not judged. */
const kindOf: Readonly<Record<CoverageReason, StatusKind>> = {
  failed: 'bad',
  no_source: 'warning',
  old_source: 'warning',
  not_indexed: 'warning',
  not_scanned: 'info',
  not_supported: 'neutral',
};

const ReasonTag = ({ reason }: { reason: CoverageReason }) => <StatusTag kind={kindOf[reason]}>{t(`reason_${reason}`)}</StatusTag>;

/** What mends a gap, with the way there for whoever may go it. */
function Mending({ gap, administrator }: { gap: CoverageGap; administrator: boolean }) {
  const { reason, ecosystem } = gap;
  const text = reason === 'no_source' ? t('mend_no_source', { kind: ecosystem ?? '' }) : t(`mend_${reason}`);
  const administrative = { not_indexed: indexedResourcesPath, no_source: `${sourcesPath}/presets`, old_source: sourcesPath }[reason as string];
  const way = reason === 'failed' ? gapPath(gap) : administrator ? administrative : undefined;
  return way === undefined ? <span className="ph-muted">{text}</span> : <Link to={way}>{text}</Link>;
}

export function gapColumns(administrator: boolean): Column<CoverageGap>[] {
  return [
    {
      id: 'repository',
      title: t('repository'),
      card: 'title',
      width: '22%',
      render: ({ repository }) => (
        <Link to={`/repos/tree/${encodeURIComponent(repository)}`} className="ph-main-link">
          {repository}
        </Link>
      ),
    },
    {
      id: 'reason',
      title: t('why'),
      card: 'fact',
      width: '220px',
      render: ({ reason, at }) => (
        <span className="scan-name">
          <ReasonTag reason={reason} />
          {at !== null && (
            <span className="ph-muted">
              {t('oldSince')} <RelativeTime at={at} />
            </span>
          )}
        </span>
      ),
    },
    {
      id: 'kind',
      title: t('kind'),
      card: 'fact',
      width: '140px',
      render: ({ ecosystem }) => ecosystem ?? <span className="ph-muted">{t('wholeVersions')}</span>,
    },
    {
      id: 'versions',
      title: t('versions'),
      card: 'fact',
      width: '120px',
      render: (gap) =>
        gap.versions === null ? <span className="ph-muted">{t('notCounted')}</span> : <Link to={gapPath(gap)}>{formatNumber(gap.versions)}</Link>,
    },
    { id: 'mends', title: t('mends'), render: (gap) => <Mending gap={gap} administrator={administrator} /> },
  ];
}
