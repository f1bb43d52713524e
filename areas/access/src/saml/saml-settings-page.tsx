import { call, LoadedPage, query } from '@packhouse/console-kit/console-kit.ts';
import { RecordForm } from '@packhouse/console-kit/forms.ts';
import { readSamlSettings, SamlSettings, SamlSettingsInput, testSamlSettings, updateSamlSettings } from '@packhouse/contract/access/access-saml-routes.ts';
import { loginRelatedData } from '@packhouse/contract/access/auth-sign-in-routes.ts';
import type { RouteReply } from '@packhouse/contract/route.ts';
import { notify } from '@packhouse/ui/core.ts';
import { Checkbox, checked, Form, FormGroup, Input, rulesFor } from '@packhouse/ui/form/form.ts';
import { useQuery } from '@tanstack/react-query';
import { CertificateNotes } from '../external/certificate-notes.tsx';
import { checkedMapping, readLines } from '../external/group-mapping.ts';
import { LabelledCopy } from '../external/labelled-copy.tsx';
import { type RulesDraft, RulesFields } from '../external/rules-fields.tsx';
import { TestSettings } from '../external/test-result.tsx';
import { t } from './saml-words.ts';

type Stored = RouteReply<typeof readSamlSettings>;
type Draft = Omit<SamlSettings, 'groupMapping'> & RulesDraft;

function makeDraft(stored: Stored): Draft {
  const { ourSide: _, certificates: __, groupMapping, ...settings } = stored;
  return { ...settings, mapping: readLines(groupMapping) };
}

function getBody({ mapping, ...draft }: Draft): SamlSettings {
  return { ...draft, groupMapping: checkedMapping(mapping) };
}

const getField = (path: string) => (path.startsWith('groupMapping') ? 'mapping' : path);

/** The SAML identity provider. */
export function SamlSettingsPage() {
  const result = useQuery(query(readSamlSettings, {}));
  return (
    <LoadedPage result={result} title={t('saml')} narrow>
      {(settings) => <SettingsForm settings={settings} />}
    </LoadedPage>
  );
}

function Line({ name, label, extra }: { name: keyof SamlSettings; label: string; extra?: string }) {
  return (
    <Form.Item name={name} label={label} extra={extra} rules={rulesFor(SamlSettings, name)}>
      <Input className="ph-mono" autoComplete="off" spellCheck={false} />
    </Form.Item>
  );
}

function OurSide({ ourSide }: Pick<Stored, 'ourSide'>) {
  const rows = [
    [t('metadataUrl'), ourSide.metadataUrl],
    [t('entityId'), ourSide.entityId],
    [t('acsUrl'), ourSide.acsUrl],
  ] as const;
  return (
    <FormGroup title={t('ourSide')} text={t('ourSideHelp')}>
      {rows.map(([label, value]) => (
        <LabelledCopy key={label} label={label} value={value} />
      ))}
    </FormGroup>
  );
}

function Certificate({ settings: { certificate, certificates } }: { settings: Stored }) {
  const notes = { certificates, stored: certificate, typed: Form.useWatch<string>('certificate') };
  const extra = <CertificateNotes hint={t('certificateHint')} {...notes} />;
  return (
    <Form.Item name="certificate" label={t('certificate')} extra={extra} rules={rulesFor(SamlSettings, 'certificate')}>
      <Input.TextArea autoSize={{ minRows: 3, maxRows: 12 }} className="ph-mono" spellCheck={false} />
    </Form.Item>
  );
}

/** Tries what stands in the form. */
function SamlTest({ base }: { base: Draft }) {
  const form = Form.useFormInstance<Draft>();
  return <TestSettings run={async () => (await call(testSamlSettings, { body: getBody({ ...base, ...form.getFieldsValue(true) }) })).checks} />;
}

function SettingsForm({ settings }: { settings: Stored }) {
  const before = makeDraft(settings);
  return (
    <RecordForm<typeof updateSamlSettings, Draft>
      title={t('saml')}
      cancelTo="/overview"
      save={updateSamlSettings}
      submitLabel={t('save')}
      before={before}
      input={(values) => ({ body: getBody(values) })}
      check={(values) => checked(SamlSettingsInput, getBody(values), getField)}
      curl={false}
      fieldOf={getField}
      stale={[readSamlSettings, loginRelatedData]}
      onSaved={() => notify.good(t('saved'))}
    >
      <OurSide ourSide={settings.ourSide} />
      <FormGroup title={t('theirSide')}>
        <Form.Item name="enabled" valuePropName="checked">
          <Checkbox>{t('isEnabled')}</Checkbox>
        </Form.Item>
        <Line name="entryPoint" label={t('entryPoint')} />
        <Line name="issuer" label={t('issuer')} extra={t('issuerHint')} />
        <Certificate settings={settings} />
        <Line name="logoutUrl" label={t('logoutUrl')} extra={t('logoutHint')} />
        <Line name="entityId" label={t('ownEntityId')} extra={t('ownEntityIdHint')} />
        <Form.Item name="verifyAudience" valuePropName="checked" extra={t('verifyAudienceHint')}>
          <Checkbox>{t('verifyAudience')}</Checkbox>
        </Form.Item>
      </FormGroup>
      <RulesFields />
      <FormGroup title={t('attributes')} text={t('attributesHelp')} advanced>
        <Line name="userNameAttribute" label={t('userNameAttribute')} extra={t('userNameHint')} />
        <Line name="emailAttribute" label={t('emailAttribute')} />
        <Line name="groupsAttribute" label={t('groupsAttribute')} />
      </FormGroup>
      <SamlTest base={before} />
    </RecordForm>
  );
}
