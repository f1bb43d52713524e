import { LoadedPage, query, refresh, useLive, useQuestion } from '@packhouse/console-kit/console-kit.ts';
import { RecordForm, useBaseline } from '@packhouse/console-kit/forms.ts';
import {
  createPermission,
  listPermissions,
  type Permission,
  PermissionInput,
  readPermission,
  updatePermission,
} from '@packhouse/contract/access/access-permission-routes.ts';
import { Button, EmptyState, LinkButton, notify, RelativeTime } from '@packhouse/ui/core.ts';
import { Form, FormGroup, Input, rulesFor } from '@packhouse/ui/form/form.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import { getManagedRefusal, ManagedBanner, ManagedTag } from '../forms/managed-by.tsx';
import { DeletePermission } from './delete-permission.tsx';
import { getInput, makeChange, makeDraft, newDraft, type PermissionDraft } from './permission-draft.ts';
import { nameSections, sectionsRule } from './permission-problems.ts';
import { editPermissionPath, permissionListPath } from './permissions-screens.ts';
import { t } from './permissions-words.ts';
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
  const [initial] = useState(newDraft);
  return (
    <RecordForm<typeof createPermission, PermissionDraft>
      title={t('newPermission')}
      documentTitle={t('permissions')}
      breadcrumb={breadcrumb()}
      cancelTo={permissionListPath}
      save={createPermission}
      submitLabel={t('create')}
      before={initial}
      input={(values) => ({ body: getInput(values) })}
      refuse={nameSections}
      stale={[listPermissions]}
      onSaved={({ name }) => {
        notify.good(t('wasCreated', { name }));
        return navigate(editPermissionPath(name), { replace: true });
      }}
    >
      <PermissionFields />
    </RecordForm>
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
  const [, ask] = useQuestion();
  const navigate = useNavigate();
  const baseline = useBaseline(permission, ({ name, description, sections }) => ({ name, description, sections }));
  const { name } = permission;
  const before = makeDraft(baseline.value);
  const go = async (saved: Permission) => {
    notify.good(t('wasSaved', { name: saved.name }));
    if (saved.name !== name) await navigate(editPermissionPath(saved.name), { replace: true });
    // Under its old name it is not asked for again.
    await refresh(readPermission);
  };
  return (
    <RecordForm<typeof updatePermission, PermissionDraft>
      title={name}
      documentTitle={t('permissions')}
      breadcrumb={breadcrumb()}
      subtitle={
        <>
          <ManagedTag by={permission.managedBy} />
          <span className="ph-muted">
            {t('changed')}: <RelativeTime at={permission.modifiedAt} />
          </span>
        </>
      }
      actions={
        <Button kind="ghost" icon="help" onClick={() => ask({})}>
          {t('why')}
        </Button>
      }
      above={<ManagedBanner by={permission.managedBy} of="permission" path={editPermissionPath(name)} />}
      locked={getManagedRefusal(permission.managedBy)}
      cancelTo={permissionListPath}
      save={updatePermission}
      submitLabel={t('save')}
      baseline={baseline}
      before={before}
      input={(values) => ({ params: { name }, body: makeChange(values, before) })}
      refuse={nameSections}
      stale={[listPermissions]}
      onSaved={go}
      removal={{
        label: t('remove'),
        question: (onClose) => <DeletePermission permission={permission} onClose={onClose} onDeleted={() => void navigate(permissionListPath)} />,
      }}
    >
      <PermissionFields />
    </RecordForm>
  );
}
