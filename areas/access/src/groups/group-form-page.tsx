import { LoadedPage, query, useLive, useSession } from '@packhouse/console-kit/console-kit.ts';
import { RecordForm, useBaseline } from '@packhouse/console-kit/forms.ts';
import { createGroup, type GroupDetails, listGroups, NewGroup, readGroup, updateGroup } from '@packhouse/contract/access/access-group-routes.ts';
import { listUsers, readUser } from '@packhouse/contract/access/access-user-routes.ts';
import { EmptyState, LinkButton, notify, RelativeTime, Tag } from '@packhouse/ui/core.ts';
import { Checkbox, Form, FormGroup, Input, rulesFor } from '@packhouse/ui/form/form.ts';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams } from 'react-router';
import type { z } from 'zod';
import { getManagedRefusal, ManagedBanner, ManagedTag } from '../forms/managed-by.tsx';
import { questionAboutOwn } from '../forms/own-administration.ts';
import { DeleteGroups } from './delete-groups.tsx';
import { type GroupDraft, getField, getInput, makeChange, makeDraft, newDraft } from './group-draft.ts';
import { editGroupPath, groupListPath } from './groups-screens.ts';
import { t } from './groups-words.ts';
import { MemberPicker } from './member-picker.tsx';
import '../listing/listing.css';
import './groups.css';

const breadcrumb = () => [{ label: t('groups'), to: groupListPath }];

function GroupFields({ isNew }: { isNew: boolean }) {
  return (
    <>
      <FormGroup title={t('basics')}>
        {isNew && (
          <Form.Item name="name" label={t('groupName')} extra={t('nameHint')} rules={rulesFor(NewGroup, 'name')}>
            <Input autoComplete="off" spellCheck={false} autoFocus />
          </Form.Item>
        )}
        <Form.Item name="description" label={t('description')} rules={rulesFor(NewGroup, 'description')}>
          <Input.TextArea autoSize={{ minRows: 1, maxRows: 6 }} />
        </Form.Item>
      </FormGroup>
      <FormGroup title={t('members')} text={t('membersHelp')}>
        <Form.Item name="members">
          <MemberPicker />
        </Form.Item>
        <Form.Item name="autoJoin" valuePropName="checked" extra={t('autoJoinHint')}>
          <Checkbox>{t('isAutoJoin')}</Checkbox>
        </Form.Item>
      </FormGroup>
      <FormGroup title={t('rights')} text={t('rightsHelp')}>
        <Form.Item name="administrator" valuePropName="checked" extra={t('administratorHint')}>
          <Checkbox>{t('isAdministrator')}</Checkbox>
        </Form.Item>
      </FormGroup>
      <FormGroup title={t('outside')} text={t('outsideHelp')} advanced>
        <Form.Item name="externalId" label={t('externalId')} rules={rulesFor(NewGroup, 'externalId')}>
          <Input className="ph-mono" autoComplete="off" spellCheck={false} />
        </Form.Item>
      </FormGroup>
    </>
  );
}

/** A new group. */
export function NewGroupPage() {
  const navigate = useNavigate();
  return (
    <RecordForm<typeof createGroup, GroupDraft>
      title={t('newGroup')}
      breadcrumb={breadcrumb()}
      cancelTo={groupListPath}
      save={createGroup}
      submitLabel={t('create')}
      before={newDraft}
      input={(values) => ({ body: getInput(values) })}
      fieldOf={getField}
      stale={[listGroups, listUsers, readUser]}
      onSaved={({ name }) => {
        notify.good(t('wasCreated', { name }));
        return navigate(editGroupPath(name), { replace: true });
      }}
    >
      <GroupFields isNew />
    </RecordForm>
  );
}

/** One group with its members. */
export function EditGroupPage() {
  const { groupname = '' } = useParams();
  const result = useQuery(query(readGroup, { params: { name: groupname } }));
  useLive(['access.group.', 'access.user.'], readGroup);
  const missing = (
    <EmptyState icon="group" title={t('noSuchGroup', { name: groupname })} action={<LinkButton to={groupListPath}>{t('allGroups')}</LinkButton>} />
  );
  return (
    <LoadedPage result={result} missing={missing} title={t('editTitle', { name: groupname })} breadcrumb={breadcrumb()} narrow>
      {(group) => <EditForm key={group.name} group={group} />}
    </LoadedPage>
  );
}

function EditForm({ group }: { group: z.output<typeof GroupDetails> }) {
  const navigate = useNavigate();
  const session = useSession();
  const baseline = useBaseline(group, makeDraft);
  const { name } = group;
  const before = makeDraft(baseline.value);
  const question = (values: GroupDraft) => {
    const { administrator, members } = { ...before, ...values };
    const gave = group.administrator && group.members.includes(session.name);
    return gave && !(administrator && members.includes(session.name)) ? questionAboutOwn(session, [name]) : undefined;
  };
  return (
    <RecordForm<typeof updateGroup, GroupDraft>
      title={name}
      documentTitle={t('editTitle', { name })}
      breadcrumb={breadcrumb()}
      subtitle={
        <>
          <ManagedTag by={group.managedBy} />
          {group.administrator && <Tag accent>{t('administrators')}</Tag>}
          <span className="ph-muted">
            {t('created')}: <RelativeTime at={group.createdAt} />
          </span>
          <Link to={`/admin/management/permissions?group=${encodeURIComponent(name)}`}>{t('itsPermissions')}</Link>
        </>
      }
      above={<ManagedBanner by={group.managedBy} of="group" path={editGroupPath(name)} />}
      locked={getManagedRefusal(group.managedBy)}
      cancelTo={groupListPath}
      save={updateGroup}
      submitLabel={t('save')}
      baseline={baseline}
      before={before}
      question={question}
      input={(values) => ({ params: { name }, body: makeChange(values, before) })}
      fieldOf={getField}
      stale={[listGroups, readGroup, listUsers, readUser]}
      onSaved={() => notify.good(t('wasSaved', { name }))}
      removal={{
        label: t('remove'),
        question: (onClose) => <DeleteGroups groups={[group]} onClose={onClose} onDeleted={() => void navigate(groupListPath)} />,
      }}
    >
      <GroupFields isNew={false} />
    </RecordForm>
  );
}
