import { getFormatTitle } from '@packhouse/contract/repositories/format-ids.ts';
import type { RepositorySummary } from '@packhouse/contract/repositories/repository-routes.ts';
import { CopyButton, FormatIcon, RelativeTime, Tag } from '@packhouse/ui/core.ts';
import type { Column } from '@packhouse/ui/table/data.ts';
import { Link } from 'react-router';
import { editPath } from './administration-screens.ts';
import { t } from './administration-words.ts';

/** Where a repository's content comes from, in one line. */
function Source({ row }: { row: RepositorySummary }) {
  if (row.class === 'remote') return <span className="ph-mono ph-muted repos-path">{row.upstreamUrl}</span>;
  return row.class === 'virtual' ? <span className="ph-muted">{t('members', { count: row.memberCount ?? 0 })}</span> : null;
}

export function repositoryColumns(): Column<RepositorySummary>[] {
  return [
    {
      id: 'key',
      title: t('key'),
      card: 'title',
      width: '24%',
      render: (row) => (
        <span className="repos-name">
          <FormatIcon format={row.format} size={20} />
          <Link to={editPath(row)}>{row.key}</Link>
        </span>
      ),
    },
    { id: 'format', title: t('format'), card: 'fact', width: '96px', render: (row) => <span className="ph-nowrap">{getFormatTitle(row.format)}</span> },
    { id: 'class', title: t('class'), card: 'fact', width: '110px', render: (row) => <Tag>{t(row.class)}</Tag> },
    { id: 'source', title: t('source'), render: (row) => <Source row={row} /> },
    { id: 'description', title: t('description'), optional: true, render: (row) => row.description },
    {
      id: 'address',
      title: t('address'),
      width: '32%',
      render: (row) => (
        <span className="repos-name">
          <span className="ph-mono ph-muted repos-path" title={row.url}>
            {new URL(row.url).pathname}
          </span>
          <CopyButton value={row.url} what={t('address')} />
        </span>
      ),
    },
    { id: 'changed', title: t('changed'), width: '130px', render: (row) => <RelativeTime at={row.modifiedAt} /> },
  ];
}
