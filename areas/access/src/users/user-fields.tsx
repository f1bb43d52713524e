import { NewUser, UserChange } from '@packhouse/contract/access/access-user-routes.ts';
import { Checkbox, Form, FormGroup, Input, rulesFor } from '@packhouse/ui/form/form.ts';
import { GroupPicker } from '../picking/group-picker.tsx';
import { PasswordInput } from './password-input.tsx';
import { passwordProblem, type UserDraft } from './user-draft.ts';
import { t } from './users-words.ts';

type Flag = 'administrator' | 'disabled' | 'profileUpdatable' | 'consoleAccess' | 'passwordEnabled' | 'passwordExpired';

function Tick({ name, label, hint, disabled = false }: { name: Flag; label: string; hint?: string; disabled?: boolean }) {
  return (
    <Form.Item name={name} valuePropName="checked" extra={hint}>
      <Checkbox disabled={disabled}>{label}</Checkbox>
    </Form.Item>
  );
}

interface FormAccess {
  getFieldsValue: (all: true) => Partial<UserDraft>;
}

function passwordRule(isNew: boolean) {
  return ({ getFieldsValue }: FormAccess) => ({
    validator: async () => {
      const { password = '', passwordEnabled = true } = getFieldsValue(true);
      const problem = passwordProblem({ password, passwordEnabled }, isNew);
      if (problem) throw new Error(problem);
    },
  });
}

interface UserFieldsProps {
  isNew: boolean;
  /** The administrator's own account: what would lock them out cannot be changed. */
  own?: boolean;
  /** Administrator through these groups, whatever the own mark says. */
  throughGroups?: boolean;
  /** Another deployment manages the user: nobody enters a password here. */
  managed?: boolean;
}

/** All that an administrator decides about a user. */
export function UserFields({ isNew, own = false, throughGroups = false, managed = false }: UserFieldsProps) {
  return (
    <>
      <FormGroup title={t('account')}>
        {isNew && (
          <Form.Item name="name" label={t('userName')} extra={t('nameHint')} rules={rulesFor(NewUser, 'name')}>
            <Input autoComplete="off" spellCheck={false} autoCapitalize="none" autoFocus />
          </Form.Item>
        )}
        <Form.Item name="email" label={t('email')} rules={rulesFor(UserChange, 'email')}>
          <Input type="email" autoComplete="off" />
        </Form.Item>
      </FormGroup>
      <PasswordFields isNew={isNew} own={own} managed={managed} />
      <FormGroup title={t('rights')} text={t('rightsHelp')}>
        <Tick
          name="administrator"
          label={t('isAdministrator')}
          hint={own ? t('ownAdministration') : throughGroups ? t('throughGroups') : t('administratorHint')}
          disabled={own}
        />
        <Form.Item name="groups" label={t('groups')}>
          <GroupPicker />
        </Form.Item>
      </FormGroup>
      <FormGroup title={t('ways')} text={t('waysHelp')}>
        <Tick name="disabled" label={t('isDisabled')} hint={own ? t('ownWay') : t('disabledHint')} disabled={own} />
        <Tick name="consoleAccess" label={t('mayConsole')} hint={own ? t('ownWay') : t('consoleHint')} disabled={own} />
        <Tick name="profileUpdatable" label={t('mayProfile')} />
      </FormGroup>
    </>
  );
}

function PasswordFields({ isNew, own, managed }: { isNew: boolean; own: boolean; managed: boolean }) {
  const enabled = Form.useWatch<boolean>('passwordEnabled') ?? true;
  return (
    <FormGroup title={t('password')} {...(managed ? {} : { text: isNew ? t('passwordHelp') : t('passwordKept') })}>
      <Form.Item name="passwordEnabled" valuePropName="checked" extra={own ? t('ownWay') : t('passwordOffHint')}>
        <Checkbox disabled={own}>{t('mayPassword')}</Checkbox>
      </Form.Item>
      {enabled && (
        <>
          {!managed && (
            <Form.Item
              name="password"
              label={isNew ? t('password') : t('newPassword')}
              required={isNew}
              dependencies={['passwordEnabled']}
              rules={[passwordRule(isNew)]}
            >
              <PasswordInput />
            </Form.Item>
          )}
          <Form.Item name="passwordExpired" valuePropName="checked" extra={t('expiredHint')}>
            <Checkbox>{t('mustChange')}</Checkbox>
          </Form.Item>
        </>
      )}
    </FormGroup>
  );
}
