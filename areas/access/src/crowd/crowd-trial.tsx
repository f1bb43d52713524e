import { call, isApiError, useRefusal } from '@packhouse/console-kit/console-kit.ts';
import { type CrowdTest, testCrowd } from '@packhouse/contract/access-crowd-routes.ts';
import { Banner, Button, PasswordField, TextField, words } from '@packhouse/ui/core.ts';
import { Form, FormGroup } from '@packhouse/ui/form.ts';
import { useState } from 'react';
import { type CrowdDraft, inputOf } from './crowd-draft.ts';
import { t } from './messages.ts';

function wordsOf({ step, message, email, groups }: CrowdTest, user: string): string {
  if (step === 'connect') return t('testConnect', { message: words().said(message) });
  if (step === 'application') return t('testApplication', { message: words().said(message) });
  if (step === 'user') return t('testUserBad');
  return user === '' ? t('testServerGood') : t('testUserGood', { email: email || t('none'), groups: groups.join(', ') || t('none') });
}

/** Tries the form's values as they stand, with somebody's name and password. */
export function CrowdTrial({ before }: { before: CrowdDraft }) {
  const form = Form.useFormInstance<CrowdDraft>();
  const refusal = useRefusal(testCrowd);
  const [user, setUser] = useState('');
  const [password, setPassword] = useState('');
  const [busy, setBusy] = useState(false);
  const [outcome, setOutcome] = useState<{ kind: 'good' | 'bad'; text: string }>();

  const test = async () => {
    setBusy(true);
    setOutcome(undefined);
    try {
      const found = await call(testCrowd, { body: { settings: inputOf({ ...before, ...form.getFieldsValue(true) }), user, password } });
      setOutcome({ kind: found.ok ? 'good' : 'bad', text: wordsOf(found, user) });
    } catch (error) {
      if (!isApiError(error)) throw error;
      const problems = error.fields.map(({ path, message }) => ({ name: path.replace(/^settings\./, '') as keyof CrowdDraft, errors: [message] }));
      form.setFields(problems);
      setOutcome({ kind: 'bad', text: problems.length > 0 ? t('needsAttention') : error.message });
    } finally {
      setBusy(false);
    }
  };
  return (
    <FormGroup title={t('tryOut')} text={t('tryOutHelp')}>
      <TextField label={t('testUser')} value={user} onChange={setUser} autoComplete="off" spellCheck={false} autoCapitalize="none" />
      <PasswordField label={t('testPassword')} value={password} onChange={setPassword} autoComplete="off" />
      <div>
        <Button icon="bolt" loading={busy} refusal={refusal} onClick={() => void test()}>
          {t('test')}
        </Button>
      </div>
      {outcome && <Banner kind={outcome.kind}>{outcome.text}</Banner>}
    </FormGroup>
  );
}
