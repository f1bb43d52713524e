import type { AdvisorySource } from '@packhouse/contract/scanning/scanning-source-routes.ts';
import { formatNumber, RelativeTime, Tag } from '@packhouse/ui/core.ts';
import type { Column } from '@packhouse/ui/table/data.ts';
import { t } from '../scanning-words.ts';
import { RunStatus } from './run-view.tsx';

function LastRun({ run }: { run: AdvisorySource['lastRun'] }) {
  if (!run) return <span className="ph-muted">{t('neverRan')}</span>;
  return (
    <span className="scan-name">
      <RunStatus run={run} />
      {run.status === 'finished' && t('runResult', { records: formatNumber(run.records), changed: formatNumber(run.changed) })}
      {run.rejected > 0 && <Tag>{t('rejectedCount', { count: run.rejected })}</Tag>}
      <RelativeTime at={run.startedAt} />
    </span>
  );
}

export function sourceColumns(): Column<AdvisorySource>[] {
  return [
    {
      id: 'name',
      title: t('name'),
      card: 'title',
      width: '22%',
      render: ({ name, enabled }) => (
        <span className="scan-name">
          {name}
          {!enabled && <Tag>{t('off')}</Tag>}
        </span>
      ),
    },
    {
      id: 'url',
      title: t('url'),
      render: ({ url }) => (url === null ? <span className="ph-muted">{t('uploaded')}</span> : <span className="ph-mono">{url}</span>),
    },
    { id: 'every', title: t('every'), width: '150px', render: ({ every, url }) => (url === null ? '' : t(every)) },
    { id: 'advisories', title: t('advisories'), card: 'fact', align: 'end', width: '120px', render: ({ advisories }) => formatNumber(advisories) },
    { id: 'lastRun', title: t('lastRun'), card: 'fact', width: '32%', render: ({ lastRun }) => <LastRun run={lastRun} /> },
  ];
}
