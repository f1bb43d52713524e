import { call, isApiError, LoadedPage, query, useLive, useRefusal } from '@packhouse/console-kit/console-kit.ts';
import { FormRefusal, RecordForm, useBaseline } from '@packhouse/console-kit/forms.ts';
import { HeaderSsoSettings, readHeaderSsoSettings, testHeaderSso, updateHeaderSsoSettings } from '@packhouse/contract/access/access-header-sso-routes.ts';
import { Banner, Button, notify } from '@packhouse/ui/core.ts';
import { Checkbox, checked, Form, FormGroup, Input, rulesFor } from '@packhouse/ui/form/form.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ProfileRule } from '../external/profile-rule.tsx';
import { t } from './header-sso-words.ts';

/** The settings as the form holds them: addresses one a line. */
type Draft = Omit<HeaderSsoSettings, 'proxies'> & { proxies: string };

const plain = { autoComplete: 'off', spellCheck: false, autoCapitalize: 'none', className: 'ph-mono' } as const;
const makeDraft = (settings: HeaderSsoSettings): Draft => ({ ...settings, proxies: settings.proxies.join('\n') });
const getBody = (draft: Draft): HeaderSsoSettings => ({ ...draft, proxies: draft.proxies.split(/[\s,]+/).filter((address) => address !== '') });

const inForm = (path: string) => path.split('.')[0] ?? path;

/** Complaints about one of the addresses belong to the field that holds them all. */
function onFields(error: unknown): FormRefusal | undefined {
  if (!isApiError(error) || error.fields.length === 0) return undefined;
  return new FormRefusal(
    t('needsAttention'),
    error.fields.map(({ path, message }) => ({ path: inForm(path), message })),
  );
}

/** How users sign in through a proxy that names them in a header. */
export function HeaderSsoPage() {
  const result = useQuery(query(readHeaderSsoSettings, {}));
  useLive(['access.setting.'], readHeaderSsoSettings);
  return (
    <LoadedPage result={result} title={t('headerSso')} narrow>
      {(settings) => <SettingsForm settings={settings} />}
    </LoadedPage>
  );
}

function SettingsForm({ settings }: { settings: HeaderSsoSettings }) {
  const baseline = useBaseline(settings, (one) => one);
  const before = makeDraft(baseline.value);
  return (
    <RecordForm<typeof updateHeaderSsoSettings, Draft>
      title={t('headerSso')}
      cancelTo="/overview"
      save={updateHeaderSsoSettings}
      submitLabel={t('save')}
      baseline={baseline}
      before={before}
      input={(values) => ({ body: getBody(values) })}
      check={(values) => checked(HeaderSsoSettings, getBody(values), inForm)}
      fieldOf={inForm}
      stale={[readHeaderSsoSettings]}
      onSaved={() => notify.good(t('saved'))}
    >
      <Fields />
      <Trial before={before} />
    </RecordForm>
  );
}

function Fields() {
  return (
    <>
      <FormGroup title={t('use')} text={t('useHelp')}>
        <Form.Item name="enabled" valuePropName="checked">
          <Checkbox>{t('enabled')}</Checkbox>
        </Form.Item>
        <Form.Item required name="proxies" label={t('proxies')} extra={t('proxiesHint')}>
          <Input.TextArea autoSize={{ minRows: 2, maxRows: 8 }} placeholder="10.0.0.5" {...plain} />
        </Form.Item>
      </FormGroup>
      <FormGroup title={t('headers')} text={t('headersHelp')}>
        <Form.Item required name="userHeader" label={t('userHeader')} rules={rulesFor(HeaderSsoSettings, 'userHeader')}>
          <Input {...plain} />
        </Form.Item>
        <Form.Item name="emailHeader" label={t('emailHeader')} rules={rulesFor(HeaderSsoSettings, 'emailHeader')}>
          <Input {...plain} />
        </Form.Item>
        <Form.Item name="groupHeader" label={t('groupHeader')} extra={t('groupHint')} rules={rulesFor(HeaderSsoSettings, 'groupHeader')}>
          <Input {...plain} />
        </Form.Item>
      </FormGroup>
      <FormGroup title={t('rules')}>
        <Form.Item name="createUsers" valuePropName="checked">
          <Checkbox>{t('createUsers')}</Checkbox>
        </Form.Item>
        <Form.Item name="linkExisting" valuePropName="checked" extra={t('linkExistingHint')}>
          <Checkbox>{t('linkExisting')}</Checkbox>
        </Form.Item>
        <ProfileRule />
      </FormGroup>
    </>
  );
}

/** Shows what the request of this browser says, with the form's values as they stand. */
function Trial({ before }: { before: Draft }) {
  const form = Form.useFormInstance<Draft>();
  const refusal = useRefusal(testHeaderSso);
  const [busy, setBusy] = useState(false);
  const [outcome, setOutcome] = useState<{ kind: 'good' | 'bad' | 'warning'; text: string }>();
  const test = async () => {
    setBusy(true);
    setOutcome(undefined);
    try {
      const { peer, trusted, userName, email, groups } = await call(testHeaderSso, { body: getBody({ ...before, ...form.getFieldsValue(true) }) });
      if (!trusted) setOutcome({ kind: 'warning', text: t('notTrusted', { peer }) });
      else if (userName === '') setOutcome({ kind: 'warning', text: t('noName', { peer }) });
      else setOutcome({ kind: 'good', text: t('named', { peer, userName, email: email || t('none'), groups: groups.join(', ') || t('none') }) });
    } catch (error) {
      const problem = onFields(error);
      form.setFields((problem?.fields ?? []).map(({ path, message }) => ({ name: path as keyof Draft, errors: [message] })));
      setOutcome({ kind: 'bad', text: problem?.message ?? (error as Error).message });
    } finally {
      setBusy(false);
    }
  };
  return (
    <FormGroup title={t('tryOut')} text={t('tryOutHelp')}>
      <div>
        <Button icon="bolt" loading={busy} refusal={refusal} onClick={() => void test()}>
          {t('test')}
        </Button>
      </div>
      {outcome && <Banner kind={outcome.kind}>{outcome.text}</Banner>}
    </FormGroup>
  );
}
