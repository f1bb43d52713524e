import { LoadedPage, query, useLive } from '@packhouse/console-kit/console-kit.ts';
import { RecordForm, useBaseline } from '@packhouse/console-kit/forms.ts';
import { GeneralInput, type GeneralSettings, readGeneralSettings, updateGeneralSettings } from '@packhouse/contract/access/access-general-routes.ts';
import { Banner, notify } from '@packhouse/ui/core.ts';
import { Form, FormGroup, Input, rulesFor } from '@packhouse/ui/form/form.ts';
import { useQuery } from '@tanstack/react-query';
import { t } from './general-words.ts';
import { LogoField } from './logo-field.tsx';

/** Name, address, logo and footer of the installation. */
export function GeneralPage() {
  const result = useQuery(query(readGeneralSettings, {}));
  useLive(['access.setting.'], readGeneralSettings);
  return (
    <LoadedPage result={result} title={t('general')} narrow lines={8}>
      {(settings) => <SettingsForm settings={settings} />}
    </LoadedPage>
  );
}

const makeDraft = ({ serverName, baseUrl, logoUrl, footerMessage }: GeneralInput): GeneralInput => ({ serverName, baseUrl, logoUrl, footerMessage });

function SettingsForm({ settings }: { settings: GeneralSettings }) {
  const baseline = useBaseline(settings, makeDraft);
  return (
    <RecordForm<typeof updateGeneralSettings, GeneralInput>
      title={t('general')}
      cancelTo="/overview"
      save={updateGeneralSettings}
      submitLabel={t('save')}
      baseline={baseline}
      before={makeDraft(baseline.value)}
      input={(values) => ({ body: makeDraft(values) })}
      stale={[readGeneralSettings]}
      onSaved={() => notify.good(t('saved'))}
    >
      <FormGroup title={t('place')} text={t('placeHelp')}>
        <Form.Item name="serverName" label={t('serverName')} extra={t('serverNameHint')} rules={rulesFor(GeneralInput, 'serverName')} required={false}>
          <Input autoComplete="off" />
        </Form.Item>
        {settings.fixedBaseUrl !== null && <Banner kind="info">{t('baseUrlFixed', { address: settings.fixedBaseUrl })}</Banner>}
        <BaseUrlField before={baseline.value.baseUrl} />
      </FormGroup>
      <FormGroup title={t('looks')}>
        <LogoField hasLogo={settings.hasLogo} />
        <Form.Item name="logoUrl" label={t('logoUrl')} extra={t('logoUrlHint')} rules={rulesFor(GeneralInput, 'logoUrl')} required={false}>
          <Input type="url" autoComplete="off" spellCheck={false} placeholder="https://example.org/logo.svg" />
        </Form.Item>
        <Form.Item
          name="footerMessage"
          label={t('footerMessage')}
          extra={t('footerMessageHint')}
          rules={rulesFor(GeneralInput, 'footerMessage')}
          required={false}
        >
          <Input autoComplete="off" />
        </Form.Item>
      </FormGroup>
    </RecordForm>
  );
}

function BaseUrlField({ before }: { before: string }) {
  const now = Form.useWatch<string>('baseUrl') ?? before;
  return (
    <>
      <Form.Item name="baseUrl" label={t('baseUrl')} extra={t('baseUrlHint')} rules={rulesFor(GeneralInput, 'baseUrl')} required={false}>
        <Input type="url" autoComplete="off" spellCheck={false} placeholder="https://packages.example.org" />
      </Form.Item>
      {now !== before && <Banner kind="info">{t('baseUrlWarning')}</Banner>}
    </>
  );
}
