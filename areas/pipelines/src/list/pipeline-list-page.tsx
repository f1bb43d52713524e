import { useRefusal } from '@packhouse/console-kit/console-kit.ts';
import { ListPage, useFilters, usePagedList } from '@packhouse/console-kit/lists.ts';
import { createPipeline, listPipelines, type PipelineSummary } from '@packhouse/contract/pipelines/pipeline-routes.ts';
import { EmptyState, LinkButton, type MenuEntry } from '@packhouse/ui/core.ts';
import { useState } from 'react';
import { DeletePipeline } from '../delete-pipeline.tsx';
import { definitionPath, newPipelinePath, pipelinePath } from '../pipelines-screens.ts';
import { t } from '../pipelines-words.ts';
import { pipelineColumns } from './pipeline-columns.tsx';

function NewButton() {
  return (
    <LinkButton to={newPipelinePath} kind="primary" icon="plus" refusal={useRefusal(createPipeline, { on: 'repository', action: 'manage' })}>
      {t('newPipeline')}
    </LinkButton>
  );
}

/** Every pipeline that the reader may see, with its last run. */
export function PipelineListPage() {
  const filters = useFilters('search');
  const { search } = filters.asked;
  const list = usePagedList(listPipelines, { query: search === undefined ? {} : { name: search } }, { live: ['pipeline.'] });
  const [removing, setRemoving] = useState<string>();
  const rowActions = ({ name, mayChange }: PipelineSummary): MenuEntry[] => [
    { label: t('runs'), icon: 'list', to: pipelinePath(name) },
    { label: t('definition'), icon: 'edit', to: definitionPath(name), keys: 'e' },
    ...(mayChange
      ? [{ line: true as const }, { label: t('remove'), icon: 'trash' as const, danger: true, keys: 'Del', onSelect: () => setRemoving(name) }]
      : []),
  ];
  return (
    <ListPage
      id="pipelines"
      title={t('pipelines')}
      subtitle={t('about')}
      actions={<NewButton />}
      list={list}
      columns={pipelineColumns()}
      rowKey={({ name }) => name}
      href={({ name }) => pipelinePath(name)}
      rowActions={rowActions}
      filters={filters}
      search={t('searchPipelines')}
      noneFits={{ title: t('noneFits'), clear: t('clear') }}
      none={
        <EmptyState icon="play" title={t('none')} action={<NewButton />}>
          {t('noneHelp')}
        </EmptyState>
      }
    >
      {removing !== undefined && <DeletePipeline name={removing} onClose={() => setRemoving(undefined)} />}
    </ListPage>
  );
}
