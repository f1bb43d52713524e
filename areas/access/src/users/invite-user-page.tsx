import { call, curlOf, refresh, useRefusal } from '@packhouse/console-kit/console-kit.ts';
import { listGroups, readGroup } from '@packhouse/contract/access/access-group-routes.ts';
import { listUsers } from '@packhouse/contract/access/access-user-routes.ts';
import { Invitation, inviteUser } from '@packhouse/contract/access/auth-invitation-routes.ts';
import { notify, words } from '@packhouse/ui/core.ts';
import { Checkbox, Form, FormGroup, FormPage, Input, rulesFor } from '@packhouse/ui/form/form.ts';
import { useNavigate } from 'react-router';
import { withFields } from '../forms/form-refusal.ts';
import { GroupPicker } from '../picking/group-picker.tsx';
import { fieldOf } from './user-draft.ts';
import { editUserPath, userListPath } from './user-paths.ts';
import { t } from './users-words.ts';
import './users.css';

interface InvitationDraft {
  name: string;
  email: string;
  administrator: boolean;
  groups: string[];
}

const blank: InvitationDraft = { name: '', email: '', administrator: false, groups: [] };

/** Makes an account whose user chooses the password by mail. */
export function InviteUserPage() {
  const navigate = useNavigate();
  const refusal = useRefusal(inviteUser);
  const submit = async (values: InvitationDraft) => {
    const { user, problem, said } = await withFields(call(inviteUser, { body: { ...blank, ...values } }), fieldOf);
    await refresh(listUsers, listGroups, readGroup);
    if (problem === null) notify.good(t('wasInvited', { name: user.name }));
    else notify.bad(t('notMailed', { name: user.name }), { detail: words().said(said ?? { message: problem }) });
    await navigate(problem === null ? userListPath : editUserPath(user.name), { replace: true });
  };
  return (
    <FormPage<InvitationDraft>
      title={t('invite')}
      breadcrumb={[{ label: t('users'), to: userListPath }]}
      initialValues={blank}
      onSubmit={submit}
      submitLabel={t('sendInvitation')}
      refusal={refusal}
      curl={(values) => curlOf(inviteUser, { body: { ...blank, ...values } })}
      cancelTo={userListPath}
    >
      <FormGroup title={t('account')} text={t('inviteHelp')}>
        <Form.Item name="name" label={t('userName')} extra={t('nameHint')} rules={rulesFor(Invitation, 'name')}>
          <Input autoComplete="off" spellCheck={false} autoCapitalize="none" autoFocus />
        </Form.Item>
        <Form.Item name="email" label={t('email')} rules={rulesFor(Invitation, 'email')}>
          <Input type="email" autoComplete="off" />
        </Form.Item>
      </FormGroup>
      <FormGroup title={t('rights')} text={t('rightsHelp')}>
        <Form.Item name="administrator" valuePropName="checked" extra={t('administratorHint')}>
          <Checkbox>{t('isAdministrator')}</Checkbox>
        </Form.Item>
        <Form.Item name="groups" label={t('groups')}>
          <GroupPicker />
        </Form.Item>
      </FormGroup>
    </FormPage>
  );
}
