import { call, curlOf, LoadedPage, query, refresh, useRefusal } from '@packhouse/console-kit/console-kit.ts';
import {
  changeRetentionPolicy,
  createRetentionPolicy,
  listRetentionPolicies,
  type RetentionPolicy,
  readRetentionPolicy,
} from '@packhouse/contract/repositories/retention-routes.ts';
import { Button, EmptyState, LinkButton, notify } from '@packhouse/ui/core.ts';
import { Form, FormPage } from '@packhouse/ui/form/form.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import { DeletePolicy } from './delete-policy.tsx';
import { Preview } from './preview.tsx';
import { draftOf, inputOf, newDraft, type RetentionDraft } from './retention-draft.ts';
import { RetentionFields } from './retention-fields.tsx';
import { editPolicyPath, policyListPath } from './retention-paths.ts';
import { t } from './retention-words.ts';
import { RunPolicy } from './run-policy.tsx';
import './retention.css';

const breadcrumb = () => [{ label: t('retention'), to: policyListPath }];

/** The fields with, below them, what they would take away. */
function FieldsWithPreview({ initial }: { initial: RetentionDraft }) {
  const values = Form.useWatch((all: Partial<RetentionDraft>) => all) ?? {};
  return (
    <>
      <RetentionFields />
      <Preview draft={{ ...initial, ...values }} />
    </>
  );
}

function curlText(route: typeof createRetentionPolicy | typeof changeRetentionPolicy, draft: RetentionDraft, id?: number): string {
  try {
    const body = inputOf(draft);
    return id === undefined ? curlOf(createRetentionPolicy, { body }) : curlOf(changeRetentionPolicy, { params: { id }, body });
  } catch {
    return `# ${t('reasonWanted')} (${route.name})`;
  }
}

/** A new policy. */
export function NewRetentionPage() {
  const navigate = useNavigate();
  const refusal = useRefusal(createRetentionPolicy);
  const submit = async (values: RetentionDraft) => {
    const made = await call(createRetentionPolicy, { body: inputOf({ ...newDraft, ...values }) });
    await refresh(listRetentionPolicies);
    notify.good(t('created', { name: made.name }));
    await navigate(editPolicyPath(made.id), { replace: true });
  };
  return (
    <FormPage<RetentionDraft>
      title={t('newPolicy')}
      breadcrumb={breadcrumb()}
      initialValues={newDraft}
      onSubmit={submit}
      submitLabel={t('create')}
      refusal={refusal}
      curl={(values) => curlText(createRetentionPolicy, { ...newDraft, ...values })}
      cancelTo={policyListPath}
    >
      <FieldsWithPreview initial={newDraft} />
    </FormPage>
  );
}

/** One policy. */
export function EditRetentionPage() {
  const { id = '' } = useParams();
  const result = useQuery(query(readRetentionPolicy, { params: { id: Number(id) } }));
  const missing = <EmptyState icon="clock" title={t('noSuchPolicy')} action={<LinkButton to={policyListPath}>{t('allPolicies')}</LinkButton>} />;
  return (
    <LoadedPage result={result} missing={missing} title={t('retention')} breadcrumb={breadcrumb()} narrow>
      {(policy) => <EditForm key={policy.id} policy={policy} />}
    </LoadedPage>
  );
}

function EditForm({ policy }: { policy: RetentionPolicy }) {
  const navigate = useNavigate();
  const [asked, setAsked] = useState<'run' | 'remove'>();
  const refusal = useRefusal(changeRetentionPolicy);
  const { id, name } = policy;
  const initial = draftOf(policy);
  const submit = async (values: RetentionDraft) => {
    const saved = await call(changeRetentionPolicy, { params: { id }, body: inputOf({ ...initial, ...values }) });
    await refresh(listRetentionPolicies, readRetentionPolicy);
    notify.good(t('saved', { name: saved.name }));
  };
  return (
    <>
      <FormPage<RetentionDraft>
        title={name}
        documentTitle={t('editTitle', { name })}
        breadcrumb={breadcrumb()}
        actions={
          <>
            <Button icon="clock" refusal={refusal} onClick={() => setAsked('run')}>
              {t('runNow')}
            </Button>
            <Button kind="ghost" icon="trash" refusal={refusal} onClick={() => setAsked('remove')}>
              {t('remove')}
            </Button>
          </>
        }
        initialValues={initial}
        onSubmit={submit}
        submitLabel={t('save')}
        refusal={refusal}
        curl={(values) => curlText(changeRetentionPolicy, { ...initial, ...values }, id)}
        cancelTo={policyListPath}
      >
        <FieldsWithPreview initial={initial} />
      </FormPage>
      {asked === 'run' && <RunPolicy policy={policy} onClose={() => setAsked(undefined)} />}
      {asked === 'remove' && <DeletePolicy policy={policy} onClose={() => setAsked(undefined)} onDeleted={() => void navigate(policyListPath)} />}
    </>
  );
}
