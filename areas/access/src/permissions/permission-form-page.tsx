import { call, getCurl, LoadedPage, query, refresh, useLive, useRefusal } from '@packhouse/console-kit/console-kit.ts';
import { StaleBanner, useBaseline } from '@packhouse/console-kit/forms.ts';
import {
  createPermission,
  listPermissions,
  type Permission,
  PermissionInput,
  readPermission,
  updatePermission,
} from '@packhouse/contract/access/access-permission-routes.ts';
import { Button, EmptyState, LinkButton, notify, RelativeTime } from '@packhouse/ui/core.ts';
import { Form, FormGroup, FormPage, Input, rulesFor } from '@packhouse/ui/form/form.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import { DeletePermission } from './delete-permission.tsx';
import { ExplainDrawer } from './explain-drawer.tsx';
import { getInput, makeChange, makeDraft, newDraft, type PermissionDraft } from './permission-draft.ts';
import { sectionsRule, withSections } from './permission-problems.ts';
import { editPermissionPath, permissionListPath } from './permissions-screens.ts';
import { t } from './permissions-words.ts';
import { useQuestion } from './question.ts';
import { SectionsEditor } from './section-editor.tsx';
import '../listing/listing.css';
import './permissions.css';

const breadcrumb = () => [{ label: t('permissions'), to: permissionListPath }];

function PermissionFields() {
  return (
    <>
      <FormGroup title={t('basics')}>
        <Form.Item name="name" label={t('permissionName')} rules={rulesFor(PermissionInput, 'name')}>
          <Input autoComplete="off" spellCheck={false} />
        </Form.Item>
        <Form.Item name="description" label={t('description')} rules={rulesFor(PermissionInput, 'description')}>
          <Input.TextArea autoSize={{ minRows: 1, maxRows: 6 }} />
        </Form.Item>
      </FormGroup>
      <FormGroup title={t('sections')} text={t('sectionsHelp')}>
        <Form.Item name="sections" rules={[sectionsRule]} validateTrigger="onSubmit">
          <SectionsEditor />
        </Form.Item>
      </FormGroup>
    </>
  );
}

/** A new permission. */
export function NewPermissionPage() {
  const navigate = useNavigate();
  const refusal = useRefusal(createPermission);
  const [initial] = useState(newDraft);
  const submit = async (values: PermissionDraft) => {
    const made = await withSections(call(createPermission, { body: getInput(values) }), values);
    await refresh(listPermissions);
    notify.good(t('wasCreated', { name: made.name }));
    await navigate(editPermissionPath(made.name), { replace: true });
  };
  return (
    <FormPage<PermissionDraft>
      title={t('newPermission')}
      documentTitle={t('permissions')}
      breadcrumb={breadcrumb()}
      initialValues={initial}
      onSubmit={submit}
      submitLabel={t('create')}
      refusal={refusal}
      curl={(values) => getCurl(createPermission, { body: getInput(values) })}
      cancelTo={permissionListPath}
    >
      <PermissionFields />
    </FormPage>
  );
}

/** One permission. */
export function EditPermissionPage() {
  const { name = '' } = useParams();
  const result = useQuery(query(readPermission, { params: { name } }));
  useLive(['access.permission.'], readPermission);
  const missing = (
    <EmptyState icon="shield" title={t('noSuchPermission', { name })} action={<LinkButton to={permissionListPath}>{t('allPermissions')}</LinkButton>} />
  );
  return (
    <LoadedPage result={result} missing={missing} title={t('editTitle', { name })} documentTitle={t('permissions')} breadcrumb={breadcrumb()} narrow>
      {(permission) => <EditForm key={name} permission={permission} />}
    </LoadedPage>
  );
}

function EditForm({ permission }: { permission: Permission }) {
  const [removing, setRemoving] = useState(false);
  const [question, ask] = useQuestion();
  const navigate = useNavigate();
  const refusal = useRefusal(updatePermission);
  const baseline = useBaseline(permission, ({ name, description, sections }) => ({ name, description, sections }));
  const { name } = permission;
  const before = makeDraft(baseline.value);
  const submit = async (values: PermissionDraft) => {
    const saved = await withSections(call(updatePermission, { params: { name }, body: makeChange(values, before) }), values);
    baseline.saved(saved);
    notify.good(t('wasSaved', { name: saved.name }));
    if (saved.name !== name) await navigate(editPermissionPath(saved.name), { replace: true });
    await refresh(listPermissions, readPermission);
  };
  return (
    <>
      <FormPage<PermissionDraft>
        key={baseline.version}
        title={name}
        documentTitle={t('permissions')}
        breadcrumb={breadcrumb()}
        subtitle={
          <span className="ph-muted">
            {t('changed')}: <RelativeTime at={permission.modifiedAt} />
          </span>
        }
        actions={
          <>
            <Button kind="ghost" icon="help" onClick={() => ask({})}>
              {t('why')}
            </Button>
            <Button kind="ghost" icon="trash" refusal={refusal} onClick={() => setRemoving(true)}>
              {t('remove')}
            </Button>
          </>
        }
        initialValues={before}
        onSubmit={submit}
        submitLabel={t('save')}
        refusal={refusal}
        curl={(values) => getCurl(updatePermission, { params: { name }, body: makeChange(values, before) })}
        cancelTo={permissionListPath}
      >
        {baseline.isStale && <StaleBanner onTake={baseline.take} />}
        <PermissionFields />
      </FormPage>
      {removing && <DeletePermission permission={permission} onClose={() => setRemoving(false)} onDeleted={() => void navigate(permissionListPath)} />}
      {question && <ExplainDrawer question={question} onAsk={ask} onClose={() => ask(undefined)} />}
    </>
  );
}
