import { call, isApiError, LoadedPage, query, refresh, useRefusal } from '@packhouse/console-kit/console-kit.ts';
import { checkPipeline, createPipeline, listPipelines, type Pipeline, readPipeline, updatePipeline } from '@packhouse/contract/pipelines/pipeline-routes.ts';
import { Banner, Button, notify, Page, RefusedState } from '@packhouse/ui/core.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import { Missing } from '../no-such-pipeline.tsx';
import { getLead, PipelineTabs } from '../pipeline-tabs.tsx';
import { pipelineListPath, pipelinePath } from '../pipelines-screens.ts';
import { t } from '../pipelines-words.ts';
import { DocumentEditor } from './document-editor.tsx';
import { example } from './example.ts';
import { LeaveQuestion } from './leave-question.tsx';

const crumbs = () => [{ label: t('pipelines'), to: pipelineListPath }];

/** Saves a document, or says what the server has against it. */
function useSaving(work: (document: string) => Promise<Pipeline>, onSaved: (pipeline: Pipeline) => unknown) {
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const save = async (document: string) => {
    setBusy(true);
    setFailure(undefined);
    try {
      const saved = await work(document);
      await refresh(listPipelines, readPipeline);
      await onSaved(saved);
    } catch (error) {
      setFailure(isApiError(error) ? error.message : String(error));
    } finally {
      setBusy(false);
    }
  };
  return { busy, failure, save };
}

/** A new pipeline, beginning with an example. */
export function NewPipelinePage() {
  const navigate = useNavigate();
  const refusal = useRefusal(checkPipeline);
  const [document, setDocument] = useState(example);
  const { busy, failure, save } = useSaving(
    (text) => call(createPipeline, { body: { document: text } }),
    ({ name }) => {
      notify.good(t('created', { name }));
      return navigate(pipelinePath(name));
    },
  );
  const button = (
    <Button kind="primary" loading={busy} onClick={() => void save(document)}>
      {t('create')}
    </Button>
  );
  if (refusal !== undefined)
    return (
      <Page title={t('newPipeline')} breadcrumb={crumbs()}>
        <RefusedState message={refusal} />
      </Page>
    );
  return (
    <Page title={t('newPipeline')} breadcrumb={crumbs()} actions={button}>
      {failure && <Banner kind="bad">{failure}</Banner>}
      <DocumentEditor document={document} onChange={setDocument} />
      <LeaveQuestion isDirty={!busy && document !== example} />
    </Page>
  );
}

function Definition({ pipeline }: { pipeline: Pipeline }) {
  const { name, revision, mayChange } = pipeline;
  const [document, setDocument] = useState(pipeline.document);
  const { busy, failure, save } = useSaving(
    (text) => call(updatePipeline, { params: { name }, body: { document: text, revision } }),
    (saved) => notify.good(t('saved', { revision: saved.revision })),
  );
  const button = mayChange && (
    <Button kind="primary" loading={busy} disabled={document === pipeline.document} onClick={() => void save(document)}>
      {t('save')}
    </Button>
  );
  return (
    <Page title={name} breadcrumb={crumbs()} subtitle={getLead(pipeline)} actions={button}>
      <PipelineTabs name={name} />
      {failure && <Banner kind="bad">{failure}</Banner>}
      <DocumentEditor document={document} onChange={mayChange ? setDocument : undefined} />
      <LeaveQuestion isDirty={!busy && document !== pipeline.document} />
    </Page>
  );
}

/** What a pipeline says. */
export function DefinitionPage() {
  const { pipelineName: name = '' } = useParams();
  const result = useQuery(query(readPipeline, { params: { name } }));
  return (
    <LoadedPage result={result} missing={<Missing title={t('missing', { name })} />} title={name} breadcrumb={crumbs()}>
      {(pipeline) => <Definition key={pipeline.name} pipeline={pipeline} />}
    </LoadedPage>
  );
}
