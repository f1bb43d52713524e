import { call, LoadedPage, notifyFailure, query, refresh, useLive } from '@packhouse/console-kit/console-kit.ts';
import { cancelRun, listRuns, type PipelineRun, readRun, retryRun } from '@packhouse/contract/pipelines/pipeline-routes.ts';
import { readRunLog } from '@packhouse/contract/pipelines/run-log-routes.ts';
import { Button, Dialog, Facts, notify, Page, RelativeTime, Section, words } from '@packhouse/ui/core.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useParams } from 'react-router';
import { StepGraph } from '../graph/step-graph.tsx';
import { RunLog } from '../log/run-log.tsx';
import { Missing } from '../no-such-pipeline.tsx';
import { RunTag } from '../pipeline-state.tsx';
import { pipelineListPath, pipelinePath } from '../pipelines-screens.ts';
import { t } from '../pipelines-words.ts';
import { DecideDialog } from './decide-dialog.tsx';
import { StepCard } from './step-card.tsx';
import '../pipelines.css';

type Open = { what: 'decide'; step: string; approve: boolean } | { what: 'cancel' };

const renew = () => refresh(readRun, readRunLog, listRuns);

const crumbs = (name: string) => [
  { label: t('pipelines'), to: pipelineListPath },
  { label: name, to: pipelinePath(name) },
];

async function order(work: () => Promise<unknown>, done: string): Promise<void> {
  try {
    await work();
    notify.good(done);
  } catch (error) {
    notifyFailure(error as Error);
  }
  await renew();
}

function RunFacts({ run }: { run: PipelineRun }) {
  const values = Object.entries(run.variables).filter(([name]) => !name.startsWith('run.') && name !== 'pipeline.name');
  return (
    <Facts
      items={[
        [t('state'), <RunTag key="state" run={run} />],
        [t('cause'), words().said(run.cause.said)],
        [t('author'), run.author],
        [t('revision'), String(run.revision)],
        [t('begun'), <RelativeTime key="begun" at={run.createdAt} />],
        run.endedAt ? [t('ended'), <RelativeTime key="ended" at={run.endedAt} />] : undefined,
        run.depth > 0 ? [t('depth'), String(run.depth)] : undefined,
        values.length > 0 ? [t('variables'), values.map(([name, value]) => `${name} = ${value}`).join(', ')] : undefined,
      ]}
    />
  );
}

function CancelDialog({ run: { pipeline: name, number }, onClose }: { run: PipelineRun; onClose: () => void }) {
  const cancel = async () => {
    onClose();
    await order(() => call(cancelRun, { params: { name, number } }), t('cancelled'));
  };
  const footer = (
    <Button kind="danger" onClick={() => void cancel()}>
      {t('cancelRun')}
    </Button>
  );
  return (
    <Dialog title={t('cancelTitle', { number })} onClose={onClose} footer={footer}>
      <p>{t('cancelText')}</p>
    </Dialog>
  );
}

function Run({ run }: { run: PipelineRun }) {
  const { pipeline: name, number, steps, mayRun, endedAt, said } = run;
  const [open, setOpen] = useState<Open>();
  const close = () => setOpen(undefined);
  const retry = (step?: string) => void order(() => call(retryRun, { params: { name, number }, body: step === undefined ? {} : { step } }), t('retried'));
  const isUnfinished = steps.some(({ state }) => state !== 'succeeded');
  const actions = mayRun && (
    <>
      {!endedAt && <Button onClick={() => setOpen({ what: 'cancel' })}>{t('cancelRun')}</Button>}
      {endedAt && isUnfinished && (
        <Button kind="primary" icon="refresh" onClick={() => retry()}>
          {t('retry')}
        </Button>
      )}
    </>
  );
  return (
    <Page
      title={t('runTitle', { name, number })}
      breadcrumb={crumbs(name)}
      subtitle={said && words().said(said)}
      actions={actions}
      aside={<RunFacts run={run} />}
    >
      <Section title={t('steps')}>
        <StepGraph label={t('graph')} steps={steps} getState={({ state }) => state}>
          {(step) => (
            <StepCard
              step={step}
              onDecide={(approve) => setOpen({ what: 'decide', step: step.id, approve })}
              onRetry={mayRun && endedAt ? () => retry(step.id) : undefined}
            />
          )}
        </StepGraph>
      </Section>
      <RunLog name={name} number={number} isWriting={steps.some(({ type, state }) => type === 'run' && state === 'running')} />
      {open?.what === 'cancel' && <CancelDialog run={run} onClose={close} />}
      {open?.what === 'decide' && <DecideDialog params={{ name, number, step: open.step }} approve={open.approve} onClose={close} onDecided={renew} />}
    </Page>
  );
}

/** One run: the picture of its steps, what each waits for, and what they tell. */
export function RunPage() {
  const { pipelineName: name = '', runNumber = '' } = useParams();
  const number = Number(runNumber) || 1;
  const result = useQuery(query(readRun, { params: { name, number } }));
  useLive(['pipeline.run.'], readRun);
  return (
    <LoadedPage
      result={result}
      missing={<Missing title={t('missingRun', { number, name })} />}
      title={t('runTitle', { name, number })}
      breadcrumb={crumbs(name)}
    >
      {(run) => <Run run={run} />}
    </LoadedPage>
  );
}
