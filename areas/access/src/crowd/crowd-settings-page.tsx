import { LoadedPage, query, useLive } from '@packhouse/console-kit/console-kit.ts';
import { RecordForm, useBaseline } from '@packhouse/console-kit/forms.ts';
import { type CrowdSettings, CrowdSettingsInput, readCrowdSettings, updateCrowdSettings } from '@packhouse/contract/access/access-crowd-routes.ts';
import { notify } from '@packhouse/ui/core.ts';
import { Checkbox, checked, Form, FormGroup, Input, rulesFor } from '@packhouse/ui/form/form.ts';
import { useQuery } from '@tanstack/react-query';
import { ProfileRule } from '../external/profile-rule.tsx';
import { type CrowdDraft, getInput, makeDraft } from './crowd-draft.ts';
import { CrowdTrial } from './crowd-trial.tsx';
import { t } from './crowd-words.ts';

const plain = { autoComplete: 'off', spellCheck: false, autoCapitalize: 'none' } as const;

/** How users of an Atlassian Crowd server sign in. */
export function CrowdSettingsPage() {
  const result = useQuery(query(readCrowdSettings, {}));
  useLive(['access.setting.'], readCrowdSettings);
  return (
    <LoadedPage result={result} title={t('crowd')} narrow>
      {(settings) => <SettingsForm settings={settings} />}
    </LoadedPage>
  );
}

function SettingsForm({ settings }: { settings: CrowdSettings }) {
  const baseline = useBaseline(settings, (one) => one);
  const before = makeDraft(baseline.value);
  return (
    <RecordForm<typeof updateCrowdSettings, CrowdDraft>
      title={t('crowd')}
      cancelTo="/overview"
      save={updateCrowdSettings}
      submitLabel={t('save')}
      baseline={baseline}
      before={before}
      input={(values) => ({ body: getInput(values) })}
      check={(values) => checked(CrowdSettingsInput, getInput(values))}
      cleared={{ password: '' }}
      stale={[readCrowdSettings]}
      onSaved={() => notify.good(t('saved'))}
    >
      <FormGroup title={t('use')} text={t('useHelp')}>
        <Form.Item name="enabled" valuePropName="checked">
          <Checkbox>{t('enabled')}</Checkbox>
        </Form.Item>
      </FormGroup>
      <ServerFields hasPassword={baseline.value.hasPassword} />
      <RuleFields />
      <CrowdTrial before={before} />
    </RecordForm>
  );
}

function ServerFields({ hasPassword }: { hasPassword: boolean }) {
  return (
    <FormGroup title={t('server')}>
      <Form.Item required name="url" label={t('url')} extra={t('urlHint')} rules={rulesFor(CrowdSettingsInput, 'url')}>
        <Input className="ph-mono" {...plain} />
      </Form.Item>
      <Form.Item name="allowPrivate" valuePropName="checked" extra={t('allowPrivateHint')}>
        <Checkbox>{t('allowPrivate')}</Checkbox>
      </Form.Item>
      <Form.Item
        required
        name="applicationName"
        label={t('applicationName')}
        extra={t('applicationHint')}
        rules={rulesFor(CrowdSettingsInput, 'applicationName')}
      >
        <Input {...plain} />
      </Form.Item>
      <Form.Item
        name="password"
        label={t('password')}
        extra={hasPassword ? t('passwordKept') : t('passwordHint')}
        rules={rulesFor(CrowdSettingsInput, 'password')}
      >
        <Input.Password autoComplete="new-password" spellCheck={false} />
      </Form.Item>
    </FormGroup>
  );
}

function RuleFields() {
  const sessions = Form.useWatch<boolean>('sessions');
  return (
    <FormGroup title={t('rules')}>
      <Form.Item name="createUsers" valuePropName="checked">
        <Checkbox>{t('createUsers')}</Checkbox>
      </Form.Item>
      <Form.Item name="linkExisting" valuePropName="checked" extra={t('linkExistingHint')}>
        <Checkbox>{t('linkExisting')}</Checkbox>
      </Form.Item>
      <ProfileRule />
      <Form.Item name="syncGroups" valuePropName="checked" extra={t('syncGroupsHint')}>
        <Checkbox>{t('syncGroups')}</Checkbox>
      </Form.Item>
      <Form.Item name="sessions" valuePropName="checked" extra={t('sessionsHint')}>
        <Checkbox>{t('sessions')}</Checkbox>
      </Form.Item>
      {sessions && (
        <Form.Item required name="cookieName" label={t('cookieName')} rules={rulesFor(CrowdSettingsInput, 'cookieName')}>
          <Input className="ph-mono" {...plain} />
        </Form.Item>
      )}
    </FormGroup>
  );
}
