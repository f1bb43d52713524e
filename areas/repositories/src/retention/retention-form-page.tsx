import { getCurl, LoadedPage, query, useRefusal } from '@packhouse/console-kit/console-kit.ts';
import { RecordForm } from '@packhouse/console-kit/forms.ts';
import {
  changeRetentionPolicy,
  createRetentionPolicy,
  listRetentionPolicies,
  type RetentionPolicy,
  readRetentionPolicy,
} from '@packhouse/contract/repositories/retention-routes.ts';
import { Button, EmptyState, LinkButton, notify } from '@packhouse/ui/core.ts';
import { Form } from '@packhouse/ui/form/form.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import { DeletePolicy } from './delete-policy.tsx';
import { Preview } from './preview.tsx';
import { getInput, makeDraft, newDraft, type RetentionDraft } from './retention-draft.ts';
import { RetentionFields } from './retention-fields.tsx';
import { useRetentionPlace } from './retention-place.ts';
import { t } from './retention-words.ts';
import { RunPolicy } from './run-policy.tsx';
import './retention.css';

const breadcrumb = (listPath: string) => [{ label: t('retention'), to: listPath }];

/** The fields with, below them, what they would take away. */
function FieldsWithPreview({ initial }: { initial: RetentionDraft }) {
  const values = Form.useWatch((all: Partial<RetentionDraft>) => all) ?? {};
  return (
    <>
      <RetentionFields projectKey={initial.projectKey} />
      <Preview draft={{ ...initial, ...values }} />
    </>
  );
}

function curlText(route: typeof createRetentionPolicy | typeof changeRetentionPolicy, draft: RetentionDraft, id?: number): string {
  try {
    const body = getInput(draft);
    return id === undefined ? getCurl(createRetentionPolicy, { body }) : getCurl(changeRetentionPolicy, { params: { id }, body });
  } catch {
    return `# ${t('reasonWanted')} (${route.name})`;
  }
}

/** A new policy. */
export function NewRetentionPage() {
  const navigate = useNavigate();
  const { listPath, editPath, ofProject } = useRetentionPlace();
  const initial = ofProject === undefined ? newDraft : { ...newDraft, projectKey: ofProject, projectKeys: [ofProject] };
  return (
    <RecordForm<typeof createRetentionPolicy, RetentionDraft>
      title={t('newPolicy')}
      breadcrumb={breadcrumb(listPath)}
      cancelTo={listPath}
      save={createRetentionPolicy}
      submitLabel={t('create')}
      before={initial}
      input={(values) => ({ body: getInput(values) })}
      curl={(values) => curlText(createRetentionPolicy, { ...initial, ...values })}
      stale={[listRetentionPolicies]}
      onSaved={({ id, name }) => {
        notify.good(t('created', { name }));
        return navigate(editPath(id), { replace: true });
      }}
    >
      <FieldsWithPreview initial={initial} />
    </RecordForm>
  );
}

/** One policy. */
export function EditRetentionPage() {
  const { id = '' } = useParams();
  const { listPath } = useRetentionPlace();
  const result = useQuery(query(readRetentionPolicy, { params: { id: Number(id) } }));
  const missing = <EmptyState icon="clock" title={t('noSuchPolicy')} action={<LinkButton to={listPath}>{t('allPolicies')}</LinkButton>} />;
  return (
    <LoadedPage result={result} missing={missing} title={t('retention')} breadcrumb={breadcrumb(listPath)} narrow>
      {(policy) => <EditForm key={policy.id} policy={policy} />}
    </LoadedPage>
  );
}

function EditForm({ policy }: { policy: RetentionPolicy }) {
  const navigate = useNavigate();
  const { listPath } = useRetentionPlace();
  const [isStarting, setStarting] = useState(false);
  const refusal = useRefusal(changeRetentionPolicy);
  const { id, name } = policy;
  const initial = makeDraft(policy);
  return (
    <>
      <RecordForm<typeof changeRetentionPolicy, RetentionDraft>
        title={name}
        documentTitle={t('editTitle', { name })}
        breadcrumb={breadcrumb(listPath)}
        actions={
          <Button icon="clock" refusal={refusal} onClick={() => setStarting(true)}>
            {t('runNow')}
          </Button>
        }
        cancelTo={listPath}
        save={changeRetentionPolicy}
        submitLabel={t('save')}
        before={initial}
        input={(values) => ({ params: { id }, body: getInput(values) })}
        curl={(values) => curlText(changeRetentionPolicy, { ...initial, ...values }, id)}
        stale={[listRetentionPolicies, readRetentionPolicy]}
        onSaved={(saved) => notify.good(t('saved', { name: saved.name }))}
        removal={{
          label: t('remove'),
          question: (onClose) => <DeletePolicy policy={policy} onClose={onClose} onDeleted={() => void navigate(listPath)} />,
        }}
      >
        <FieldsWithPreview initial={initial} />
      </RecordForm>
      {isStarting && <RunPolicy policy={policy} onClose={() => setStarting(false)} />}
    </>
  );
}
