import { isApiError, LoadedPage, query } from '@packhouse/console-kit/console-kit.ts';
import { FormRefusal, RecordForm } from '@packhouse/console-kit/forms.ts';
import { createPolicy, GovernedName, listPolicies, type Policy, readPolicy, updatePolicy } from '@packhouse/contract/scanning/policy-routes.ts';
import { policyTypes } from '@packhouse/contract/scanning/policy-types.ts';
import { previewPolicy } from '@packhouse/contract/scanning/watch-routes.ts';
import { Button, EmptyState, LinkButton, notify } from '@packhouse/ui/core.ts';
import { Form, FormGroup, Input, rulesFor, Select } from '@packhouse/ui/form/form.ts';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from 'react-router';
import { z } from 'zod';
import { editPolicyPath, policyListPath } from './governing-screens.ts';
import { t } from './governing-words.ts';
import { findPolicyField, getPolicy, makePolicyDraft, makeRule, newPolicy, type PolicyDraft } from './policy-draft.ts';
import { DeletePolicy } from './policy-list-page.tsx';
import { PolicyRevisions } from './policy-revisions.tsx';
import { PreviewPanel } from './preview-panel.tsx';
import { ProjectField, useOwnProject } from './project-field.tsx';
import { RuleSentence } from './rule-sentence.tsx';
import '../scanning.css';

const breadcrumb = () => [{ label: t('policies'), to: policyListPath }];
const Named = z.object({ name: GovernedName });
const place = ({ project }: Pick<PolicyDraft, 'project'>) => ({ query: project === '' ? {} : { projectKey: project } });
/** What the form holds; a field that was emptied holds nothing at all. */
const readDraft = (before: PolicyDraft, now: Partial<PolicyDraft>): PolicyDraft => ({ ...before, ...now, project: now.project ?? '' });

/** Says a refusal of the server at the form's own fields. */
function inForm(error: Error): Error {
  if (!isApiError(error) || error.fields.length === 0) return error;
  return new FormRefusal(
    error.message,
    error.fields.map(({ path, message }) => ({ path: findPolicyField(path), message })),
  );
}

function General({ isNew }: { isNew: boolean }) {
  const form = Form.useFormInstance<PolicyDraft>();
  const types = policyTypes.map((value) => ({ value, label: t(`is_${value}`) }));
  return (
    <FormGroup title={t('general')}>
      {isNew && (
        <>
          <Form.Item name="name" label={t('name')} extra={t('nameHint')} rules={rulesFor(Named, 'name')}>
            <Input autoComplete="off" spellCheck={false} className="ph-mono" />
          </Form.Item>
          <Form.Item name="type" label={t('type')} required>
            <Select options={types} onChange={(type) => form.setFieldValue('rules', [makeRule(type as PolicyDraft['type'], 1)])} />
          </Form.Item>
          <ProjectField duty="policies" />
        </>
      )}
      <Form.Item name="description" label={t('description')}>
        <Input autoComplete="off" />
      </Form.Item>
    </FormGroup>
  );
}

function Rules() {
  const form = Form.useFormInstance<PolicyDraft>();
  return (
    <FormGroup title={t('rules')} text={t('rulesAbout')}>
      <Form.List name="rules">
        {(fields, { add, remove, move }) => (
          <>
            {fields.map(({ key, name }) => (
              <RuleSentence
                key={key}
                at={name}
                onUp={name > 0 ? () => move(name, name - 1) : undefined}
                onRemove={fields.length > 1 ? () => remove(name) : undefined}
              />
            ))}
            <span>
              <Button icon="plus" onClick={() => add(makeRule(form.getFieldValue('type') as PolicyDraft['type'], fields.length + 1))}>
                {t('addRule')}
              </Button>
            </span>
          </>
        )}
      </Form.List>
    </FormGroup>
  );
}

/** A new policy. */
export function NewPolicyPage() {
  const navigate = useNavigate();
  const [form] = Form.useForm<PolicyDraft>();
  const before = { ...newPolicy, project: useOwnProject('policies') };
  const read = () => readDraft(before, form.getFieldsValue(true));
  const input = () => ({ ...place(read()), body: getPolicy(read()) });
  return (
    <RecordForm<typeof createPolicy, PolicyDraft>
      wide
      form={form}
      title={t('newPolicy')}
      breadcrumb={breadcrumb()}
      cancelTo={policyListPath}
      save={createPolicy}
      submitLabel={t('createPolicy')}
      before={before}
      input={input}
      refuse={inForm}
      stale={[listPolicies]}
      onSaved={({ name }) => {
        notify.good(t('created', { name }));
        return navigate(editPolicyPath(name), { replace: true });
      }}
    >
      <General isNew />
      <Rules />
      <PreviewPanel route={previewPolicy} input={input} />
    </RecordForm>
  );
}

/** One policy. */
export function EditPolicyPage() {
  const { policyName: name = '' } = useParams();
  const result = useQuery(query(readPolicy, { params: { name } }));
  const missing = <EmptyState icon="shield" title={t('noSuchPolicy', { name })} action={<LinkButton to={policyListPath}>{t('all')}</LinkButton>} />;
  return (
    <LoadedPage result={result} missing={missing} title={name} breadcrumb={breadcrumb()} lines={10}>
      {(policy) => <EditForm key={policy.name} policy={policy} />}
    </LoadedPage>
  );
}

function EditForm({ policy }: { policy: Policy }) {
  const navigate = useNavigate();
  const { name } = policy;
  const before = makePolicyDraft(policy);
  const [form] = Form.useForm<PolicyDraft>();
  const read = () => readDraft(before, form.getFieldsValue(true));
  return (
    <RecordForm<typeof updatePolicy, PolicyDraft>
      wide
      form={form}
      title={name}
      breadcrumb={breadcrumb()}
      cancelTo={policyListPath}
      save={updatePolicy}
      submitLabel={t('save')}
      before={before}
      input={() => ({ params: { name }, body: getPolicy(read()) })}
      refuse={inForm}
      stale={[listPolicies, readPolicy]}
      onSaved={() => notify.good(t('saved', { name }))}
      removal={{ label: t('remove'), question: (onClose) => <DeletePolicy name={name} onClose={onClose} onDeleted={() => void navigate(policyListPath)} /> }}
    >
      <General isNew={false} />
      <Rules />
      <PreviewPanel route={previewPolicy} input={() => ({ ...place(read()), body: getPolicy(read()) })} />
      <PolicyRevisions name={name} type={policy.type} />
    </RecordForm>
  );
}
