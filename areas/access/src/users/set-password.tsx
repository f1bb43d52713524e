import { RecordDrawer } from '@packhouse/console-kit/forms.ts';
import { readUser, UserChange, updateUser } from '@packhouse/contract/access/access-user-routes.ts';
import { notify } from '@packhouse/ui/core.ts';
import { Form, rulesFor } from '@packhouse/ui/form/form.ts';
import { PasswordInput } from './password-input.tsx';
import { t } from './users-words.ts';

/** A password for somebody whom another deployment manages, but for the password. */
export function SetPassword({ name, onClose }: { name: string; onClose: () => void }) {
  return (
    <RecordDrawer<typeof updateUser, { password: string }>
      title={t('setPasswordOf', { name })}
      submitLabel={t('setPassword')}
      onClose={onClose}
      save={updateUser}
      before={{ password: '' }}
      input={({ password }) => ({ params: { name }, body: { password } })}
      stale={[readUser]}
      onSaved={() => {
        notify.good(t('passwordWasSet', { name }));
        onClose();
      }}
    >
      <Form.Item name="password" label={t('newPassword')} required rules={rulesFor(UserChange, 'password')}>
        <PasswordInput />
      </Form.Item>
    </RecordDrawer>
  );
}
