import { call, useRefusal } from '@packhouse/console-kit/console-kit.ts';
import { type LdapTest, testLdapServer } from '@packhouse/contract/access/access-ldap-routes.ts';
import { words } from '@packhouse/ui/core.ts';
import { Form } from '@packhouse/ui/form/form.ts';
import { SignInTrial } from '../external/sign-in-trial.tsx';
import { t } from './ldap-words.ts';
import { getInput, type ServerDraft } from './server-draft.ts';

function readWords(test: LdapTest): string {
  const { step, dn, email, groups } = test;
  if (step === 'connect') return t('testConnect', { message: words().said(test) });
  if (step === 'manager') return t('testManager', { message: words().said(test) });
  if (step === 'search') return t('testSearch', { message: words().said(test) });
  if (step === 'user') return t('testUserBad');
  if (dn === '') return t('testServerGood');
  return `${t('testGoodUser', { dn, email: email || t('none') })} ${t('testGroups', { groups: groups.join(', ') || t('none') })}`;
}

/** Tries the form's values as they stand, with somebody's name and password. */
export function ServerTest({ before, saved }: { before: ServerDraft; saved?: string }) {
  const form = Form.useFormInstance<ServerDraft>();
  return (
    <SignInTrial
      run={(who) => call(testLdapServer, { body: { ...(saved ? { key: saved } : {}), server: getInput({ ...before, ...form.getFieldsValue(true) }), ...who } })}
      part="server"
      wordsOf={readWords}
      refusal={useRefusal(testLdapServer)}
    />
  );
}
