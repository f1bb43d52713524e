import { call, curlOf, LoadedPage, query, refresh, useLive, useRefusal, useSession } from '@packhouse/console-kit/console-kit.ts';
import { createGroup, type GroupDetails, listGroups, NewGroup, readGroup, updateGroup } from '@packhouse/contract/access/access-group-routes.ts';
import { listUsers, readUser } from '@packhouse/contract/access/access-user-routes.ts';
import { Button, EmptyState, LinkButton, notify, RelativeTime, Tag } from '@packhouse/ui/core.ts';
import { Checkbox, Form, FormGroup, FormPage, Input, rulesFor } from '@packhouse/ui/form/form.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useNavigate, useParams } from 'react-router';
import type { z } from 'zod';
import { withFields } from '../forms/form-refusal.ts';
import { questionAboutOwn } from '../forms/own-administration.ts';
import { StaleBanner } from '../forms/stale-banner.tsx';
import { useBaseline } from '../forms/use-baseline.ts';
import { DeleteGroups } from './delete-groups.tsx';
import { changeOf, draftOf, fieldOf, type GroupDraft, inputOf, newDraft } from './group-draft.ts';
import { editGroupPath, groupListPath } from './group-paths.ts';
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
  const refusal = useRefusal(createGroup);
  const submit = async (values: GroupDraft) => {
    const made = await withFields(call(createGroup, { body: inputOf({ ...newDraft, ...values }) }), fieldOf);
    await refresh(listGroups, listUsers, readUser);
    notify.good(t('wasCreated', { name: made.name }));
    await navigate(editGroupPath(made.name), { replace: true });
  };
  return (
    <FormPage<GroupDraft>
      title={t('newGroup')}
      breadcrumb={breadcrumb()}
      initialValues={newDraft}
      onSubmit={submit}
      submitLabel={t('create')}
      refusal={refusal}
      curl={(values) => curlOf(createGroup, { body: inputOf({ ...newDraft, ...values }) })}
      cancelTo={groupListPath}
    >
      <GroupFields isNew />
    </FormPage>
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
  const [removing, setRemoving] = useState(false);
  const navigate = useNavigate();
  const refusal = useRefusal(updateGroup);
  const session = useSession();
  const baseline = useBaseline(group, draftOf);
  const { name } = group;
  const before = draftOf(baseline.value);
  const question = (values: GroupDraft) => {
    const { administrator, members } = { ...before, ...values };
    const gave = group.administrator && group.members.includes(session.name);
    return gave && !(administrator && members.includes(session.name)) ? questionAboutOwn(session, [name]) : undefined;
  };
  const submit = async (values: GroupDraft) => {
    const saved = await withFields(call(updateGroup, { params: { name }, body: changeOf({ ...before, ...values }, before) }), fieldOf);
    baseline.saved(saved);
    await refresh(listGroups, readGroup, listUsers, readUser);
    notify.good(t('wasSaved', { name }));
  };
  return (
    <>
      <FormPage<GroupDraft>
        key={baseline.version}
        title={name}
        documentTitle={t('editTitle', { name })}
        breadcrumb={breadcrumb()}
        subtitle={
          <>
            {group.administrator && <Tag accent>{t('administrators')}</Tag>}
            <span className="ph-muted">
              {t('created')}: <RelativeTime at={group.createdAt} />
            </span>
            <Link to={`/admin/management/permissions?group=${encodeURIComponent(name)}`}>{t('itsPermissions')}</Link>
          </>
        }
        actions={
          <Button kind="ghost" icon="trash" refusal={refusal} onClick={() => setRemoving(true)}>
            {t('remove')}
          </Button>
        }
        initialValues={before}
        question={question}
        onSubmit={submit}
        submitLabel={t('save')}
        refusal={refusal}
        curl={(values) => curlOf(updateGroup, { params: { name }, body: changeOf({ ...before, ...values }, before) })}
        cancelTo={groupListPath}
      >
        {baseline.isStale && <StaleBanner onTake={baseline.take} />}
        <GroupFields isNew={false} />
      </FormPage>
      {removing && <DeleteGroups groups={[group]} onClose={() => setRemoving(false)} onDeleted={() => void navigate(groupListPath)} />}
    </>
  );
}
