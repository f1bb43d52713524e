import { call, isApiError, useRefusal } from '@packhouse/console-kit/console-kit.ts';
import { type LdapTest, testLdapServer } from '@packhouse/contract/access-ldap-routes.ts';
import { Banner, Button, PasswordField, TextField, words } from '@packhouse/ui/core.ts';
import { Form, FormGroup } from '@packhouse/ui/form.ts';
import { useState } from 'react';
import { t } from './messages.ts';
import { inputOf, type ServerDraft } from './server-draft.ts';

function wordsOf({ step, message, dn, email, groups }: LdapTest): string {
  if (step === 'connect') return t('testConnect', { message: words().said(message) });
  if (step === 'manager') return t('testManager', { message: words().said(message) });
  if (step === 'search') return t('testSearch', { message: words().said(message) });
  if (step === 'user') return t('testUserBad');
  if (dn === '') return t('testServerGood');
  return `${t('testGoodUser', { dn, email: email || t('none') })} ${t('testGroups', { groups: groups.join(', ') || t('none') })}`;
}

/** Tries the form's values as they stand, with somebody's name and password. */
export function ServerTest({ before, saved }: { before: ServerDraft; saved?: string }) {
  const form = Form.useFormInstance<ServerDraft>();
  const refusal = useRefusal(testLdapServer);
  const [user, setUser] = useState('');
  const [password, setPassword] = useState('');
  const [busy, setBusy] = useState(false);
  const [outcome, setOutcome] = useState<{ kind: 'good' | 'bad'; text: string }>();

  const fail = (error: unknown) => {
    if (!isApiError(error)) throw error;
    const problems = error.fields.map(({ path, message }) => ({ name: path.replace(/^server\./, '') as keyof ServerDraft, errors: [message] }));
    form.setFields(problems);
    setOutcome({ kind: 'bad', text: problems.length > 0 ? t('needsAttention') : error.message });
  };
  const test = async () => {
    setBusy(true);
    setOutcome(undefined);
    try {
      const server = inputOf({ ...before, ...form.getFieldsValue(true) });
      const found = await call(testLdapServer, { body: { ...(saved ? { key: saved } : {}), server, user, password } });
      setOutcome({ kind: found.ok ? 'good' : 'bad', text: wordsOf(found) });
    } catch (error) {
      fail(error);
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
