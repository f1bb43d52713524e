import { call, curlOf, LoadedPage, query, refresh, useLive, useRefusal, useSession } from '@packhouse/console-kit/console-kit.ts';
import { listGroups, readGroup } from '@packhouse/contract/access/access-group-routes.ts';
import { createUser, listUsers, readUser, type User, updateUser } from '@packhouse/contract/access/access-user-routes.ts';
import { Button, EmptyState, LinkButton, notify, RelativeTime, StatusTag, Tag } from '@packhouse/ui/core.ts';
import { Form, FormPage } from '@packhouse/ui/form/form.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import { withFields } from '../forms/form-refusal.ts';
import { questionAboutOwn } from '../forms/own-administration.ts';
import { StaleBanner } from '../forms/stale-banner.tsx';
import { useBaseline } from '../forms/use-baseline.ts';
import { DeleteUsers } from './delete-users.tsx';
import { LastSignIn } from './user-columns.tsx';
import { changeOf, draftOf, fieldOf, inputOf, newDraft, type UserDraft } from './user-draft.ts';
import { UserFields } from './user-fields.tsx';
import { editUserPath, userListPath } from './user-paths.ts';
import { UserStateFields } from './user-state.tsx';
import { t } from './users-words.ts';
import '../listing/listing.css';
import './users.css';

const breadcrumb = () => [{ label: t('users'), to: userListPath }];

/** A new account. */
export function NewUserPage() {
  const navigate = useNavigate();
  const refusal = useRefusal(createUser);
  const submit = async (values: UserDraft) => {
    const made = await withFields(call(createUser, { body: inputOf({ ...newDraft, ...values }) }), fieldOf);
    await refresh(listUsers, listGroups, readGroup);
    notify.good(t('wasCreated', { name: made.name }));
    await navigate(editUserPath(made.name), { replace: true });
  };
  return (
    <FormPage<UserDraft>
      title={t('newUser')}
      breadcrumb={breadcrumb()}
      initialValues={newDraft}
      onSubmit={submit}
      submitLabel={t('create')}
      refusal={refusal}
      curl={(values) => curlOf(createUser, { body: inputOf({ ...newDraft, ...values }) })}
      cancelTo={userListPath}
    >
      <UserFields isNew />
    </FormPage>
  );
}

/** What an administrator decides about one account. */
export function EditUserPage() {
  const { username = '' } = useParams();
  const result = useQuery(query(readUser, { params: { name: username } }));
  useLive(['access.user.', 'access.group.'], readUser);
  const missing = <EmptyState icon="user" title={t('noSuchUser', { name: username })} action={<LinkButton to={userListPath}>{t('allUsers')}</LinkButton>} />;
  return (
    <LoadedPage result={result} missing={missing} title={t('editTitle', { name: username })} breadcrumb={breadcrumb()} narrow>
      {(user) => <EditForm key={user.name} user={user} />}
    </LoadedPage>
  );
}

function EditForm({ user }: { user: User }) {
  const [removing, setRemoving] = useState(false);
  const navigate = useNavigate();
  const session = useSession();
  const own = session.name === user.name;
  const refusal = useRefusal(updateUser);
  const [form] = Form.useForm<UserDraft>();
  const baseline = useBaseline(user, draftOf);
  const { name } = user;
  const before = draftOf(baseline.value);
  const take = () => {
    baseline.take();
    form.setFieldsValue(draftOf(user));
  };
  const question = (values: UserDraft) => {
    const { groups } = { ...before, ...values };
    const left = user.groups.filter((group) => !groups.includes(group));
    return own ? questionAboutOwn(session, left) : undefined;
  };
  const submit = async (values: UserDraft) => {
    const saved = await withFields(call(updateUser, { params: { name }, body: changeOf({ ...before, ...values }, before) }), fieldOf);
    baseline.saved(saved);
    form.setFieldValue('password', '');
    await refresh(listUsers, readUser, listGroups, readGroup);
    notify.good(t('wasSaved', { name }));
  };
  return (
    <>
      <FormPage<UserDraft>
        key={baseline.version}
        form={form}
        title={name}
        documentTitle={t('editTitle', { name })}
        breadcrumb={breadcrumb()}
        subtitle={<Subtitle user={user} />}
        actions={
          <Button kind="ghost" icon="trash" refusal={own ? t('ownAccount') : refusal} onClick={() => setRemoving(true)}>
            {t('remove')}
          </Button>
        }
        initialValues={before}
        question={question}
        onSubmit={submit}
        submitLabel={t('save')}
        refusal={refusal}
        curl={(values) => curlOf(updateUser, { params: { name }, body: changeOf({ ...before, ...values }, before) })}
        cancelTo={userListPath}
      >
        {baseline.isStale && <StaleBanner onTake={take} />}
        <UserStateFields name={name} />
        <UserFields isNew={false} own={own} throughGroups={user.effectiveAdministrator && !user.administrator} />
      </FormPage>
      {removing && <DeleteUsers names={[name]} onClose={() => setRemoving(false)} onDeleted={() => void navigate(userListPath)} />}
    </>
  );
}

function Subtitle({ user }: { user: User }) {
  return (
    <>
      {user.status === 'disabled' && <StatusTag kind="neutral">{t('disabled')}</StatusTag>}
      {user.effectiveAdministrator && <Tag accent>{t('administrator')}</Tag>}
      <span className="ph-muted">
        {t('created')}: <RelativeTime at={user.createdAt} />
      </span>
      <span className="ph-muted">
        {t('lastSignIn')}: <LastSignIn user={user} />
      </span>
    </>
  );
}
