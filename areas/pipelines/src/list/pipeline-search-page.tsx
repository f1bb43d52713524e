import { ListPage, usePagedList } from '@packhouse/console-kit/lists.ts';
import { listPipelines } from '@packhouse/contract/pipelines/pipeline-routes.ts';
import { EmptyState, LinkButton } from '@packhouse/ui/core.ts';
import { useSearchParams } from 'react-router';
import { pipelineListPath, pipelinePath } from '../pipelines-screens.ts';
import { t } from '../pipelines-words.ts';
import { pipelineColumns } from './pipeline-columns.tsx';

/** The pipelines that the search of the toolbar finds by their names. */
export function PipelineSearchPage() {
  const [params] = useSearchParams();
  const name = params.get('query') ?? '';
  const list = usePagedList(listPipelines, { query: name === '' ? {} : { name } }, { live: ['pipeline.'] });
  return (
    <ListPage
      id="pipelines-found"
      title={t('searchTitle')}
      subtitle={name}
      list={list}
      columns={pipelineColumns()}
      rowKey={(pipeline) => pipeline.name}
      href={(pipeline) => pipelinePath(pipeline.name)}
      none={<EmptyState icon="search" title={t('noneFits')} action={<LinkButton to={pipelineListPath}>{t('backToList')}</LinkButton>} />}
    />
  );
}
