import type { AdvisorySource } from '@packhouse/contract/scanning/scanning-source-routes.ts';
import { formatNumber, RelativeTime, Tag } from '@packhouse/ui/core.ts';
import type { Column } from '@packhouse/ui/table/data.ts';
import { t } from '../scanning-words.ts';
import { RunStatus } from './run-view.tsx';

/** What a run is at, and how far. */
function progressText({ step, done, total }: NonNullable<NonNullable<AdvisorySource['lastRun']>['progress']>): string {
  const [now, all] = [formatNumber(done), total === null ? '' : formatNumber(total)];
  if (step === 'reading') return t('reading', { done: now });
  return total === null ? t('fetching', { done: now }) : t('fetchingOf', { done: now, total: all });
}

function LastRun({ run }: { run: AdvisorySource['lastRun'] }) {
  if (!run) return <span className="ph-muted">{t('neverRan')}</span>;
  return (
    <span className="scan-name">
      <RunStatus run={run} />
      {run.status === 'finished' && t('runResult', { records: formatNumber(run.records), changed: formatNumber(run.changed) })}
      {run.progress && <span aria-live="polite">{progressText(run.progress)}</span>}
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
      width: '20%',
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
    { id: 'every', title: t('every'), width: '110px', render: ({ every, url }) => (url === null ? '' : t(every)) },
    {
      id: 'age',
      title: t('age'),
      card: 'fact',
      width: '150px',
      render: ({ goodAt }) => (goodAt ? <RelativeTime at={goodAt} /> : <span className="ph-muted">{t('neverRan')}</span>),
    },
    { id: 'next', title: t('next_look'), width: '130px', render: ({ nextAt }) => (nextAt ? <RelativeTime at={nextAt} /> : '') },
    { id: 'advisories', title: t('advisories'), card: 'fact', align: 'end', width: '120px', render: ({ advisories }) => formatNumber(advisories) },
    { id: 'lastRun', title: t('lastRun'), card: 'fact', width: '24%', render: ({ lastRun }) => <LastRun run={lastRun} /> },
  ];
}
