import { LoadedPage, query, useLive } from '@packhouse/console-kit/console-kit.ts';
import { RecordForm, useBaseline } from '@packhouse/console-kit/forms.ts';
import { type MailSettings, MailSettingsInput, mailSecurities, readMailSettings, updateMailSettings } from '@packhouse/contract/access/auth-mail-routes.ts';
import { notify } from '@packhouse/ui/core.ts';
import { Checkbox, Form, FormGroup, Input, NumberInput, rulesFor, Select } from '@packhouse/ui/form/form.ts';
import { useQuery } from '@tanstack/react-query';
import { getBody, type MailDraft, makeDraft } from './mail-draft.ts';
import { MailTest } from './mail-test.tsx';
import { t } from './mail-words.ts';
import './mail.css';

/** How the platform sends mail. */
export function MailSettingsPage() {
  const result = useQuery(query(readMailSettings, {}));
  useLive(['access.setting.'], readMailSettings);
  return (
    <LoadedPage result={result} title={t('mail')} narrow>
      {(settings) => <SettingsForm settings={settings} />}
    </LoadedPage>
  );
}

function SettingsForm({ settings }: { settings: MailSettings }) {
  const baseline = useBaseline(settings, (one) => one);
  const before = makeDraft(baseline.value, window.location.origin);
  return (
    <RecordForm<typeof updateMailSettings, MailDraft>
      title={t('mail')}
      cancelTo="/overview"
      save={updateMailSettings}
      submitLabel={t('save')}
      baseline={baseline}
      before={before}
      input={(values) => ({ body: getBody(values) })}
      cleared={{ password: '', forgetPassword: false }}
      stale={[readMailSettings]}
      onSaved={() => notify.good(t('saved'))}
    >
      <FormGroup title={t('use')} text={t('useHelp')}>
        <Form.Item name="enabled" valuePropName="checked" extra={t('enabledHint')}>
          <Checkbox>{t('enabled')}</Checkbox>
        </Form.Item>
      </FormGroup>
      <ServerFields hasPassword={baseline.value.hasPassword} />
      <FormGroup title={t('letter')}>
        <Form.Item name="from" label={t('from')} rules={rulesFor(MailSettingsInput, 'from')}>
          <Input type="email" autoComplete="off" />
        </Form.Item>
        <Form.Item name="fromName" label={t('fromName')} rules={rulesFor(MailSettingsInput, 'fromName')} required={false}>
          <Input autoComplete="off" />
        </Form.Item>
        <Form.Item name="linkBase" label={t('linkBase')} extra={t('linkBaseHint')} rules={rulesFor(MailSettingsInput, 'linkBase')} required={false}>
          <Input type="url" autoComplete="off" spellCheck={false} />
        </Form.Item>
      </FormGroup>
      <MailTest bodyOf={(values) => getBody({ ...before, ...values })} />
    </RecordForm>
  );
}

function ServerFields({ hasPassword }: { hasPassword: boolean }) {
  const user = Form.useWatch<string>('user') ?? '';
  return (
    <FormGroup title={t('server')} text={t('serverHelp')}>
      <div className="access-mail-server">
        <Form.Item name="host" label={t('host')} rules={rulesFor(MailSettingsInput, 'host')}>
          <Input autoComplete="off" spellCheck={false} autoCapitalize="none" placeholder="mail.example.org" />
        </Form.Item>
        <Form.Item name="port" label={t('port')} rules={rulesFor(MailSettingsInput, 'port')}>
          <NumberInput />
        </Form.Item>
      </div>
      <Form.Item name="security" label={t('security')} required>
        <Select
          options={mailSecurities
            .toSorted()
            .toReversed()
            .map((value) => ({ value, label: t(`security_${value}`) }))}
        />
      </Form.Item>
      <Form.Item name="allowPrivate" valuePropName="checked" extra={t('allowPrivateHint')}>
        <Checkbox>{t('allowPrivate')}</Checkbox>
      </Form.Item>
      <Form.Item name="user" label={t('user')} extra={t('userHint')} rules={rulesFor(MailSettingsInput, 'user')} required={false}>
        <Input autoComplete="off" spellCheck={false} autoCapitalize="none" />
      </Form.Item>
      {(user !== '' || hasPassword) && (
        <Form.Item
          name="password"
          label={t('password')}
          extra={hasPassword ? t('passwordKept') : t('passwordHint')}
          rules={rulesFor(MailSettingsInput, 'password')}
        >
          <Input.Password autoComplete="new-password" spellCheck={false} />
        </Form.Item>
      )}
      {hasPassword && (
        <Form.Item name="forgetPassword" valuePropName="checked">
          <Checkbox>{t('forgetPassword')}</Checkbox>
        </Form.Item>
      )}
    </FormGroup>
  );
}
