import { call, LoadedPage, notifyFailure, query, refresh, useLive } from '@packhouse/console-kit/console-kit.ts';
import { ListTable, usePagedList } from '@packhouse/console-kit/lists.ts';
import { enablePipeline, listPipelines, listRuns, type Pipeline, type RunSummary, readPipeline } from '@packhouse/contract/pipelines/pipeline-routes.ts';
import { Button, EmptyState, Page, RelativeTime, words } from '@packhouse/ui/core.ts';
import type { Column } from '@packhouse/ui/table/data.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useNavigate, useParams } from 'react-router';
import { DeletePipeline } from '../delete-pipeline.tsx';
import { Missing } from '../no-such-pipeline.tsx';
import { RunTag } from '../pipeline-state.tsx';
import { getLead, PipelineTabs } from '../pipeline-tabs.tsx';
import { pipelineListPath, runPath } from '../pipelines-screens.ts';
import { t } from '../pipelines-words.ts';
import { HookSection } from './hook-section.tsx';
import { StartDialog } from './start-dialog.tsx';

const columns = (name: string): Column<RunSummary>[] => [
  {
    id: 'number',
    title: t('run'),
    card: 'title',
    width: '90px',
    render: ({ number }) => (
      <Link to={runPath(name, number)} className="ph-main-link">
        #{number}
      </Link>
    ),
  },
  { id: 'state', title: t('state'), card: 'fact', width: '16%', render: (run) => <RunTag run={run} /> },
  {
    id: 'cause',
    title: t('cause'),
    card: 'fact',
    render: ({ cause, said, waitsFor }) => (
      <>
        {words().said(cause.said)}
        {said && <div className="ph-muted">{words().said(said)}</div>}
        {waitsFor && <div className="ph-muted">{`${t('waitsFor')}: ${words().said(waitsFor)}`}</div>}
      </>
    ),
  },
  { id: 'begun', title: t('begun'), width: '16%', render: ({ createdAt }) => <RelativeTime at={createdAt} /> },
  { id: 'ended', title: t('ended'), width: '16%', render: ({ endedAt }) => endedAt && <RelativeTime at={endedAt} /> },
];

async function switchTo(name: string, enabled: boolean): Promise<void> {
  try {
    await call(enablePipeline, { params: { name }, body: { enabled } });
  } catch (error) {
    notifyFailure(error as Error);
  }
  await refresh(readPipeline, listPipelines);
}

function Actions({ pipeline, onOpen }: { pipeline: Pipeline; onOpen: (what: 'start' | 'delete') => void }) {
  const { name, enabled, mayChange, mayRun } = pipeline;
  return (
    <>
      {mayChange && (
        <>
          <Button kind="ghost" icon="trash" onClick={() => onOpen('delete')}>
            {t('remove')}
          </Button>
          <Button icon={enabled ? 'pause' : 'play'} onClick={() => void switchTo(name, !enabled)}>
            {t(enabled ? 'switchOff' : 'switchOn')}
          </Button>
        </>
      )}
      {mayRun && (
        <Button kind="primary" icon="play" disabled={!enabled} onClick={() => onOpen('start')}>
          {t('runNow')}
        </Button>
      )}
    </>
  );
}

function Runs({ pipeline }: { pipeline: Pipeline }) {
  const { name } = pipeline;
  const navigate = useNavigate();
  const [open, setOpen] = useState<'start' | 'delete'>();
  const list = usePagedList(listRuns, { params: { name }, query: {} }, { live: ['pipeline.run.'] });
  const close = () => setOpen(undefined);
  return (
    <Page
      title={name}
      breadcrumb={[{ label: t('pipelines'), to: pipelineListPath }]}
      subtitle={getLead(pipeline)}
      actions={<Actions pipeline={pipeline} onOpen={setOpen} />}
    >
      <PipelineTabs name={name} />
      <ListTable
        id="pipeline-runs"
        label={t('runs')}
        list={list}
        columns={columns(name)}
        rowKey={({ number }) => String(number)}
        href={({ number }) => runPath(name, number)}
        none={<EmptyState icon="play" title={t('noRuns')} />}
      />
      {pipeline.hook.isOn && <HookSection pipeline={pipeline} />}
      {open === 'start' && <StartDialog pipeline={pipeline} onClose={close} />}
      {open === 'delete' && <DeletePipeline name={name} onClose={close} onDeleted={() => void navigate(pipelineListPath)} />}
    </Page>
  );
}

/** A pipeline with its runs. */
export function RunListPage() {
  const { pipelineName: name = '' } = useParams();
  const result = useQuery(query(readPipeline, { params: { name } }));
  useLive(['pipeline.changed'], readPipeline);
  return (
    <LoadedPage
      result={result}
      missing={<Missing title={t('missing', { name })} />}
      title={name}
      breadcrumb={[{ label: t('pipelines'), to: pipelineListPath }]}
    >
      {(pipeline) => <Runs pipeline={pipeline} />}
    </LoadedPage>
  );
}
