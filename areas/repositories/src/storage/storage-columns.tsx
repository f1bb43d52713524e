import type { RepositoryStorage } from '@packhouse/contract/repositories/storage-routes.ts';
import { FormatIcon, formatBytes, formatNumber, StatusTag } from '@packhouse/ui/core.ts';
import type { Column } from '@packhouse/ui/table/data.ts';
import { Link } from 'react-router';
import { t } from './storage-words.ts';

/** '12.5 %' of a whole; an empty whole has no parts. */
export function shareText(part: number, whole: number): string {
  return new Intl.NumberFormat(document.documentElement.lang || 'en', { style: 'percent', maximumFractionDigits: 1 }).format(whole === 0 ? 0 : part / whole);
}

const nearlyFull = 0.9;

function Quota({ storage: { bytes, quota } }: { storage: RepositoryStorage }) {
  if (quota === undefined) return <span className="ph-muted ph-nowrap">{t('noQuota')}</span>;
  return (
    <span className="storage-quota">
      {t('quotaUsed', { share: shareText(bytes, quota), quota: formatBytes(quota) })}
      {bytes >= quota ? <StatusTag kind="bad">{t('full')}</StatusTag> : bytes >= quota * nearlyFull && <StatusTag kind="warning">{t('nearlyFull')}</StatusTag>}
    </span>
  );
}

/** A bar and its figure: how much of all bytes. */
function Share({ part, whole }: { part: number; whole: number }) {
  return (
    <span className="storage-share">
      <span className="storage-bar" aria-hidden>
        <i style={{ inlineSize: `${whole === 0 ? 0 : (part / whole) * 100}%` }} />
      </span>
      {shareText(part, whole)}
    </span>
  );
}

export function storageColumns(total: number): Column<RepositoryStorage>[] {
  return [
    {
      id: 'repository',
      title: t('repository'),
      card: 'title',
      width: '26%',
      render: ({ key, format, class: kind }) => (
        <span className="storage-name">
          <FormatIcon format={format} size={18} />
          <Link to={`/admin/repositories/${kind}/${encodeURIComponent(key)}/edit`} className="ph-main-link">
            {key}
          </Link>
        </span>
      ),
    },
    { id: 'kind', title: t('class'), card: 'fact', width: '160px', render: ({ class: kind }) => t(kind) },
    { id: 'project', title: t('project'), optional: true, render: ({ projectKey }) => projectKey ?? <span className="ph-muted">–</span> },
    { id: 'files', title: t('files'), card: 'fact', align: 'end', width: '100px', render: ({ files }) => formatNumber(files) },
    { id: 'folders', title: t('folders'), align: 'end', optional: true, render: ({ folders }) => formatNumber(folders) },
    { id: 'size', title: t('size'), card: 'fact', align: 'end', width: '110px', render: ({ bytes }) => formatBytes(bytes) },
    { id: 'share', title: t('share'), width: '170px', render: ({ bytes }) => <Share part={bytes} whole={total} /> },
    { id: 'quota', title: t('quota'), card: 'fact', render: (storage) => <Quota storage={storage} /> },
  ];
}
