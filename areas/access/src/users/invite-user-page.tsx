import { RecordForm } from '@packhouse/console-kit/forms.ts';
import { listGroups, readGroup } from '@packhouse/contract/access/access-group-routes.ts';
import { listUsers } from '@packhouse/contract/access/access-user-routes.ts';
import { Invitation, inviteUser } from '@packhouse/contract/access/auth-invitation-routes.ts';
import { notify, words } from '@packhouse/ui/core.ts';
import { Checkbox, Form, FormGroup, Input, rulesFor } from '@packhouse/ui/form/form.ts';
import { useNavigate } from 'react-router';
import { GroupPicker } from '../picking/group-picker.tsx';
import { getField } from './user-draft.ts';
import { editUserPath, userListPath } from './users-screens.ts';
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
  return (
    <RecordForm<typeof inviteUser, InvitationDraft>
      title={t('invite')}
      breadcrumb={[{ label: t('users'), to: userListPath }]}
      cancelTo={userListPath}
      save={inviteUser}
      submitLabel={t('sendInvitation')}
      before={blank}
      input={(body) => ({ body })}
      fieldOf={getField}
      stale={[listUsers, listGroups, readGroup]}
      onSaved={({ user: { name }, problem, said }) => {
        if (problem === null) notify.good(t('wasInvited', { name }));
        else notify.bad(t('notMailed', { name }), { detail: words().said(said ?? { message: problem }) });
        return navigate(problem === null ? userListPath : editUserPath(name), { replace: true });
      }}
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
    </RecordForm>
  );
}
