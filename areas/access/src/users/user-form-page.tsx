import { LoadedPage, query, useLive, useSession } from '@packhouse/console-kit/console-kit.ts';
import { RecordForm, useBaseline } from '@packhouse/console-kit/forms.ts';
import { listGroups, readGroup } from '@packhouse/contract/access/access-group-routes.ts';
import { createUser, listUsers, readUser, type User, updateUser } from '@packhouse/contract/access/access-user-routes.ts';
import { Button, EmptyState, LinkButton, notify, RelativeTime, StatusTag, Tag } from '@packhouse/ui/core.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import { getManagedRefusal, ManagedBanner, ManagedTag } from '../forms/managed-by.tsx';
import { questionAboutOwn } from '../forms/own-administration.ts';
import { DeleteUsers } from './delete-users.tsx';
import { SetPassword } from './set-password.tsx';
import { LastSignIn } from './user-columns.tsx';
import { getField, getInput, makeChange, makeDraft, newDraft, type UserDraft } from './user-draft.ts';
import { UserFields } from './user-fields.tsx';
import { UserStateFields } from './user-state.tsx';
import { setStatus } from './user-status.ts';
import { editUserPath, userListPath } from './users-screens.ts';
import { t } from './users-words.ts';
import '../listing/listing.css';
import './users.css';

const breadcrumb = () => [{ label: t('users'), to: userListPath }];

/** A new account. */
export function NewUserPage() {
  const navigate = useNavigate();
  return (
    <RecordForm<typeof createUser, UserDraft>
      title={t('newUser')}
      breadcrumb={breadcrumb()}
      cancelTo={userListPath}
      save={createUser}
      submitLabel={t('create')}
      before={newDraft}
      input={(values) => ({ body: getInput(values) })}
      fieldOf={getField}
      stale={[listUsers, listGroups, readGroup]}
      onSaved={({ name }) => {
        notify.good(t('wasCreated', { name }));
        return navigate(editUserPath(name), { replace: true });
      }}
    >
      <UserFields isNew />
    </RecordForm>
  );
}

/** Shows what an administrator decides about one account. */
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
  const navigate = useNavigate();
  const session = useSession();
  const own = session.name === user.name;
  const baseline = useBaseline(user, makeDraft);
  const { name } = user;
  const before = makeDraft(baseline.value);
  const question = (values: UserDraft) => {
    const { groups } = { ...before, ...values };
    const left = user.groups.filter((group) => !groups.includes(group));
    return own ? questionAboutOwn(session, left) : undefined;
  };
  return (
    <RecordForm<typeof updateUser, UserDraft>
      title={name}
      documentTitle={t('editTitle', { name })}
      breadcrumb={breadcrumb()}
      subtitle={<Subtitle user={user} />}
      above={
        <>
          <ManagedBanner by={user.managedBy} of="user" path={editUserPath(name)} />
          <UserStateFields name={name} />
        </>
      }
      actions={user.managedBy && <OwnDecisions user={user} />}
      locked={getManagedRefusal(user.managedBy)}
      cancelTo={userListPath}
      save={updateUser}
      submitLabel={t('save')}
      baseline={baseline}
      before={before}
      question={question}
      input={(values) => ({ params: { name }, body: makeChange(values, before) })}
      fieldOf={getField}
      cleared={{ password: '' }}
      stale={[listUsers, readUser, listGroups, readGroup]}
      onSaved={() => notify.good(t('wasSaved', { name }))}
      removal={{
        label: t('remove'),
        ...(own ? { refusal: t('ownAccount') } : {}),
        question: (onClose) => <DeleteUsers names={[name]} onClose={onClose} onDeleted={() => void navigate(userListPath)} />,
      }}
    >
      <UserFields isNew={false} own={own} throughGroups={user.effectiveAdministrator && !user.administrator} managed={user.managedBy !== undefined} />
    </RecordForm>
  );
}

/** Of a user whom another deployment manages this alone is decided here. */
function OwnDecisions({ user }: { user: User }) {
  const [setsPassword, setSetsPassword] = useState(false);
  return (
    <>
      {user.managedBy?.ownPassword && user.passwordEnabled && (
        <Button icon="key" onClick={() => setSetsPassword(true)}>
          {t('setPassword')}
        </Button>
      )}
      <StatusButton user={user} />
      {setsPassword && <SetPassword name={user.name} onClose={() => setSetsPassword(false)} />}
    </>
  );
}

function StatusButton({ user: { name, status } }: { user: User }) {
  return status === 'enabled' ? (
    <Button icon="lock" onClick={() => void setStatus(name, 'disabled')}>
      {t('disable')}
    </Button>
  ) : (
    <Button icon="check" onClick={() => void setStatus(name, 'enabled')}>
      {t('enable')}
    </Button>
  );
}

function Subtitle({ user }: { user: User }) {
  return (
    <>
      <ManagedTag by={user.managedBy} />
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
