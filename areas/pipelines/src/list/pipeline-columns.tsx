import type { PipelineSummary } from '@packhouse/contract/pipelines/pipeline-routes.ts';
import { RelativeTime, Tag, words } from '@packhouse/ui/core.ts';
import type { Column } from '@packhouse/ui/table/data.ts';
import { Link } from 'react-router';
import { RunTag } from '../pipeline-state.tsx';
import { pipelinePath, runPath } from '../pipelines-screens.ts';
import { t } from '../pipelines-words.ts';
import { Trend } from './trend.tsx';

function LastRun({ name, lastRun }: PipelineSummary) {
  if (!lastRun) return <span className="ph-muted">{t('neverRun')}</span>;
  return (
    <>
      <Link to={runPath(name, lastRun.number)}>#{lastRun.number}</Link> <RelativeTime at={lastRun.createdAt} />
      <div className="ph-muted">{words().said(lastRun.cause.said)}</div>
      {lastRun.waitsFor && <div>{`${t('waitsFor')}: ${words().said(lastRun.waitsFor)}`}</div>}
    </>
  );
}

/** What a list tells of pipelines: their name, their last run, how it stands, and how the last ten went. */
export const pipelineColumns = (): Column<PipelineSummary>[] => [
  {
    id: 'name',
    title: t('name'),
    card: 'title',
    width: '28%',
    render: ({ name, description, enabled }) => (
      <>
        <Link to={pipelinePath(name)} className="ph-main-link" title={description || undefined}>
          {name}
        </Link>{' '}
        {!enabled && <Tag>{t('off')}</Tag>}
      </>
    ),
  },
  { id: 'last', title: t('lastRun'), card: 'fact', render: (pipeline) => <LastRun {...pipeline} /> },
  {
    id: 'status',
    title: t('status'),
    card: 'fact',
    width: '16%',
    render: ({ lastRun }) => lastRun && <RunTag run={lastRun} />,
  },
  { id: 'trend', title: t('trend'), width: '140px', render: ({ trend }) => <Trend trend={trend} /> },
  { id: 'author', title: t('author'), width: '12%', render: ({ author }) => author },
];
