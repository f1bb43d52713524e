import { LoadedPage, query } from '@packhouse/console-kit/console-kit.ts';
import { ListTable, useFilters, usePagedList } from '@packhouse/console-kit/lists.ts';
import { type Pipeline, readPipeline } from '@packhouse/contract/pipelines/pipeline-routes.ts';
import { searchRunLogs } from '@packhouse/contract/pipelines/run-log-routes.ts';
import type { RouteReply } from '@packhouse/contract/route.ts';
import { EmptyState, Page, RelativeTime, words } from '@packhouse/ui/core.ts';
import type { Column } from '@packhouse/ui/table/data.ts';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from 'react-router';
import { Missing } from '../no-such-pipeline.tsx';
import { getLead, PipelineTabs } from '../pipeline-tabs.tsx';
import { pipelineListPath, runPath } from '../pipelines-screens.ts';
import { t } from '../pipelines-words.ts';
import '../pipelines.css';

type Line = RouteReply<typeof searchRunLogs>['items'][number];

const columns = (name: string, search: string): Column<Line>[] => [
  {
    id: 'run',
    title: t('run'),
    card: 'title',
    width: '90px',
    render: ({ number }) => (
      <Link to={`${runPath(name, number)}?search=${encodeURIComponent(search)}`} className="ph-main-link">
        #{number}
      </Link>
    ),
  },
  { id: 'step', title: t('step'), card: 'fact', width: '16%', render: ({ step }) => step },
  {
    id: 'line',
    title: t('line'),
    card: 'fact',
    render: ({ id: _id, step: _step, at: _at, number: _number, isOutput, ...said }) => (
      <span className="ph-mono">{isOutput ? said.message : words().said(said)}</span>
    ),
  },
  { id: 'at', title: t('told'), width: '16%', render: ({ at }) => <RelativeTime at={at} /> },
];

function LogSearch({ pipeline }: { pipeline: Pipeline }) {
  const { name } = pipeline;
  const filters = useFilters('search');
  const { search = '' } = filters.asked;
  const list = usePagedList(searchRunLogs, { params: { name }, query: { search } }, { live: ['pipeline.run.'] });
  return (
    <Page title={name} breadcrumb={[{ label: t('pipelines'), to: pipelineListPath }]} subtitle={getLead(pipeline)}>
      <PipelineTabs name={name} />
      <ListTable
        id="pipeline-logs"
        label={t('logs')}
        list={list}
        columns={columns(name, search)}
        rowKey={({ id }) => String(id)}
        filters={filters}
        search={t('searchLogs')}
        noneFits={{ title: t('noLineFits'), clear: t('clear') }}
        none={
          <EmptyState icon="search" title={t('searchLogs')}>
            {t('searchLogsHelp')}
          </EmptyState>
        }
      />
    </Page>
  );
}

/** Finds lines in the logs of the last runs of a pipeline. */
export function LogSearchPage() {
  const { pipelineName: name = '' } = useParams();
  const result = useQuery(query(readPipeline, { params: { name } }));
  return (
    <LoadedPage
      result={result}
      missing={<Missing title={t('missing', { name })} />}
      title={name}
      breadcrumb={[{ label: t('pipelines'), to: pipelineListPath }]}
    >
      {(pipeline) => <LogSearch pipeline={pipeline} />}
    </LoadedPage>
  );
}
